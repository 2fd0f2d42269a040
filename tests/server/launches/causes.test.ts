import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  acceptSuggestions,
  listCauses,
  mergeCause,
  splitCause,
  undoAccepted,
} from '../../../contract/launches/causes.ts'
import { assignFailureTag } from '../../../contract/launches/failure-tags.ts'
import { linkCauseIssue, linkIssue, listTests } from '../../../contract/launches/launch-tests.ts'
import { listSettingsChanges } from '../../../contract/settings/change-log.ts'
import { getFailureTags } from '../../../contract/settings/failure-tags.ts'
import { TestAgent, type TestLaunch } from '../support/agent.ts'
import { ask, refusalOf, startTestApp, type TestApp } from '../support/app.ts'
import { aUser, aProject, aWorkspace, type TestUser } from '../support/people.ts'

let app: TestApp
let owner: TestUser
let agent: TestAgent
let projectId: number
let environment = 0

const at = (launch: TestLaunch) => ({ token: owner.token, params: { projectKey: 'DEF', launchId: launch.id } })
const of = (launch: TestLaunch) => ask(app, listCauses, at(launch))
const inCause = (failureKey: string) => ({ token: owner.token, params: { projectKey: 'DEF', failureKey } })
const aLaunch = async (name: string, reasons: readonly string[], build?: string) => {
  const launch = await agent.startLaunch({ name, config: { build } })
  const ids: number[] = []
  for (const [turn, reason] of reasons.entries()) ids.push(await launch.test(`t${turn}`, { result: 'FAILED', reason }))
  await launch.test('passes', 'PASSED')
  await launch.finish()
  return Object.assign(launch, { ids })
}

beforeAll(async () => {
  app = await startTestApp()
  owner = await aWorkspace(app)
  projectId = await aProject(app, owner)
  agent = await TestAgent.of(app, owner)
  const { items } = await ask(app, getFailureTags, { token: owner.token, params: { projectKey: 'DEF' } })
  environment = items.find(({ value }) => value === 'ENVIRONMENT_ISSUE')?.id ?? 0
})
afterAll(() => app.close())

test('causes are counted, most frequent first, and say since when and since which build they occur', async () => {
  const first = await aLaunch('Nightly', ['Slots: no answer after 3 s', 'Wrong total 1'], '2.41.1')
  const second = await aLaunch(
    'Nightly',
    ['Slots: no answer after 9 s', 'Slots: no answer after 7 s', 'New fault'],
    '2.41.2',
  )
  const { items, fixed, comparedWith, failures, causesTotal } = await of(second)
  expect({ failures, causesTotal }).toEqual({ failures: 3, causesTotal: 2 })
  expect(comparedWith).toMatchObject({ launchId: first.id, build: '2.41.1' })
  expect(items.map(({ label, tests, kind, since }) => [label, tests, kind, since.launchId, since.build])).toEqual([
    ['Slots: no answer after 9 s', 2, 'recurring', first.id, '2.41.1'],
    ['New fault', 1, 'new', second.id, '2.41.2'],
  ])
  expect(items[0]?.history.map(({ tests }) => tests)).toEqual([1, 2])
  expect(fixed.map(({ label, kind, tests }) => [label, kind, tests])).toEqual([['Wrong total 1', 'fixed', 1]])
})

test('a cause that came and went is flaky', async () => {
  for (const reasons of [['Stale element'], [], ['Stale element'], []]) await aLaunch('Smoke', reasons)
  const last = await aLaunch('Smoke', ['Stale element'])
  expect((await of(last)).items.map(({ kind }) => kind)).toEqual(['flaky'])
})

test('suggests the last tag and issue of a cause with the reason, and accepting and undoing them takes one call each', async () => {
  const first = await aLaunch('Regression', ['Gateway 502', 'Gateway 503'])
  const [seen = 0, other = 0] = first.ids
  await ask(app, assignFailureTag, {
    token: owner.token,
    params: { projectKey: 'DEF', launchId: first.id, testId: seen },
    body: { newTagId: environment },
  })
  await ask(app, linkIssue, { ...at(first), body: { ids: [seen], issueId: 'ABC-1' } })
  // The other failure of the cause follows the user's decision about the first.
  expect((await of(first)).items[0]?.suggestion).toMatchObject({ tag: { tagId: environment }, issue: null, tests: 1 })
  expect(other).toBeGreaterThan(0)

  const second = await aLaunch('Regression', ['Gateway 504', 'Gateway 505'])
  const [cause] = (await of(second)).items
  expect(cause?.suggestion).toMatchObject({
    tag: { tagId: environment, launchId: first.id, by: expect.any(String) as string },
    issue: { issueId: 'ABC-1', launchId: first.id },
    tests: 2,
  })
  const body = { causes: [{ key: cause?.key ?? '', tagId: environment, issueId: 'ABC-1' }] }
  const without = await aUser(app, { permissions: [], roles: { [projectId]: 'ADMINISTRATOR' } })
  expect((await refusalOf(app, acceptSuggestions, { ...at(second), token: without.token, body })).status).toBe(403)
  const accepted = await ask(app, acceptSuggestions, { ...at(second), body })
  expect(accepted).toMatchObject({ tests: 2, isMore: false })
  expect((await of(second)).items[0]).toMatchObject({ suggestion: null, issues: ['ABC-1'] })
  expect((await ask(app, acceptSuggestions, { ...at(second), body })).tests).toBe(0)

  // One of them gets another tag meanwhile: it stays.
  const [changed = 0] = second.ids
  await ask(app, linkIssue, { ...at(second), body: { ids: [changed], issueId: 'XYZ-9' } })
  expect(await ask(app, undoAccepted, { ...at(second), body: { groups: accepted.groups } })).toEqual({ tests: 1 })
  const { items } = await ask(app, listTests, { ...at(second), query: { testsState: ['failed', 'failedAsKnown'] } })
  expect(
    items.map(({ issueReferences, failureTagAssignments: [tag] }) => [issueReferences, tag?.userFeedbackRequired]),
  ).toEqual([
    [[{ id: 'XYZ-9' }], false],
    [[], true],
  ])
})

