import { expect, test } from 'vitest'
import { linkIssue, markTests } from '../../../../contract/launches/launch-tests.ts'
import { ask } from '../../support/app.ts'
import type { TestLaunch } from '../../support/agent.ts'
import { eventsOf, expectCounted, launchRow, some, testRow } from './support/rows.ts'
import { reportingServer } from './support/server.ts'

const server = reportingServer()
const statusOf = async (run: TestLaunch) => (await launchRow(server.app, run.id)).status
type Result = 'PASSED' | 'FAILED' | 'SKIPPED' | 'ABORTED' | 'BLOCKED'
const link = (launchId: number, testId: number) =>
  ask(server.app, linkIssue, {
    params: { projectKey: 'DEF', launchId },
    body: { ids: [testId], issueId: 'SHOP-1' },
    token: server.owner.token,
  })

const cases: [results: Result[], skipsFail: boolean | undefined, status: string][] = [
  [[], true, 'PASSED'],
  [['PASSED', 'PASSED'], true, 'PASSED'],
  [['PASSED', 'FAILED'], true, 'FAILED'],
  [['PASSED', 'ABORTED'], false, 'FAILED'],
  [['PASSED', 'BLOCKED'], false, 'FAILED'],
  [['PASSED', 'SKIPPED'], undefined, 'FAILED'],
  [['PASSED', 'SKIPPED'], true, 'FAILED'],
  [['PASSED', 'SKIPPED'], false, 'PASSED'],
  [['SKIPPED'], false, 'PASSED'],
]
test.each(cases)(
  'protocol 4: %j with treatSkipsAsFailures %j is %s [LAUNCH-05]',
  async (results, skipsFail, status) => {
    const run = await server.agent.startLaunch({ config: { treatSkipsAsFailures: skipsFail } })
    for (const [index, result] of results.entries()) await run.test(`test ${index}`, result)
    expect(await statusOf(run)).toBe('IN_PROGRESS')
    await run.finish()
    expect(await statusOf(run)).toBe(status)
    expect((await eventsOf(server.app, run.id)).slice(-2)).toEqual(['launch/finished', 'launch/pass-rate'])
  },
)

test('protocol 4: a launch passes when all of its failures have linked issues [LAUNCH-05]', async () => {
  const run = await server.agent.startLaunch()
  const known = await run.test('known', { result: 'FAILED', reason: 'as ever' })
  await link(run.id, known)
  const second = await server.agent.startLaunch()
  await link(second.id, await second.test('known', { result: 'FAILED', reason: 'as ever' }))
  await second.test('new', 'FAILED')
  await run.finish()
  await second.finish()
  expect([await statusOf(run), await statusOf(second)]).toEqual(['PASSED', 'FAILED'])
  expect(some(await expectCounted(server.app, run.id))).toEqual({ failedAsKnown: 1 })
  expect(some(await expectCounted(server.app, second.id))).toEqual({ failedAsKnown: 1, failed: 1 })
})

test('protocol 4: a result that is reported after the end of the launch changes its status [LAUNCH-05]', async () => {
  const run = await server.agent.startLaunch()
  const late = await run.startTest()
  await run.finish()
  expect(await statusOf(run)).toBe('FAILED')
  await run.finishTest(late, { result: 'PASSED' })
  expect(await statusOf(run)).toBe('PASSED')
  expect((await eventsOf(server.app, run.id)).slice(-4)).toEqual([
    'launch/statistics',
    'launch/changed',
    'test/changed',
    'launch/pass-rate',
  ])
})

test('protocol 4: the later of two results of one test counts, and a manual result stays', async () => {
  const run = await server.agent.startLaunch()
  const id = await run.test('a', 'PASSED')
  await run.finishTest(id, { result: 'FAILED', reason: 'after all' })
  expect(some(await expectCounted(server.app, run.id))).toEqual({ failed: 1 })
  await ask(server.app, markTests, {
    params: { projectKey: 'DEF', launchId: run.id },
    body: { ids: [id], status: 'PASSED' },
    token: server.owner.token,
  })
  await run.finishTest(id, { result: 'ABORTED' })
  expect(await testRow(server.app, id)).toMatchObject({ status: 'PASSED', passed_manually: true })
})

test('protocol 4: a rerun keeps the results of tests that are not run again', async () => {
  const run = await server.agent.startLaunch()
  const saved = await run.test('kept', 'PASSED')
  const failed = await run.test('failed', { result: 'FAILED', reason: 'first' })
  await run.finish()
  const again = await server.agent.startLaunch({ uuid: run.uuid })
  expect(again.id).toBe(run.id)
  expect(some(await expectCounted(server.app, run.id))).toEqual({ passed: 1, failed: 1 })
  await run.restartTest(failed, 'failed')
  expect(some(await expectCounted(server.app, run.id))).toEqual({ passed: 1, inProgress: 1 })
  await run.finishTest(failed, { result: 'PASSED' })
  const unknown = await run.test('new in this run', 'PASSED')
  await run.finish()
  expect(await statusOf(run)).toBe('PASSED')
  expect(some(await expectCounted(server.app, run.id))).toEqual({ passed: 3 })
  expect(await testRow(server.app, saved)).toMatchObject({ attempt: 1, status: 'PASSED' })
  expect(await testRow(server.app, failed)).toMatchObject({ attempt: 2, status: 'PASSED', reason: null })
  expect(await testRow(server.app, unknown)).toMatchObject({ attempt: 1 })
})
