import { expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock } from 'xstate'
import { CONSOLE_PAGE, type ConsolePage, type LaunchAttempt } from '../../../contract/launchers/engine.ts'
import { lineAt } from '../../../machines/launches/console-text.ts'
import {
  launchLogs,
  LOGS_NEXT_MS,
  LOGS_POLL_MS,
  type LaunchLogsEvent,
} from '../../../machines/launches/launch-logs.machine.ts'
import { anAttempt, aLine } from '../../unit/launches/an-attempt.ts'
import { describeMachine } from '../support/describe-machine.ts'

const page = (from: number, count: number, next: string | null, of = 'b'): ConsolePage => ({
  attemptUuid: of,
  items: Array.from({ length: count }, (_, place) => aLine(from + place)),
  meta: { nextPageToken: next, previousPageToken: null },
})

const FULL = { type: 'xstate.done.actor.loadPage', output: page(1, CONSOLE_PAGE, 'after-1000') }
const events = [
  { type: 'attempt/opened', attemptUuid: 'b' },
  { type: 'attempt/changed' },
  { type: 'logs/refresh' },
  { type: 'lines/shown', ranges: [{ from: 2, to: 3 }] },
  { type: 'lines/shown', ranges: [{ from: 5, to: 6 }] },
  { type: 'xstate.done.actor.loadAttempts', output: [] },
  {
    type: 'xstate.done.actor.loadAttempts',
    output: [anAttempt({ attemptUuid: 'a' }), anAttempt({ attemptUuid: 'b' })],
  },
  { type: 'xstate.error.actor.loadAttempts', error: 'away' },
  { type: 'xstate.done.actor.loadPage', output: page(5, 2, null) },
  { type: 'xstate.done.actor.loadPage', output: page(5, 2, 'after-6') },
  FULL,
  { type: 'xstate.error.actor.loadPage', error: 'away' },
  { type: 'xstate.done.actor.loadGap', output: page(1, 6, 'after-6') },
  { type: 'xstate.error.actor.loadGap', error: 'away' },
  { type: 'xstate.after.poll.launchLogs.output.waiting' },
  { type: 'xstate.after.nextPage.launchLogs.output.hurrying' },
] as unknown as LaunchLogsEvent[]
const input = { attemptUuid: null }
const always = 'attempt/opened logs/refresh'
const paths = describeMachine(launchLogs, {
  input,
  events,
  // A full page comes first, which avoids twice as many states.
  isPossible: ({ context: { text, ranges, chosen, failure } }, event) =>
    (event as { type: string }) !== FULL || (text.count + ranges.length === 0 && chosen === null && failure === null),
  // After it, the machine continues as after any other page.
  stopWhen: (snapshot) => snapshot.context.text.count >= CONSOLE_PAGE && !snapshot.matches({ output: 'hurrying' }),
  table: {
    'output.looking': `${always} attempt/changed done(loadAttempts) error(loadAttempts)`,
    'output.reading': `${always} attempt/changed done(loadPage) error(loadPage)`,
    'output.hurrying': `${always} attempt/changed after(nextPage)`,
    'output.waiting': `${always} attempt/changed after(poll) always`,
    'output.complete': `${always} attempt/changed always`,
    'output.failed': `${always} attempt/changed`,
    'gap.none': `${always} lines/shown always`,
    'gap.loading': `${always} lines/shown done(loadGap) error(loadGap)`,
    'gap.refused': `${always} lines/shown`,
  },
  invariants: {
    'reads changed attempts again before it rests': ({ context, value }) =>
      !context.isStale || ['reading', 'hurrying', 'failed'].includes(value.output),
    '[LOGS-03] keeps a line in its place, however often it is read': ({ context: { text } }) =>
      Object.values(text.pages).every((lines) =>
        lines.every((line) => line == null || lineAt(text, line.key) === line),
      ),
  },
})

type Asked = { input: { attemptUuid: string; pageToken: string } }

