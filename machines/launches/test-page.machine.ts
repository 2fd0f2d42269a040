import { assign, emit, raise, sendTo, setup } from 'xstate'
import type { z } from 'zod/mini'
import { isUnderWay, type LaunchStatus } from '../../contract/launches/launches.ts'
import type { getTest, listTestHistory, LogEntry } from '../../contract/launches/test-details.ts'
import { seenOf, type LaunchTest, type Mark, type SeenTest } from '../../contract/launches/launch-tests.ts'
import { unprovided, unprovidedCallback } from '../patterns/unprovided.ts'

export type TestDetails = z.infer<typeof getTest.answer>
export type TestHistory = z.infer<typeof listTestHistory.answer>
export type LogPage = { items: readonly LogEntry[]; nextPageToken: string | null }

/** Cursor of the log: `null` for its beginning. */
export type LogPlace = { attempt: number; pageToken: string | null }

export type TestPageEvent =
  /** From the local log: the current test. */
  | { type: 'test/patched'; test: LaunchTest }
  /** State of the test's launch, from the local log. */
  | { type: 'launch/patched'; status: LaunchStatus }
  | { type: 'test/refresh' }
  | { type: 'attempt/opened'; attempt: number }
  | { type: 'tests/mark'; status: Mark }
  | { type: 'tab/shown' }
  /** The server is reachable again. */
  | { type: 'server/back' }

/** Interval in ms and number of requests for new log lines, while the test runs and after its end. */
export const LOG_POLL_MS = 2000
export const LOG_POLLS_AFTER_END = 15 // 30 s, for what agents still send

