import { afterAll, beforeAll, expect, test } from 'vitest'
import { GATE_REPLAY_PAGE, replayGate } from '../../../contract/launches/gate-replay.ts'
import { getQualityGate } from '../../../contract/launches/quality-gate.ts'
import { changeQuarantine } from '../../../contract/launches/quarantine.ts'
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
let projects = 0

/** Reports launches to a project of its own, each a minute after the one before, the first two days ago. */
const aReporter = async () => {
  projects += 1
  const projectKey = `RP${projects}`
  await aProject(app, owner, projectKey)
  const agent = await TestAgent.of(app, owner, projectKey)
  const params = { projectKey }
  const begin = Date.now() - 2 * 24 * 3_600_000
  let count = 0
  const launch = async (results: Record<string, Result>, given: object = {}) => {
    count += 1
    const of = await agent.startLaunch({ startedAt: new Date(begin + count * 60_000).toISOString(), ...given })
    const ids: number[] = []
    for (const [name, result] of Object.entries(results)) {
      const id = await of.test(
        name,
        result === 'R' || result === 'F' ? { result: 'FAILED', reason: name } : RESULTS[result],
      )
      if (result === 'R') {
        await of.restartTest(id, name)
        await of.finishTest(id, { result: 'PASSED' })
      }
      ids.push(id)
    }
    await of.finish()
    return { id: of.id, ids }
  }
  const replay = (query: Record<string, string> = {}) => ask(app, replayGate, { params, token: owner.token, query })
  return { params, launch, replay }
}

test('a replay of an unsaved policy lists the launches that it would have stopped, with the reasons', async () => {
  const { launch, replay } = await aReporter()
  const good = await launch({ pays: 'P', ships: 'P' })
  const bad = await launch({ pays: 'F', ships: 'P' })
  const empty = await launch({ pays: 'S' })
  const newest = await launch({ pays: 'P', ships: 'R' })
  expect(await replay()).toMatchObject({
    total: 4,
    judged: 4,
    next: null,
    latest: { launch: { id: newest.id }, verdict: 'passed' },
    stopped: [
      { launch: { id: empty.id }, reasons: ['No tests ran'] },
      { launch: { id: bad.id }, reasons: [], checks: [{ rule: 'maxFailures', wanted: 0, actual: 1 }] },
    ],
  })
  const stoppedBy = async (query: Record<string, string>) =>
    (await replay(query)).stopped.map(({ launch: { id } }) => id)
  expect(await stoppedBy({ maxFailures: '1', minTests: '0' })).toEqual([])
  expect(await stoppedBy({ maxFailures: '1', maxRetried: '0' })).toEqual([newest.id, empty.id])
  expect(await stoppedBy({ minTests: '3', maxFailures: '1' })).toEqual([newest.id, empty.id, bad.id, good.id])
  expect((await replay({ minTests: '3' })).latest).toMatchObject({ verdict: 'failed' })
})

test('a replay judges each launch as its verdict does', async () => {
  const { params, launch, replay } = await aReporter()
  await launch({ pays: 'F', ships: 'P' }, { origin: { branch: 'main' } })
  const change = { origin: { branch: 'fix', baseBranch: 'main', pullRequest: 7 } }
  await launch({ pays: 'F', ships: 'F' }, change)
  await launch({ pays: 'F', ships: 'F' }, change)
  await launch({ pays: 'P', ships: 'F' })
  const { ids } = await launch({ pays: 'F', ships: 'P' })
  const policy = { maxNewFailures: '0', minPassRate: '50' }
  const { stopped } = await replay(policy)
  const verdicts = await Promise.all(
    stopped.map(({ launch: { id } }) =>
      ask(app, getQualityGate, { params, token: owner.token, query: { launchId: String(id), ...policy } }),
    ),
  )
  expect(stopped).toHaveLength(4)
  expect(stopped.map(({ checks }) => checks)).toEqual(verdicts.map(({ checks }) => checks))
  const entry = { reason: 'Shaky', until: null }
  const items = [{ testId: ids[0] ?? 0, version: null, entry }]
  await ask(app, changeQuarantine, { params, token: owner.token, body: { items } })
  expect((await replay(policy)).stopped.map(({ launch: { id } }) => id)).not.toContain(stopped[0]?.launch.id)
})

test('a launch is stopped by flaky tests if it passes without their failures and retries', async () => {
  const { launch, replay } = await aReporter()
  const first = { origin: { commit: 'abcdef1' } }
  await launch({ shaky: 'P', steady: 'P' }, first)
  const onlyShaky = await launch({ shaky: 'F', steady: 'P' }, first)
  const second = { origin: { commit: 'abcdef2' } }
  const broken = await launch({ shaky: 'P', steady: 'F' }, second)
  const both = await launch({ shaky: 'F', steady: 'F' }, second)
  expect((await replay()).stopped.map(({ launch: { id }, byFlaky }) => [id, byFlaky])).toEqual([
    [both.id, false],
    [broken.id, false],
    [onlyShaky.id, true],
  ])
})

test('a replay of many launches continues page by page, and judges each once', async () => {
  const { params, replay } = await aReporter()
  const { id } = await app.db
    .selectFrom('project')
    .select('id')
    .where('key', '=', params.projectKey)
    .executeTakeFirstOrThrow()
  const total = GATE_REPLAY_PAGE + 3
  const newest = Date.now()
  await app.db
    .insertInto('launch')
    .values(
      Array.from({ length: total }, (_, i) => ({
        project_id: id,
        number: i + 1,
        uuid: crypto.randomUUID(),
        name: 'Nightly',
        status: 'FAILED' as const,
        failed: i % 2,
        passed: 1,
        // Two launches start at a time, also at the end of the first page.
        started_at: new Date(newest - Math.floor((i + 1) / 2) * 60_000),
      })),
    )
    .execute()
  const first = await replay()
  expect(first).toMatchObject({ total, judged: GATE_REPLAY_PAGE, latest: { launch: { name: 'Nightly' } } })
  const { before = '', beforeId = 0 } = first.next ?? {}
  const second = await replay({ before, beforeId: String(beforeId) })
  expect(second).toMatchObject({ total, judged: 3, latest: null, next: null })
  const stopped = [...first.stopped, ...second.stopped].map(({ launch: { number } }) => number)
  expect(new Set(stopped).size).toBe(Math.floor(total / 2))
  expect(stopped).toHaveLength(Math.floor(total / 2))
  const wrong = await refusalOf(app, replayGate, {
    params,
    token: owner.token,
    query: { before: 'soon', maxFailures: '-1' },
  })
  expect(wrong.errors?.map(({ field }) => field)).toEqual(expect.arrayContaining(['before', 'maxFailures']))
})
