import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  getFlakySettings,
  listFlakyTests,
  replayFlakyRules,
  updateFlakySettings,
} from '../../../contract/launches/flaky-tests.ts'
import { changeQuarantine } from '../../../contract/launches/quarantine.ts'
import { listSettingsChanges } from '../../../contract/settings/change-log.ts'
import { TestAgent } from '../support/agent.ts'
import { ask, refusalOf, startTestApp, type TestApp } from '../support/app.ts'
import { aProject, aWorkspace, type TestUser } from '../support/people.ts'

let app: TestApp
let owner: TestUser
beforeAll(async () => {
  app = await startTestApp()
  owner = await aWorkspace(app)
})
afterAll(() => app.close())

/** `R`: passed on a retry. */
type Result = 'P' | 'F' | 'R' | 'S'
const RESULTS = { P: 'PASSED', F: 'FAILED', R: 'PASSED', S: 'SKIPPED' } as const

const DAY_MS = 24 * 3_600_000
let projects = 0

/** An agent of a project of its own. Later launches start later, the first `daysAgo`. */
const aReporter = async () => {
  projects += 1
  const projectKey = `FL${projects}`
  await aProject(app, owner, projectKey)
  const agent = await TestAgent.of(app, owner, projectKey)
  let started = 0
  const launch = async (
    results: Record<string, Result>,
    { daysAgo = 1, ...given }: Record<string, unknown> & { daysAgo?: number } = {},
  ) => {
    started += 1
    const startedAt = new Date(Date.now() - daysAgo * DAY_MS + started * 60_000).toISOString()
    const of = await agent.startLaunch({ startedAt, ...given })
    const ids: number[] = []
    for (const [name, result] of Object.entries(results)) {
      const at = (seconds: number) => new Date(Date.parse(startedAt) + seconds * 1000).toISOString()
      const test = { name, methodName: name, maintainer: name.startsWith('pays') ? 'ada' : 'bob' }
      const id = await of.startTest({ ...test, startedAt: at(0) })
      ids.push(id)
      if (result === 'R') {
        await of.finishTest(id, { result: 'FAILED', reason: `Error: ${name} is slow\nat line 1`, endedAt: at(10) })
        await of.call('POST', `/tests/${id}`, { ...test, className: 'cart.spec.js', startedAt: at(10) })
      }
      const reason = result === 'F' ? { reason: `Error: ${name} is wrong\nat line 2` } : {}
      await of.finishTest(id, { result: RESULTS[result], ...reason, endedAt: at(15) })
    }
    await of.finish()
    return { id: of.id, ids }
  }
  const params = { projectKey }
  const list = (query: Record<string, string | string[]> = {}) =>
    ask(app, listFlakyTests, { params, token: owner.token, query })
  return { params, launch, list }
}

describe('the list of flaky tests', () => {
  test('has tests whose result changed or that passed on a retry, with what they cost and why they failed', async () => {
    const { launch, list } = await aReporter()
    const results: Record<string, Result>[] = [
      { 'pays often': 'P', retries: 'P', broken: 'F', stays: 'P' },
      { 'pays often': 'F', retries: 'R', broken: 'F', stays: 'P' },
      { 'pays often': 'P', retries: 'P', broken: 'F', stays: 'S' },
      { 'pays often': 'F', retries: 'P', broken: 'F', stays: 'P' },
    ]
    for (const one of results) await launch(one, { origin: { branch: 'main' } })
    const answer = await list()
    expect(answer).toMatchObject({ days: 30, launches: 4, infrastructure: 0, omitted: 0, branches: ['main'] })
    expect(answer.items).toMatchObject([
      {
        name: 'pays often',
        owner: 'ada',
        rate: 0.75,
        runs: 4,
        failures: 2,
        flips: 3,
        commitFlips: 0,
        retries: 0,
        costMs: 30_000,
        branches: ['main'],
        recent: ['passed', 'failed', 'passed', 'failed'],
        causes: ['Error: pays often is wrong'],
        isQuarantined: false,
        mark: { rule: 'flips', count: 3 },
      },
      {
        name: 'retries',
        rate: 0.25,
        retries: 1,
        flips: 0,
        costMs: 15_000,
        causes: ['Error: retries is slow'],
        mark: null,
      },
    ])
  })

  test('is searched, filtered, sorted and paged', async () => {
    const { launch, list } = await aReporter()
    await launch({ 'pays a': 'P', 'pays b': 'R', opens: 'F' })
    await launch({ 'pays a': 'F', 'pays b': 'R', opens: 'P' })
    const names = async (query: Record<string, string>) => (await list(query)).items.map(({ name }) => name)
    expect((await list()).owners).toEqual(['ada', 'bob'])
    expect(await names({ q: 'PAYS', sort: 'name', order: 'asc' })).toEqual(['pays a', 'pays b'])
    expect(await names({ owner: 'bob' })).toEqual(['opens'])
    expect(await names({ isMarked: 'true' })).toEqual(['pays b'])
    expect(await names({ sort: 'cost' })).toEqual(['pays b', 'pays a', 'opens'])
    expect(await names({ sort: 'name', order: 'asc', pageSize: '1', page: '2' })).toEqual(['pays a'])
    expect((await list({ pageSize: '1' }))._meta).toMatchObject({ total: 3, totalPages: 3 })
  })

  test('compares runs of one launch name, environment and branch, in the window', async () => {
    const { launch, list } = await aReporter()
    for (const result of ['P', 'F'] as const) await launch({ aged: result }, { daysAgo: 40 })
    for (const _ of [1, 2]) {
      await launch({ 'only in Firefox': 'P' }, { config: { environment: 'chrome' } })
      await launch({ 'only in Firefox': 'F' }, { config: { environment: 'firefox' } })
    }
    expect((await list()).items).toEqual([])
    expect((await list({ days: '90' })).items).toMatchObject([{ name: 'aged', flips: 1 }])
  })

  test('marks a test whose result changed for one commit', async () => {
    const { launch, list } = await aReporter()
    await launch({ once: 'P', fixed: 'F' }, { origin: { commit: 'aaaaaaa1' } })
    await launch({ once: 'F', fixed: 'F' }, { origin: { commit: 'aaaaaaa1' } })
    await launch({ once: 'F', fixed: 'P' }, { origin: { commit: 'bbbbbbb2' } })
    expect((await list()).items.map(({ name, commitFlips, mark }) => [name, commitFlips, mark?.rule])).toEqual([
      ['once', 1, 'commitFlips'],
      ['fixed', 0, undefined],
    ])
  })

  test('leaves out pull requests whose base branch is clean, unless their branch is chosen', async () => {
    const { launch, list } = await aReporter()
    const change = { origin: { branch: 'fix', baseBranch: 'main', pullRequest: 7 } }
    await launch({ steady: 'P', shaky: 'F' }, { origin: { branch: 'main' } })
    await launch({ steady: 'R', shaky: 'R' }, change)
    await launch({ steady: 'F', shaky: 'F' }, change)
    expect((await list()).items.map(({ name }) => name)).toEqual(['shaky'])
    const chosen = await list({ branch: 'fix', sort: 'name', order: 'asc' })
    expect(chosen.items.map(({ name, runs }) => [name, runs])).toEqual([
      ['shaky', 2],
      ['steady', 2],
    ])
  })

  test('leaves out launches of which most tests failed', async () => {
    const { launch, list } = await aReporter()
    const all = (result: Result) => Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => [name, result]))
    await launch(all('P'))
    await launch({ ...all('F'), f: 'P' })
    await launch({ ...all('P'), a: 'R' })
    expect(await list()).toMatchObject({ launches: 2, infrastructure: 1, items: [{ name: 'a', flips: 0, retries: 1 }] })
  })
})

