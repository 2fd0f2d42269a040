import { afterAll, beforeAll, expect, test } from 'vitest'
import { ERROR_CODES } from '../../../contract/errors.ts'
import { assignFailureTag, listFailureTagAssignments } from '../../../contract/launches/failure-tags.ts'
import { listTests, markTests } from '../../../contract/launches/launch-tests.ts'
import { getFailureTags, saveFailureTags } from '../../../contract/settings/failure-tags.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { readStream } from '../../../server/db/events.ts'
import { TestAgent, type TestLaunch } from '../support/agent.ts'
import { ask, refusalOf, startTestApp, type Asked, type TestApp } from '../support/app.ts'
import { aUser, aProject, aWorkspace, type TestUser } from '../support/people.ts'

let app: TestApp
let owner: TestUser
let projectId: number
let agent: TestAgent
let tags: Awaited<ReturnType<typeof readTags>>
const readTags = async () => {
  const { items } = await ask(app, getFailureTags, inProject())
  const idOf = (value: string) => items.find((tag) => tag.value === value)?.id ?? 0
  return { open: idOf('TO_INVESTIGATE'), product: idOf('PRODUCT_DEFECT'), environment: idOf('ENVIRONMENT_ISSUE') }
}
const inProject = () => ({ token: owner.token, params: { projectKey: 'DEF' } })
const inLaunch = (launch: TestLaunch, query: Asked<object>['query'] = {}) => ({
  token: owner.token,
  params: { projectKey: 'DEF', launchId: launch.id },
  query,
})
const ofTest = (launch: TestLaunch, testId: number) => ({
  token: owner.token,
  params: { projectKey: 'DEF', launchId: launch.id, testId },
})
const assigned = async (launch: TestLaunch, testId: number) =>
  (await ask(app, listFailureTagAssignments, ofTest(launch, testId))).items

beforeAll(async () => {
  app = await startTestApp()
  owner = await aWorkspace(app)
  projectId = await aProject(app, owner)
  agent = await TestAgent.of(app, owner)
  tags = await readTags()
})
afterAll(() => app.close())

test('[TAGS-01] [TAGS-15] a new project has tags for defects, the environment and failures to investigate, and none can be deleted', async () => {
  const { version, items } = await ask(app, getFailureTags, inProject())
  expect(items.map(({ name, value, enabled }) => [name, value, enabled])).toEqual([
    ['To investigate', 'TO_INVESTIGATE', true],
    ['Product defect', 'PRODUCT_DEFECT', true],
    ['Automation defect', 'AUTOMATION_DEFECT', true],
    ['Environment issue', 'ENVIRONMENT_ISSUE', true],
    ['No defect', 'NO_DEFECT', true],
  ])
  const refused = (list: typeof items) =>
    refusalOf(app, saveFailureTags, { ...inProject(), body: { version, items: list } })
  expect((await refused(items.slice(0, 4))).errors).toMatchObject([{ message: TEXTS.failureTagStays('No defect') }])
  const off = items.map((tag) => (tag.value === 'TO_INVESTIGATE' ? { ...tag, enabled: false } : tag))
  expect((await refused(off)).errors).toMatchObject([{ message: TEXTS.lastFailureTag }])
  const renamed = items.map((tag) => (tag.value === 'NO_DEFECT' ? { ...tag, name: 'Expected', enabled: false } : tag))
  const saved = await ask(app, saveFailureTags, { ...inProject(), body: { version, items: renamed } })
  expect(saved.items.at(-1)).toMatchObject({ name: 'Expected', enabled: false })
  expect((await refused(items)).code).toBe(ERROR_CODES.stale)
})

