import { expect, test } from 'vitest'
import { createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate'
import type { LaunchTest, Mark, SeenTest } from '../../../contract/launches/launch-tests.ts'
import type { LogEntry } from '../../../contract/launches/test-details.ts'
import type { LaunchStatus } from '../../../contract/launches/launches.ts'
import {
  LOG_POLL_MS,
  LOG_POLLS_AFTER_END,
  mergedEntries,
  testPage,
  type LogPage,
  type LogPlace,
  type TestDetails,
  type TestHistory,
  type TestPageEvent,
} from '../../../machines/launches/test-page.machine.ts'
import { aTest } from '../../unit/store/support/launches.ts'
import { describeMachine } from '../support/describe-machine.ts'
import { play, samplesOf } from '../support/paths.ts'

const running = aTest()
const ended = aTest({ status: 'FAILED' })
const detailsOf = (of: LaunchTest): TestDetails => ({
  test: of,
  launchName: 'Smoke',
  launchNumber: 1,
  stackTrace: null,
  suggestion: null,
  correlationData: null,
  attempts: [
    {
      attempt: 2,
      status: of.status,
      message: null,
      startTime: of.startTime,
      finishTime: null,
      artifacts: [],
      steps: 0,
    },
  ],
  artifacts: [],
  sessions: [],
  previousId: null,
  nextId: null,
  stream: 'launch:1',
  sequence: 1,
})
const line = (id: number, over: Partial<LogEntry> = {}): LogEntry => ({
  id,
  kind: 'line',
  at: id,
  level: 'INFO',
  message: `line ${id}`,
  url: null,
  ...over,
})
const input = { attempt: null }
/** Actors that do nothing, for tests of other subjects. */
const elsewhere = {
  head: fromCallback(() => undefined),
  following: fromCallback<{ type: 'progress/changed'; inProgress: boolean }>(() => undefined),
}
const events = [
  { type: 'test/patched', test: ended },
  { type: 'test/refresh' },
  { type: 'tab/shown' },
  { type: 'server/back' },
  { type: 'attempt/opened', attempt: 1 },
  { type: 'attempt/opened', attempt: 2 },
  { type: 'xstate.done.actor.loadTest', output: detailsOf(running) },
  { type: 'xstate.error.actor.loadTest', error: { status: 404 } },
  { type: 'xstate.error.actor.loadTest', error: 'unreachable' },
  { type: 'xstate.done.actor.loadLog', output: { items: [line(1)], nextPageToken: 'on' } },
  { type: 'xstate.done.actor.loadLog', output: { items: [line(2)], nextPageToken: null } },
  { type: 'xstate.error.actor.loadLog', error: 'unreachable' },
  { type: 'xstate.after.poll.testPage.log.read' },
] as unknown as TestPageEvent[]
const noHistory: TestHistory = { items: [], stability: { testId: 1, stability: null, recent: [] } }
const sideEvents = [
  { type: 'tests/mark', status: 'PASSED' },
  { type: 'tests/mark', status: 'FAILED' },
  { type: 'xstate.done.actor.mark', output: { test: ended } },
  { type: 'xstate.done.actor.mark', output: { test: null } },
  { type: 'xstate.error.actor.mark', error: 'conflict' },
  { type: 'xstate.done.actor.loadHistory', output: noHistory },
  { type: 'xstate.error.actor.loadHistory', error: 'unreachable' },
  { type: 'server/back' },
] as unknown as TestPageEvent[]
const launchEvents = [
  { type: 'launch/patched', status: 'IN_PROGRESS' },
  { type: 'launch/patched', status: 'PASSED' },
] as unknown as TestPageEvent[]
const stopWhen = ({ context }: { context: { pollsAfterEnd: number } }) =>
  context.pollsAfterEnd > 1 && context.pollsAfterEnd !== LOG_POLLS_AFTER_END
const isOther = (a: number, b: number | undefined) => b !== undefined && b !== 0 && a !== b
const paths = describeMachine(testPage, {
  input,
  events: [],
  walks: [{ events, stopWhen }, { events: sideEvents }, { events: launchEvents }],
  table: {
    'test.loading': 'done(loadTest) error(loadTest) launch/patched server/back tab/shown test/{patched,refresh}',
    'test.shown': 'launch/patched server/back tab/shown test/{patched,refresh}',
    'test.failed': 'launch/patched server/back tab/shown test/{patched,refresh}',
    'test.missing': 'launch/patched server/back! tab/shown! test/{patched!,refresh!}',
    'log.waiting': 'always attempt/opened launch/patched server/back',
    'log.reading': 'attempt/opened done(loadLog) error(loadLog) launch/patched server/back',
    'log.read': 'after(poll) attempt/opened launch/patched server/back tab/shown test/patched',
    'history.loading': 'done(loadHistory) error(loadHistory) launch/patched server/back',
    'history.shown': 'launch/patched server/back',
    'history.failed': 'launch/patched server/back',
    'marks.idle': 'always launch/patched tests/mark',
    'marks.marking': 'done(mark) error(mark) launch/patched tests/mark',
  },
  invariants: {
    'saves the last mark that was set while another is saved': (s) =>
      !s.matches({ marks: 'idle' }) || s.context.nextMark === null,
    'sorts entries by time, each once': ({ context: { entries } }) =>
      entries.every((entry, i) => i === 0 || (entries[i - 1]?.at ?? 0) < entry.at),
    'drops the entries of another attempt': ({ context }, before) =>
      !isOther(context.place.attempt, before?.context.place.attempt) || context.entries.length === 0,
  },
})

const samples = samplesOf(paths)

test('emits each deletion of the test once', () => {
  for (const path of samples) {
    const emitted = play(testPage, path, input)
    const found = path.steps.filter(
      ({ state }, i) =>
        i > 0 && state.matches({ test: 'missing' }) && !path.steps[i - 1]?.state.matches({ test: 'missing' }),
    )
    expect(emitted.filter(({ type }) => type === 'test/missing')).toHaveLength(found.length)
  }
})

test('keeps a line and a picture with the same number, a line before a picture of its moment', () => {
  const picture = line(1, { kind: 'screenshot', message: null, url: '/p' })
  const merged = mergedEntries([picture], [line(1), line(0)])
  expect(merged.map(({ kind, id }) => `${kind} ${id}`)).toEqual(['line 0', 'line 1', 'screenshot 1'])
  expect(mergedEntries(merged, [line(0), picture])).toBe(merged)
})

test('polls the log while the test runs and for 30 s after its end', async () => {
  const clock = new SimulatedClock()
  const requests: LogPlace[] = []
  let patch: (to: LaunchTest) => void = () => undefined
  const page = createActor(
    testPage.provide({
      actors: {
        ...elsewhere,
        window: fromCallback(({ sendBack }) => {
          patch = (to) => sendBack({ type: 'test/patched', test: to })
        }),
        tab: fromCallback(() => undefined),
        connection: fromCallback(() => undefined),
        loadTest: fromPromise<TestDetails>(() => Promise.resolve(detailsOf(running))),
        loadHistory: fromPromise<TestHistory>(() => Promise.resolve(noHistory)),
        loadLog: fromPromise<LogPage, LogPlace>(({ input: place }) => {
          requests.push(place)
          return Promise.resolve({ items: [], nextPageToken: null })
        }),
        mark: fromPromise<{ test: LaunchTest | null }, { status: Mark; seen: readonly SeenTest[] }>(() =>
          Promise.resolve({ test: null }),
        ),
      },
    }),
    { input, clock },
  ).start()
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  const wait = async () => {
    clock.increment(LOG_POLL_MS)
    await settle()
  }
  await settle()
  await settle()
  expect(requests).toEqual([{ attempt: 2, pageToken: null }])
  await wait()
  expect(requests).toHaveLength(2)
  patch(ended)
  await settle()
  const atEnd = requests.length
  for (let i = 0; i < 40; i += 1) await wait()
  expect(requests.length - atEnd).toBe(LOG_POLLS_AFTER_END - 1)
  page.stop()
})

test('loads test, log and history again that failed while the server was unreachable', async () => {
  let isAway = true
  let back: () => void = () => undefined
  const answer = <Answer>(of: Answer) => (isAway ? Promise.reject(new Error('unreachable')) : Promise.resolve(of))
  const page = createActor(
    testPage.provide({
      actors: {
        ...elsewhere,
        window: fromCallback(() => undefined),
        tab: fromCallback(() => undefined),
        connection: fromCallback(({ sendBack }) => {
          back = () => sendBack({ type: 'server/back' })
        }),
        loadTest: fromPromise<TestDetails>(() => answer(detailsOf(ended))),
        loadHistory: fromPromise<TestHistory>(() => answer(noHistory)),
        loadLog: fromPromise<LogPage, LogPlace>(() => answer({ items: [line(1)], nextPageToken: null })),
      },
    }),
    { input, clock: new SimulatedClock() },
  ).start()
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  await settle()
  expect(page.getSnapshot().value).toMatchObject({ test: 'failed', log: 'waiting', history: 'failed' })
  isAway = false
  back()
  await settle()
  await settle()
  expect(page.getSnapshot().value).toMatchObject({ test: 'shown', log: 'read', history: 'shown' })
  expect(page.getSnapshot().context).toMatchObject({ failure: null, history: noHistory, entries: [line(1)] })
  page.stop()
})

test('[LIVE-03] [LIVE-04] follows the pace of the launch, whose status changes while the page is open', () => {
  const paces: boolean[] = []
  let launch: (status: LaunchStatus) => void = () => undefined
  const page = createActor(
    testPage.provide({
      actors: {
        head: fromCallback(({ sendBack }) => {
          launch = (status) => sendBack({ type: 'launch/patched', status })
        }),
        following: fromCallback<{ type: 'progress/changed'; inProgress: boolean }>(({ receive }) => {
          receive(({ inProgress }) => paces.push(inProgress))
        }),
        window: fromCallback(() => undefined),
        tab: fromCallback(() => undefined),
        connection: fromCallback(() => undefined),
        loadTest: fromPromise<TestDetails>(() => Promise.resolve(detailsOf(ended))),
        loadHistory: fromPromise<TestHistory>(() => Promise.resolve(noHistory)),
      },
    }),
    { input },
  ).start()
  // A test that has ended does not change with its launch.
  for (const status of ['FAILED', 'IN_PROGRESS', 'IN_PROGRESS', 'PASSED', 'IN_PROGRESS'] as const) launch(status)
  expect(paces).toEqual([true, false, true])
  page.stop()
})