test('the tests of a launch are listed by merged cause, page by page, and an issue is linked to all of them', async () => {
  const reasons = ['Timeout of the basket', 'Basket is empty', 'Basket is empty', 'Lock is held']
  const launch = await aLaunch('Merged list', reasons)
  const keys = (await of(launch)).items.map(({ key, label }) => ({ key, label }))
  const keyOf = (label: string) => keys.find((one) => one.label === label)?.key ?? ''
  const [root, merged] = [keyOf('Timeout of the basket'), keyOf('Basket is empty')]
  await ask(app, mergeCause, { ...inCause(merged), body: { into: root, label: 'Basket' } })
  const listed = async (page: number) =>
    ask(app, listTests, { ...at(launch), query: { group: 'failure', testsState: ['failed'], page, pageSize: 2 } })
  const [first, second] = [await listed(1), await listed(2)]
  const names = (answer: typeof first) => answer.items.map(({ name }) => name)
  expect([...names(first), ...names(second)]).toEqual(['t0', 't1', 't2', 't3'])
  expect(first.groups.map(({ key, tests }) => [key, tests])).toEqual([[root, 3]])
  expect(second.groups.map(({ key }) => key)).toEqual([root, keyOf('Lock is held')])
  expect(second.groupsTotal).toBe(2)
  const { params, token } = at(launch)
  const linked = await ask(app, linkCauseIssue, {
    token,
    params: { ...params, failureKey: root },
    body: { issueId: 'QA-9' },
  })
  expect(linked).toEqual({ linked: 3 })
})

test('causes are merged and split by hand, which says who and when and is in the change log', async () => {
  const launch = await aLaunch('Merge', ['Socket hang up', 'Connection reset', 'Connection reset'])
  const before = (await of(launch)).items
  const [reset, socket] = before
  const keys = [reset?.key ?? '', socket?.key ?? ''] as const
  const merge = (from: string, into: string) => ({ ...inCause(from), body: { into, label: 'Socket hang up' } })
  expect((await refusalOf(app, mergeCause, merge(keys[1], keys[1]))).status).toBe(400)
  expect((await refusalOf(app, mergeCause, merge(keys[1], 'nothing'))).status).toBe(404)
  expect(await ask(app, mergeCause, merge(keys[1], keys[0]))).toEqual({ into: keys[0], moved: [] })
  expect((await refusalOf(app, mergeCause, merge(keys[1], keys[0]))).status).toBe(409)
  const [merged, ...rest] = (await of(launch)).items
  expect(rest).toEqual([])
  expect(merged).toMatchObject({ key: keys[0], tests: 3 })
  expect(merged?.messages.find(({ key }) => key === keys[1])).toMatchObject({
    tests: 1,
    mergedBy: expect.any(String) as string,
    mergedAt: expect.any(String) as string,
  })
  const groups = async () =>
    (await ask(app, listTests, { ...at(launch), query: { group: 'failure', testsState: ['failed'] } })).groups.map(
      ({ key, mergedKeys, label, tests, unlinked }) => ({ key, mergedKeys, label, tests, unlinked }),
    )
  expect(await groups()).toEqual([
    { key: keys[0], mergedKeys: [keys[1]], label: 'Connection reset', tests: 3, unlinked: 3 },
  ])
  // A failure of the merged message follows decisions about the whole cause.
  const [first = 0] = launch.ids
  await ask(app, assignFailureTag, {
    token: owner.token,
    params: { projectKey: 'DEF', launchId: launch.id, testId: first },
    body: { newTagId: environment },
  })
  const next = await aLaunch('Merge', ['Connection reset'])
  expect((await of(next)).items[0]?.tags).toEqual([{ tagId: environment, tests: 1 }])

  const split = { ...inCause(keys[1]), body: { from: keys[0], label: 'Socket hang up' } }
  await ask(app, splitCause, split)
  expect((await refusalOf(app, splitCause, split)).status).toBe(409)
  expect(await groups()).toEqual([
    { key: keys[0], mergedKeys: [], label: 'Connection reset', tests: 2, unlinked: 2 },
    { key: keys[1], mergedKeys: [], label: 'Socket hang up', tests: 1, unlinked: 1 },
  ])
  expect((await of(launch)).items.map(({ tests }) => tests)).toEqual([2, 1])
  const log = await ask(app, listSettingsChanges, { token: owner.token, params: { projectKey: 'DEF' }, query: {} })
  expect(log.items.map(({ area }) => area).slice(0, 2)).toEqual(['failure-causes', 'failure-causes'])
})

test('a cause that contains others is merged with them, and separated with them', async () => {
  const launch = await aLaunch('Chains', ['Alpha', 'Beta', 'Gamma'])
  const [alpha = '', beta = '', gamma = ''] = (await of(launch)).items.map(({ key }) => key)
  const merge = (from: string, into: string) => ask(app, mergeCause, { ...inCause(from), body: { into, label: 'x' } })
  await merge(gamma, beta)
  expect(await merge(beta, alpha)).toEqual({ into: alpha, moved: [gamma] })
  expect((await of(launch)).items.map(({ tests }) => tests)).toEqual([3])
  await ask(app, splitCause, { ...inCause(beta), body: { from: alpha, label: 'x', withKeys: [gamma] } })
  expect((await of(launch)).items.map(({ tests }) => tests)).toEqual([2, 1])
})