test('[TAGS-03] [TAGS-05] [TAGS-06] a failed test is to be investigated until a user tags it; later the same cause gets that tag and asks for feedback', async () => {
  const first = await agent.startLaunch()
  const passed = await first.test('looks', 'PASSED')
  const failed = await first.test('pays', { result: 'FAILED', reason: 'No answer after 12 s' })
  expect(await assigned(first, passed)).toEqual([])
  expect(await assigned(first, failed)).toEqual([{ tagId: tags.open, userFeedbackRequired: false }])
  const body = { newTagId: tags.environment, expectedTagId: tags.open }
  expect((await refusalOf(app, assignFailureTag, { ...ofTest(first, passed), body })).status).toBe(409)
  expect(await ask(app, assignFailureTag, { ...ofTest(first, failed), body })).toEqual({
    items: [{ tagId: tags.environment, userFeedbackRequired: false }],
  })
  const again = await refusalOf(app, assignFailureTag, { ...ofTest(first, failed), body })
  expect([again.status, again.code]).toEqual([409, 'REP-2348'])

  const second = await agent.startLaunch()
  const recurs = await second.test('pays', { result: 'FAILED', reason: 'No answer after 99 s' })
  const other = await second.test('signs in', { result: 'FAILED', reason: 'Wrong password' })
  expect(await assigned(second, recurs)).toEqual([{ tagId: tags.environment, userFeedbackRequired: true }])
  expect(await assigned(second, other)).toEqual([{ tagId: tags.open, userFeedbackRequired: false }])
  const say = (precedingMlAssignmentFeedback: 'LIKE' | 'DISLIKE', newTagId = tags.environment) => ({
    ...ofTest(second, recurs),
    body: { newTagId, precedingMlAssignmentFeedback },
  })
  expect((await refusalOf(app, assignFailureTag, say('DISLIKE'))).status).toBe(400)
  expect((await ask(app, assignFailureTag, say('LIKE'))).items).toEqual([
    { tagId: tags.environment, userFeedbackRequired: false },
  ])
})

test('rejects an assignment based on an outdated tag with the current one, and keeps the tag of a result that is reported twice', async () => {
  const launch = await agent.startLaunch()
  const id = await launch.test('pays', { result: 'FAILED', reason: 'Basket is empty' })
  const body = (newTagId: number, expectedTagId: number) => ({
    ...ofTest(launch, id),
    body: { newTagId, expectedTagId },
  })
  await ask(app, assignFailureTag, body(tags.product, tags.open))
  const refused = await refusalOf(app, assignFailureTag, body(tags.environment, tags.open))
  expect(refused).toMatchObject({
    code: ERROR_CODES.stale,
    current: { items: [{ tagId: tags.product, userFeedbackRequired: false }] },
  })
  expect((await refusalOf(app, assignFailureTag, body(999_999, tags.product))).status).toBe(400)
})

test('[TAGS-02] [PERM-02] assignment needs its permission besides write access', async () => {
  const launch = await agent.startLaunch()
  const id = await launch.test('pays', { result: 'FAILED', reason: 'Basket is empty' })
  const without = await aUser(app, { permissions: [], roles: { [projectId]: 'ADMINISTRATOR' } })
  const body = { newTagId: tags.product }
  expect((await refusalOf(app, assignFailureTag, { ...ofTest(launch, id), token: without.token, body })).status).toBe(
    403,
  )
})

test('[TESTS-04] [TESTS-22] tests are filtered by tag, list their assignments, and lose them when they pass', async () => {
  const launch = await agent.startLaunch()
  const ids = [
    await launch.test('pays', { result: 'FAILED', reason: 'one' }),
    await launch.test('signs in', { result: 'FAILED', reason: 'two' }),
  ]
  await launch.test('looks', 'PASSED')
  const [first = 0] = ids
  await ask(app, assignFailureTag, { ...ofTest(launch, first), body: { newTagId: tags.product } })
  const names = async (failureTag: number[]) =>
    (await ask(app, listTests, inLaunch(launch, { failureTag: failureTag.map(String) }))).items.map(({ name }) => name)
  expect(await names([tags.product])).toEqual(['pays'])
  expect(await names([tags.open])).toEqual(['signs in'])
  expect(await names([tags.open, tags.product])).toEqual(['pays', 'signs in'])
  await ask(app, markTests, { ...inLaunch(launch), body: { ids: [first], status: 'PASSED' } })
  expect(await names([tags.product])).toEqual([])
  await ask(app, markTests, { ...inLaunch(launch), body: { ids: [first], status: 'FAILED' } })
  expect(await assigned(launch, first)).toEqual([{ tagId: tags.open, userFeedbackRequired: false }])
  const { events } = { events: await readStream(app.db, `launch:${launch.id}`, 0, 100) }
  expect(JSON.stringify(events)).toContain(`"failureTagAssignments":[{"tagId":${tags.product}`)
})