/** What a test's page shows: the test, its log as it grows, its history, and marks (TESTPAGE, MARK rows). */
export const testPage = setup({
  types: {
    context: {} as {
      details: TestDetails | null
      history: TestHistory | null
      failure: unknown
      logFailure: unknown
      /** In chronological order. */
      entries: readonly LogEntry[]
      place: LogPlace
      /** Loaded after the test's end, and complete. */
      pollsAfterEnd: number
      marked: Mark
      /** Set while another mark is saved. */
      nextMark: Mark | null
      isLaunchUnderWay: boolean
    },
    events: {} as TestPageEvent,
    emitted: {} as
      | { type: 'test/missing' }
      | { type: 'test/marked'; status: Mark }
      | { type: 'mark/refused'; error: unknown },
    input: {} as { attempt: number | null },
    children: {} as {
      window: 'window'
      head: 'head'
      following: 'following'
      tab: 'tab'
      connection: 'connection'
      loadTest: 'loadTest'
      loadHistory: 'loadHistory'
      loadLog: 'loadLog'
      mark: 'mark'
    },
  },
  actors: {
    /** Watches the test in the local log; sends `test/patched`. */
    window: unprovidedCallback('window'),
    /** Watches the launch in the local log; sends `launch/patched`. */
    head: unprovidedCallback('head'),
    /** Follows the streams of the launch and of its project. Receives whether the launch is in progress (LIVE-03, LIVE-04). */
    following: unprovidedCallback<{ type: 'progress/changed'; inProgress: boolean }>('following'),
    tab: unprovidedCallback('tab'),
    /** Sends `server/back`. */
    connection: unprovidedCallback('connection'),
    loadTest: unprovided<TestDetails>('loadTest'),
    loadHistory: unprovided<TestHistory>('loadHistory'),
    loadLog: unprovided<LogPage, LogPlace>('loadLog'),
    mark: unprovided<{ test: LaunchTest | null }, { status: Mark; seen: readonly SeenTest[] }>('mark'),
  },
  guards: {
    isKnown: ({ context }) => context.details !== null,
    // Only the last attempt grows.
    isGrowing: ({ context: { details, place, pollsAfterEnd } }) =>
      details !== null &&
      place.attempt === lastAttempt(details) &&
      (details.test.status === 'IN_PROGRESS' || pollsAfterEnd < LOG_POLLS_AFTER_END),
  },
  actions: {
    keep: assign(({ context }, details: TestDetails) => ({
      details,
      failure: null,
      // The first answer tells the last attempt; after that the reader chooses.
      place: context.place.attempt === 0 ? { ...context.place, attempt: lastAttempt(details) } : context.place,
      pollsAfterEnd: pollsFor(context.details?.test ?? null, details.test, context.pollsAfterEnd),
    })),
    patch: assign(({ context }, test: LaunchTest) => ({
      details: context.details && { ...context.details, test },
      pollsAfterEnd: pollsFor(context.details?.test ?? null, test, context.pollsAfterEnd),
    })),
    readOn: assign(({ context: c }, page: LogPage) => ({
      entries: mergedEntries(c.entries, page.items),
      // A partial last page is requested again until it is full.
      place: page.nextPageToken === null ? c.place : { ...c.place, pageToken: page.nextPageToken },
      logFailure: null,
    })),
    countPoll: assign(({ context: { details, pollsAfterEnd } }) => ({
      pollsAfterEnd: details?.test.status === 'IN_PROGRESS' ? 0 : pollsAfterEnd + 1,
    })),
    refresh: raise({ type: 'test/refresh' }),
    emitMissing: emit({ type: 'test/missing' }),
    takeNextMark: assign(({ context }) => ({ marked: context.nextMark ?? context.marked, nextMark: null })),
    emitMarked: emit(({ context }) => ({ type: 'test/marked' as const, status: context.marked })),
  },
  delays: { poll: LOG_POLL_MS },
}).createMachine({
  id: 'testPage',
  type: 'parallel',
  context: ({ input }) => ({
    details: null,
    history: null,
    failure: null,
    logFailure: null,
    entries: [],
    place: { attempt: input.attempt ?? 0, pageToken: null },
    pollsAfterEnd: LOG_POLLS_AFTER_END,
    marked: 'PASSED',
    nextMark: null,
    isLaunchUnderWay: false,
  }),
  invoke: [
    { id: 'window', src: 'window' },
    { id: 'head', src: 'head' },
    { id: 'following', src: 'following' },
    { id: 'tab', src: 'tab' },
    { id: 'connection', src: 'connection' },
  ],
  on: {
    'launch/patched': {
      guard: ({ context, event }) => isUnderWay(event.status) !== context.isLaunchUnderWay,
      actions: [
        assign(({ event }) => ({ isLaunchUnderWay: isUnderWay(event.status) })),
        sendTo('following', ({ event }) => ({ type: 'progress/changed', inProgress: isUnderWay(event.status) })),
      ],
    },
  },
  states: {
    test: {
      initial: 'loading',
      on: {
        'test/patched': { actions: { type: 'patch', params: ({ event }) => event.test } },
        'test/refresh': '.loading',
        'tab/shown': '.loading',
        'server/back': '.loading',
      },
      states: {
        loading: {
          invoke: {
            id: 'loadTest',
            src: 'loadTest',
            onDone: { target: 'shown', actions: { type: 'keep', params: ({ event }) => event.output } },
            onError: [
              { guard: ({ event }) => (event.error as { status?: unknown } | null)?.status === 404, target: 'missing' },
              { guard: 'isKnown', target: 'shown', actions: assign(({ event }) => ({ failure: event.error })) },
              { target: 'failed', actions: assign(({ event }) => ({ failure: event.error })) },
            ],
          },
        },
        shown: {},
        failed: {},
        missing: {
          entry: 'emitMissing',
          // Reported once; later events are ignored.
          on: { 'test/patched': {}, 'test/refresh': {}, 'tab/shown': {}, 'server/back': {} },
        },
      },
    },
    log: {
      initial: 'waiting',
      on: {
        'attempt/opened': {
          guard: ({ context, event }) => event.attempt !== context.place.attempt,
          target: '.reading',
          actions: assign(({ event }) => ({
            place: { attempt: event.attempt, pageToken: null },
            entries: [],
            logFailure: null,
          })),
        },
        'server/back': { guard: 'isKnown', target: '.reading' },
      },
      states: {
        /** For the test, which names its last attempt. */
        waiting: { always: { guard: 'isKnown', target: 'reading' } },
        reading: {
          invoke: {
            id: 'loadLog',
            src: 'loadLog',
            input: ({ context }) => context.place,
            onDone: [
              {
                guard: ({ event }) => event.output.nextPageToken !== null,
                target: 'reading',
                reenter: true,
                actions: { type: 'readOn', params: ({ event }) => event.output },
              },
              {
                target: 'read',
                actions: [{ type: 'readOn', params: ({ event }) => event.output }, 'countPoll'],
              },
            ],
            onError: { target: 'read', actions: [assign(({ event }) => ({ logFailure: event.error })), 'countPoll'] },
          },
        },
        read: {
          after: { poll: { guard: 'isGrowing', target: 'reading' } },
          // A test that restarted or just ended has new entries.
          on: { 'test/patched': { guard: 'isGrowing', target: 'reading' }, 'tab/shown': 'reading' },
        },
      },
    },
    history: {
      initial: 'loading',
      on: { 'server/back': '.loading' },
      states: {
        loading: {
          invoke: {
            id: 'loadHistory',
            src: 'loadHistory',
            onDone: { target: 'shown', actions: assign(({ event }) => ({ history: event.output })) },
            onError: 'failed',
          },
        },
        shown: {},
        /** Optional: the page works without it. */
        failed: {},
      },
    },
    marks: {
      initial: 'idle',
      states: {
        idle: {
          always: {
            guard: ({ context }) => context.nextMark !== null,
            target: 'marking',
            actions: 'takeNextMark',
          },
          on: {
            'tests/mark': { target: 'marking', actions: assign(({ event }) => ({ marked: event.status })) },
          },
        },
        marking: {
          on: { 'tests/mark': { actions: assign(({ event }) => ({ nextMark: event.status })) } },
          invoke: {
            id: 'mark',
            src: 'mark',
            input: ({ context }) => ({
              status: context.marked,
              seen: context.details === null ? [] : [seenOf(context.details.test)],
            }),
            onDone: [
              {
                guard: ({ event }) => event.output.test !== null,
                target: 'idle',
                actions: [
                  'emitMarked',
                  assign(({ context, event }) => ({
                    details: context.details && event.output.test && { ...context.details, test: event.output.test },
                  })),
                ],
              },
              { target: 'idle', actions: 'emitMarked' },
            ],
            onError: { target: 'idle', actions: emit(({ event }) => ({ type: 'mark/refused', error: event.error })) },
          },
        },
      },
    },
  },
})

const lastAttempt = ({ attempts, test }: TestDetails): number => attempts.at(-1)?.attempt ?? test.attempts

/** Reloaded when a running test ends; loaded once for a test that ended earlier. */
const pollsFor = (before: LaunchTest | null, now: LaunchTest, polls: number): number => {
  if (now.status === 'IN_PROGRESS') return 0
  return before?.status === 'IN_PROGRESS' ? 0 : polls
}

/** Merges entries in chronological order without duplicates; lines before pictures of the same time, each in order of arrival. */
export function mergedEntries(known: readonly LogEntry[], more: readonly LogEntry[]): readonly LogEntry[] {
  const keys = new Set(known.map(entryKey))
  const fresh = more.filter((entry) => !keys.has(entryKey(entry)))
  if (fresh.length === 0) return known
  return [...known, ...fresh].sort(
    (a, b) => a.at - b.at || Number(a.kind === 'screenshot') - Number(b.kind === 'screenshot') || a.id - b.id,
  )
}

/** Lines and pictures have separate ids. */
export const entryKey = ({ kind, id }: LogEntry): string => `${kind} ${id}`
