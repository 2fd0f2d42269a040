import { expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock } from 'xstate'
import { CONSOLE_PAGE, type ConsolePage, type LaunchAttempt } from '../../../contract/launchers/engine.ts'
import {
  launchLogs,
  LOGS_NEXT_MS,
  LOGS_POLL_MS,
  type LaunchLogsEvent,
} from '../../../machines/launches/launch-logs.machine.ts'
import { breaches, missedBy, pathsOf } from '../support/paths.ts'
import { expectTable } from '../support/table.ts'

const attempt = (attemptUuid: string): LaunchAttempt => ({
  attemptUuid,
  attempt: 1,
  state: 'running',
  driver: 'process',
  branch: 'main',
  commit: null,
  queuedAt: '',
  startedAt: null,
  endedAt: null,
  exitCode: null,
  endReason: null,
  worker: null,
  waiting: null,
})
const page = (from: number, count: number, next: string | null, previous: string | null = null): ConsolePage => ({
  attemptUuid: 'a',
  items: Array.from({ length: count }, (_, place) => ({ key: from + place, value: 'line', at: '' })),
  meta: { nextPageToken: next, previousPageToken: previous },
})

const events = [
  { type: 'attempt/opened', attemptUuid: 'b' },
  { type: 'earlier/asked' },
  { type: 'logs/refresh' },
  { type: 'xstate.done.actor.loadAttempts', output: [] },
  { type: 'xstate.done.actor.loadAttempts', output: [attempt('a'), attempt('b')] },
  { type: 'xstate.error.actor.loadAttempts', error: 'away' },
  { type: 'xstate.done.actor.loadPage', output: page(5, 2, null, 'before-5') },
  { type: 'xstate.done.actor.loadPage', output: page(5, 2, 'after-6', 'before-5') },
  { type: 'xstate.done.actor.loadPage', output: page(1, CONSOLE_PAGE, 'after-1000') },
  { type: 'xstate.error.actor.loadPage', error: 'away' },
  { type: 'xstate.done.actor.loadEarlier', output: page(1, 4, null) },
  { type: 'xstate.error.actor.loadEarlier', error: 'away' },
  { type: 'xstate.after.poll.launchLogs.waiting' },
  { type: 'xstate.after.nextPage.launchLogs.hurrying' },
] as unknown as LaunchLogsEvent[]
const paths = pathsOf(launchLogs, {
  input: { attemptUuid: null },
  events,
  stopWhen: ({ context: { lines } }) => lines.length > 3 && lines.length !== CONSOLE_PAGE,
})

test('each state handles the events of its table', () =>
  expectTable(launchLogs, {
    looking: 'attempt/opened logs/refresh done(loadAttempts) error(loadAttempts)',
    reading: 'attempt/opened logs/refresh done(loadPage) error(loadPage)',
    hurrying: 'attempt/opened logs/refresh after(nextPage)',
    waiting: 'attempt/opened logs/refresh earlier/asked after(poll)',
    complete: 'attempt/opened logs/refresh earlier/asked',
    goingBack: 'attempt/opened logs/refresh done(loadEarlier) error(loadEarlier)',
    failed: 'attempt/opened logs/refresh',
  }))

test('the paths reach every state and take every transition', () => expect(missedBy(launchLogs, paths)).toEqual([]))

test('[LOGS-06] [LOGS-08] [LOGS-09] a full page is followed at once, others after five seconds, from the end at first', async () => {
  const clock = new SimulatedClock()
  const asked: string[] = []
  const answers = [page(1, CONSOLE_PAGE, 'after-1000'), page(1001, 3, 'after-1003'), page(1004, 1, null)]
  const actor = createActor(
    launchLogs.provide({
      actors: {
        loadAttempts: fromPromise<readonly LaunchAttempt[]>(() => Promise.resolve([attempt('a'), attempt('b')])),
        loadPage: fromPromise(({ input }: { input: { attemptUuid: string; pageToken: string } }) => {
          asked.push(`${input.attemptUuid} ${input.pageToken}`)
          return Promise.resolve(answers.shift() as ConsolePage)
        }),
      },
    }),
    { input: { attemptUuid: null }, clock },
  ).start()
  const reached = async (state: string) => await expect.poll(() => actor.getSnapshot().value).toBe(state)
  await reached('hurrying')
  clock.increment(LOGS_NEXT_MS)
  await reached('waiting')
  clock.increment(LOGS_POLL_MS - 1)
  expect(actor.getSnapshot().value).toBe('waiting')
  clock.increment(1)
  await reached('complete')
  expect(asked).toEqual(['b last', 'b after-1000', 'b after-1003'])
  expect(actor.getSnapshot().context.lines.map(({ key }) => key)).toEqual(Array.from({ length: 1004 }, (_, i) => i + 1))
})

test('[LOGS-12] earlier lines are asked for by the token of the page before, and stand above', async () => {
  const asked: string[] = []
  const actor = createActor(
    launchLogs.provide({
      actors: {
        loadAttempts: fromPromise<readonly LaunchAttempt[]>(() => Promise.resolve([attempt('a')])),
        loadPage: fromPromise(() => Promise.resolve(page(5, 2, null, 'before-5'))),
        loadEarlier: fromPromise(({ input }: { input: { attemptUuid: string; pageToken: string } }) => {
          asked.push(`${input.attemptUuid} ${input.pageToken}`)
          return Promise.resolve(page(1, 4, null))
        }),
      },
    }),
    { input: { attemptUuid: null } },
  ).start()
  await expect.poll(() => actor.getSnapshot().value).toBe('complete')
  for (let time = 0; time < 2; time += 1) {
    actor.send({ type: 'earlier/asked' })
    await expect.poll(() => actor.getSnapshot().value).toBe('complete')
  }
  // The second time there is nothing before the first line.
  expect(asked).toEqual(['a before-5'])
  expect(actor.getSnapshot().context.lines.map(({ key }) => key)).toEqual([1, 2, 3, 4, 5, 6])
})

test('[LOGS-03] on every path a line that is read again, by a refresh or at the end, is shown once', () => {
  const forward = paths.filter(({ steps }) => steps.every(({ event }) => !event.type.endsWith('loadEarlier')))
  const isOnce = ({ context: { lines } }: { context: { lines: readonly { key: number }[] } }) =>
    lines.every(({ key }, place) => key > (lines[place - 1]?.key ?? -Infinity))
  expect(breaches(forward, isOnce)).toEqual([])
  const isReadAgain = ({ steps }: (typeof paths)[number]) =>
    steps.filter(({ event }) => event.type.endsWith('loadPage')).length > 1
  expect(forward.some(isReadAgain)).toBe(true)
})