/** A machine whose server returns pages in this order, with its own clock. */
const opened = (answers: ConsolePage[], gaps: Record<string, ConsolePage> = {}) => {
  const clock = new SimulatedClock()
  const sentRequests: string[] = []
  const attempts = [anAttempt({ attemptUuid: 'a' }), anAttempt({ attemptUuid: 'b' })]
  const note = ({ attemptUuid, pageToken }: Asked['input']) => sentRequests.push(`${attemptUuid} ${pageToken}`)
  const actor = createActor(
    launchLogs.provide({
      actors: {
        loadAttempts: fromPromise<readonly LaunchAttempt[]>(() => Promise.resolve([...attempts])),
        loadPage: fromPromise(({ input: question }: Asked) => {
          note(question)
          return Promise.resolve(answers.shift() as ConsolePage)
        }),
        loadGap: fromPromise(({ input: question }: Asked) => {
          note(question)
          return Promise.resolve(gaps[question.pageToken] as ConsolePage)
        }),
      },
    }),
    { input, clock },
  ).start()
  const reached = async (output: string, gap = 'none') =>
    await expect.poll(() => actor.getSnapshot().value).toEqual({ output, gap })
  const text = () => actor.getSnapshot().context.text
  const loaded = () =>
    Array.from({ length: text().count }, (_, place) => place + 1).filter((line) => lineAt(text(), line) !== undefined)
  return { actor, clock, asked: sentRequests, attempts, reached, text, loaded }
}

test('[LOGS-06] [LOGS-08] [LOGS-09] requests the next page after a full one, other pages after five seconds, and begins at the end', async () => {
  const { actor, clock, asked, reached, loaded } = opened([
    page(1, CONSOLE_PAGE, 'after-1000'),
    page(1001, 3, 'after-1003'),
    page(1004, 1, null),
  ])
  await reached('hurrying')
  clock.increment(LOGS_NEXT_MS)
  await reached('waiting')
  clock.increment(LOGS_POLL_MS - 1)
  expect(actor.getSnapshot().value).toMatchObject({ output: 'waiting' })
  clock.increment(1)
  await reached('complete')
  expect(asked).toEqual(['b last', 'b after-1000', 'b after-1003'])
  expect(loaded()).toEqual(Array.from({ length: 1004 }, (_, i) => i + 1))
})

test('[LOGS-12] loads only the visible earlier lines, and only once', async () => {
  const { actor, asked, reached, text, loaded } = opened([page(90_001, 2, null)], {
    'after-40000': page(40_001, CONSOLE_PAGE, 'after-41000'),
    'after-41000': page(41_001, CONSOLE_PAGE, 'after-42000'),
  })
  await reached('complete')
  expect(text().count).toBe(90_002)
  for (const range of [
    { from: 40_500, to: 40_540 },
    { from: 40_980, to: 41_020 },
    { from: 40_600, to: 41_100 },
  ]) {
    actor.send({ type: 'lines/shown', ranges: [range] })
    await expect
      .poll(() => lineAt(text(), range.from) !== undefined && lineAt(text(), range.to) !== undefined)
      .toBe(true)
    await reached('complete')
  }
  expect(asked).toEqual(['b last', 'b after-40000', 'b after-41000'])
  expect(loaded()).toHaveLength(2 * CONSOLE_PAGE + 2)
})

test('replaces the shown attempt by a newer one, unless the user has chosen it', async () => {
  const { actor, asked, attempts, reached, text } = opened([
    page(7, 2, 'after-8'),
    page(1, 1, null),
    page(5, 1, null),
    page(6, 1, null),
  ])
  await reached('waiting')
  attempts.push(anAttempt({ attemptUuid: 'c' }))
  actor.send({ type: 'attempt/changed' })
  await reached('complete')
  expect(text().count).toBe(1)
  actor.send({ type: 'attempt/opened', attemptUuid: 'a' })
  await reached('complete')
  attempts.push(anAttempt({ attemptUuid: 'd' }))
  actor.send({ type: 'attempt/changed' })
  await reached('complete')
  expect(text().count).toBe(6)
  expect(asked).toEqual(['b last', 'c last', 'a last', 'a last'])
})

test('reads attempts again that change while they are read', () => {
  const isAskedAgain = paths.filter(({ steps }) =>
    steps.some(({ state }, place) => {
      const before = steps[place - 1]?.state
      return before?.context.isStale === true && state.matches({ output: 'looking' })
    }),
  )
  expect(isAskedAgain.length).toBeGreaterThan(0)
})

test('emits new lines once', async () => {
  const { actor, reached } = opened([page(1, 3, 'after-3'), page(2, 3, null)])
  const emitted: number[] = []
  actor.on('lines/added', ({ lines }) => emitted.push(...lines.map(({ key }) => key)))
  await reached('waiting')
  actor.send({ type: 'logs/refresh' })
  await reached('complete')
  expect(emitted).toEqual([1, 2, 3, 4])
})
