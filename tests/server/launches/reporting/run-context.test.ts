import { expect, test } from 'vitest'
import { TestAgent } from '../../support/agent.ts'
import { aUser } from '../../support/people.ts'
import { countRows, launchRow } from './support/rows.ts'
import { reportingServer } from './support/server.ts'

const server = reportingServer()

interface Exchanged {
  testRunUuid: string
  mode: string
  runAllowed: boolean
  reason: string | null
  runOnlySpecificTests: boolean
  testsToRun: {
    id: number
    name: string
    correlationData: string | null
    status: string
    startedAt: string
    endedAt: string
  }[]
  fullExecutionPlanContext?: string
}
/** The text is sent unchanged, as most agents send it. */
const exchange = (context: unknown, agent = server.agent) =>
  agent.call<Exchanged>(
    'POST',
    '/run-context-exchanges',
    typeof context === 'string' ? context : JSON.stringify(context),
  )
const names = ({ testsToRun }: Exchanged) => testsToRun.map(({ name }) => name)

const aMixedLaunch = async () => {
  const run = await server.agent.startLaunch()
  const correlated = (name: string) => ({ correlationData: `{"spec":"a.js","fullTitle":"${name}"}` })
  const ids = {
    passed: await run.test('passed', 'PASSED', correlated('passed')),
    failed: await run.test('failed', { result: 'FAILED', reason: 'x' }, correlated('failed')),
    skipped: await run.test('skipped', 'SKIPPED', correlated('skipped')),
    aborted: await run.test('aborted', 'ABORTED', correlated('aborted')),
    blocked: await run.test('blocked', 'BLOCKED', correlated('blocked')),
    open: await run.startTest({ name: 'open', ...correlated('open') }),
  }
  return { run, ids }
}

test('protocol 2.2: a launch that is not there yet is new, and starts with the uuid of the answer', async () => {
  const uuid = '5b0d1c58-0b0f-4c0e-9c64-0f3b1d3c9f11'
  const first = await exchange({ testRunUuid: uuid })
  expect(first).toMatchObject({
    testRunUuid: uuid,
    mode: 'NEW',
    runAllowed: true,
    runOnlySpecificTests: false,
    testsToRun: [],
  })
  expect(await exchange({ testRunUuid: uuid })).toEqual(first)
  const run = await server.agent.startLaunch({ uuid: first.testRunUuid })
  expect(run.uuid).toBe(uuid)
})

test('protocol 2.2: a launch that is there runs again; the same question has the same answer and changes nothing', async () => {
  const { run, ids } = await aMixedLaunch()
  await run.finish()
  const before = await countRows(server.app)
  const first = await exchange({ testRunUuid: run.uuid, rerunOnlyFailures: true })
  expect(first).toMatchObject({ testRunUuid: run.uuid, mode: 'RERUN', runAllowed: true, runOnlySpecificTests: true })
  expect(first.testsToRun.map(({ id }) => id)).toEqual([ids.failed, ids.skipped, ids.aborted, ids.blocked, ids.open])
  for (let times = 0; times < 3; times += 1)
    expect(await exchange({ testRunUuid: run.uuid, rerunOnlyFailures: true })).toEqual(first)
  expect(await countRows(server.app)).toEqual(before)
  expect((await launchRow(server.app, run.id)).status).toBe('FAILED')
})

test('protocol 2.2: every test to run has both times and its correlation data as it came', async () => {
  const { run } = await aMixedLaunch()
  const { testsToRun } = await exchange({ testRunUuid: run.uuid })
  expect(testsToRun).toHaveLength(6)
  for (const one of testsToRun) {
    expect(one.correlationData).toBe(`{"spec":"a.js","fullTitle":"${one.name}"}`)
    for (const time of [one.startedAt, one.endedAt]) expect(time).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  }
})

test('protocol 2.2: chosen tests alone are run; the full plan gives all of them', async () => {
  const { run, ids } = await aMixedLaunch()
  const chosen = await exchange({ testRunUuid: run.uuid, testIds: [ids.passed, ids.failed] })
  expect(names(chosen)).toEqual(['passed', 'failed'])
  expect(chosen.runOnlySpecificTests).toBe(true)
  expect(typeof chosen.fullExecutionPlanContext).toBe('string')
  const full = await exchange(chosen.fullExecutionPlanContext)
  expect(names(full)).toEqual(['passed', 'failed', 'skipped', 'aborted', 'blocked', 'open'])
  expect(full.testRunUuid).toBe(run.uuid)
})

test("protocol 2.2: Java's own context asks for the statuses it lists", async () => {
  const { run } = await aMixedLaunch()
  expect(await exchange({ id: run.uuid })).toMatchObject({
    testRunUuid: run.uuid,
    mode: 'RERUN',
    runOnlySpecificTests: false,
  })
  const statuses = ['FAILED', 'SKIPPED', 'ABORTED', 'IN_PROGRESS']
  expect(names(await exchange({ id: run.uuid, rerunOnlyFailures: true, statuses }))).toEqual([
    'failed',
    'skipped',
    'aborted',
    'open',
  ])
  expect(names(await exchange({ id: run.uuid, rerunOnlyFailures: true, statuses: ['FAILED', 'NEW_WORD'] }))).toEqual([
    'failed',
  ])
})

test('protocol 2.2: with nothing left to rerun the agent is answered with stop and the reason', async () => {
  const run = await server.agent.startLaunch()
  await run.test('passed', 'PASSED')
  await run.finish()
  expect(await exchange({ testRunUuid: run.uuid, rerunOnlyFailures: true })).toMatchObject({
    runAllowed: false,
    reason: expect.stringMatching(/./),
    testsToRun: [],
  })
})

test('protocol 4: a rerun list holds no test without correlation data, for some agents break on it', async () => {
  const run = await server.agent.startLaunch()
  await run.test('correlated', 'FAILED', { correlationData: '{"a":1}' })
  await run.test('bare', 'FAILED')
  const { testsToRun, runAllowed } = await exchange({ testRunUuid: run.uuid, rerunOnlyFailures: true })
  expect(testsToRun.map(({ correlationData }) => correlationData)).toEqual(['{"a":1}'])
  expect(runAllowed).toBe(true)
})

test('protocol 2.2: a launch of a project that the caller may not read is not found', async () => {
  const { run } = await aMixedLaunch()
  const stranger = await TestAgent.of(server.app, await aUser(server.app))
  expect(await exchange({ testRunUuid: run.uuid }, stranger)).toMatchObject({ mode: 'NEW', testsToRun: [] })
})

test('protocol 2.2: rejects an invalid context with a message', async () => {
  expect(await server.agent.request('POST', '/run-context-exchanges', 'not json')).toMatchObject({
    status: 400,
    body: { message: expect.stringMatching(/./) },
  })
  for (const field of ['testRunUuid', 'statuses', 'testIds'])
    expect(await server.agent.request('POST', '/run-context-exchanges', { [field]: 7 })).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining(field) },
    })
  expect(await exchange({})).toMatchObject({ runAllowed: false, reason: expect.stringMatching(/./), testsToRun: [] })
  expect(await exchange({ testRunUuid: 'a\0b' })).toMatchObject({ mode: 'NEW', testRunUuid: 'ab' })
})
