import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createWriter } from '../../../../server/launches/writer/writer.ts'
import { endSilentLaunches } from '../../../../server/launches/silence.ts'
import { eventsOf, expectCounted, launchRow, sessionRow, some, testRow } from './support/rows.ts'
import { reportingServer } from './support/server.ts'

const server = reportingServer()
const minutesAgo = (launchId: number, minutes: number) =>
  sql`update launch set heard_at = now() - make_interval(mins => ${minutes}) where id = ${launchId}`.execute(
    server.app.db,
  )
/** Checks for silent launches as another process would; the server is restarted, because its cached rows are outdated now. */
const endSilent = async () => {
  const count = await endSilentLaunches(server.app.db, createWriter(server.app.db, server.app.app.log, false), 60)
  await server.restart()
  return count
}

test('protocol 3: ends a launch after silence, aborts its open tests and closes its sessions', async () => {
  const run = await server.agent.startLaunch()
  const passed = await run.test('passed', 'PASSED')
  const open = await run.startTest({ name: 'open' })
  const sessionId = await run.startSession({ testIds: [open] })
  await minutesAgo(run.id, 59)
  expect(await endSilent()).toBe(0)
  await minutesAgo(run.id, 61)
  expect(await endSilent()).toBe(1)
  expect(await launchRow(server.app, run.id)).toMatchObject({
    status: 'ABORTED',
    ended_by: 'silence',
    ended_at: expect.any(Date),
  })
  expect(await testRow(server.app, open)).toMatchObject({
    status: 'ABORTED',
    reason: expect.stringContaining('60 minutes'),
  })
  expect((await testRow(server.app, passed)).status).toBe('PASSED')
  expect((await sessionRow(server.app, sessionId)).status).toBe('COMPLETED')
  expect(some(await expectCounted(server.app, run.id))).toEqual({ passed: 1, aborted: 1 })
  expect((await eventsOf(server.app, run.id)).slice(-4)).toEqual([
    'launch/statistics',
    'launch/finished',
    'test/finished',
    'launch/pass-rate',
  ])
  expect(await endSilent()).toBe(0)
})

test('protocol 3: also ends queued launches after silence, and leaves finished ones unchanged', async () => {
  const queued = await server.agent.startLaunch({ status: 'QUEUED' })
  const finished = await server.agent.startLaunch()
  await finished.finish()
  for (const { id } of [queued, finished]) await minutesAgo(id, 100)
  await endSilent()
  expect((await launchRow(server.app, queued.id)).status).toBe('ABORTED')
  expect(await launchRow(server.app, finished.id)).toMatchObject({ status: 'PASSED', ended_by: 'agent' })
})

test('tests left open when their launch finishes are aborted with a reason, and the launch has not passed', async () => {
  const run = await server.agent.startLaunch()
  await run.test('adds up', 'PASSED')
  const open = await run.startTest()
  await run.finish('2026-11-20T19:00:00Z')
  expect(await testRow(server.app, open)).toMatchObject({
    status: 'ABORTED',
    reason: 'The launch ended before this test reported a result',
  })
  expect(await launchRow(server.app, run.id)).toMatchObject({
    status: 'FAILED',
    ended_by: 'agent',
    ended_at: new Date('2026-11-20T19:00:00Z'),
  })
  expect(some(await expectCounted(server.app, run.id))).toEqual({ passed: 1, aborted: 1 })
})

const ended = async () => {
  const run = await server.agent.startLaunch()
  const open = await run.startTest({ name: 'open' })
  const sessionId = await run.startSession()
  await minutesAgo(run.id, 100)
  await endSilent()
  expect((await launchRow(server.app, run.id)).status).toBe('ABORTED')
  return { run, open, sessionId }
}
type Ended = Awaited<ReturnType<typeof ended>>

const calls: [name: string, speak: (ended: Ended) => Promise<unknown>][] = [
  ['logs', ({ run, open }) => run.logs([{ testId: open, timestamp: 1, message: 'still here' }])],
  ['a test start', ({ run }) => run.startTest({ name: 'next' })],
  ['a test finish', ({ run, open }) => run.finishTest(open, { result: 'PASSED' })],
  ['a label', ({ run }) => run.label([{ key: 'a', value: 'b' }])],
  ['a screenshot', ({ run, open }) => run.screenshot(open, 1)],
  ['a session update', ({ run, sessionId, open }) => run.updateSession(sessionId, { testIds: [open] })],
  ['a session start', ({ run }) => run.startSession({ sessionId: 'again' })],
]
test.each(calls)('protocol 3: an agent that speaks again, with %s, goes on where it was', async (_name, speak) => {
  const given = await ended()
  await speak(given)
  expect(await launchRow(server.app, given.run.id)).toMatchObject({
    status: 'IN_PROGRESS',
    ended_at: null,
    ended_by: null,
  })
  // When it falls silent permanently, it is ended again.
  await minutesAgo(given.run.id, 100)
  expect(await endSilent()).toBe(1)
})

test('protocol 3: an agent that speaks again may finish its test and its launch', async () => {
  const { run, open } = await ended()
  await run.finishTest(open, { result: 'PASSED' })
  await run.finish()
  expect(await launchRow(server.app, run.id)).toMatchObject({ status: 'PASSED', ended_by: 'agent' })
  expect(await testRow(server.app, open)).toMatchObject({ status: 'PASSED', reason: null })
  expect(some(await expectCounted(server.app, run.id))).toEqual({ passed: 1 })
})