test('a replay of unsaved rules lists the tests that they would mark, and how many of them are in quarantine', async () => {
  const { params, launch } = await aReporter()
  const { ids } = await launch({ a: 'R', b: 'R', c: 'P', d: 'P' })
  await launch({ a: 'R', b: 'P', c: 'F', d: 'P' })
  const replay = (query: Record<string, string>) =>
    ask(app, replayFlakyRules, {
      params,
      token: owner.token,
      query: { windowDays: '30', maxFailedShare: '50', maxQuarantinedShare: '50', ...query },
    })
  await ask(app, changeQuarantine, {
    params,
    token: owner.token,
    body: { items: [{ testId: ids[0] ?? 0, version: null, entry: { reason: 'Shaky', until: null } }] },
  })
  expect(await replay({ minRetries: '1' })).toMatchObject({
    launches: 2,
    marked: 2,
    quarantined: 1,
    wouldQuarantine: 1,
    maxQuarantined: 2,
    items: [
      { name: 'a', isQuarantined: true, mark: { rule: 'retries', count: 2 } },
      { name: 'b', isQuarantined: false, mark: { rule: 'retries', count: 1 } },
    ],
  })
  expect(await replay({ minRetries: '2', maxQuarantinedShare: '1' })).toMatchObject({ marked: 1, wouldQuarantine: 0 })
  expect(await replay({})).toMatchObject({ marked: 0, items: [] })
  const wrong = await refusalOf(app, replayFlakyRules, { params, token: owner.token, query: { windowDays: '8' } })
  expect(wrong.errors?.map(({ field }) => field)).toEqual(
    expect.arrayContaining(['windowDays', 'maxFailedShare', 'maxQuarantinedShare']),
  )
})

test('the rules of a project apply once they are saved, and their change is in the log', async () => {
  const { params, launch, list } = await aReporter()
  await launch({ a: 'R' })
  const of = { params, token: owner.token }
  expect((await list()).items).toMatchObject([{ name: 'a', mark: null }])
  await ask(app, updateFlakySettings, { ...of, body: { minRetries: 1, expected: { minRetries: 2 } } })
  expect(await ask(app, getFlakySettings, of)).toMatchObject({ minRetries: 1, minFlips: 3, quarantines: false })
  expect((await list()).items).toMatchObject([{ name: 'a', mark: { rule: 'retries', count: 1 } }])
  const body = { minRetries: 5, expected: { minRetries: 2 } }
  expect((await refusalOf(app, updateFlakySettings, { ...of, body })).status).toBe(409)
  expect((await refusalOf(app, updateFlakySettings, { ...of, body: { minFlips: 1 } })).status).toBe(400)
  const log = await ask(app, listSettingsChanges, { ...of, query: {} })
  expect(log.items[0]).toMatchObject({
    area: 'flaky-tests',
    changes: [{ values: { minRetries: { before: 2, after: 1 } } }],
  })
})
