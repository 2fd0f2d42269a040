import { assign, emit, fromCallback, setup } from 'xstate'
import {
  CONSOLE_PAGE,
  type ConsoleLine,
  type ConsolePage,
  type LaunchAttempt,
} from '../../contract/launchers/engine.ts'
import {
  missingPage,
  newLines,
  NO_TEXT,
  tokenOfPage,
  withLines,
  withWholePage,
  type ConsoleText,
  type LineRange,
} from './console-text.ts'
import { unprovided } from '../patterns/unprovided.ts'

export type LaunchLogsEvent =
  | { type: 'attempt/opened'; attemptUuid: string }
  /** An attempt was added or has reached another stage. */
  | { type: 'attempt/changed' }
  | { type: 'logs/refresh' }
  /** The visible lines changed: loads those of them that are missing (LOGS-12). Folded lines separate the ranges. */
  | { type: 'lines/shown'; ranges: readonly LineRange[] }

/** LOGS-08, LOGS-09. */
export const LOGS_POLL_MS = 5000
export const LOGS_NEXT_MS = 100

interface Question {
  attemptUuid: string
  pageToken: string
}

interface LogsContext {
  attempts: readonly LaunchAttempt[]
  /** The chosen attempt; null: the latest. */
  chosen: string | null
  text: ConsoleText
  next: string | null
  /** Attempts changed after they were requested. */
  isStale: boolean
  ranges: readonly LineRange[]
  failure: unknown
  /** Why visible lines did not load. */
  gapFailure: unknown
}

const NOTHING_SHOWN: Pick<LogsContext, 'text' | 'next' | 'ranges' | 'gapFailure'> = {
  text: NO_TEXT,
  next: null,
  ranges: [],
  gapFailure: null,
}

/** Console output of a launch by attempt. Loads the end with later additions, and of the rest only visible lines. */
export const launchLogs = setup({
  types: {
    context: {} as LogsContext,
    events: {} as LaunchLogsEvent,
    emitted: {} as { type: 'lines/added'; lines: readonly ConsoleLine[] },
    input: {} as { attemptUuid: string | null },
  },
  actors: {
    loadAttempts: unprovided<readonly LaunchAttempt[]>('loadAttempts'),
    loadPage: unprovided<ConsolePage, Question>('loadPage'),
    loadGap: unprovided<ConsolePage, Question>('loadGap'),
    /** Sends `attempt/changed`. */
    news: fromCallback(() => undefined),
  },
  guards: {
    isStale: ({ context }) => context.isStale,
    hasGap: ({ context: { text, ranges } }) => missingPage(text, ranges) !== null,
  },
  actions: {
    keepAttempts: assign(({ context }, output: readonly LaunchAttempt[]) => {
      const before = shownAttempt(context)?.attemptUuid
      const next = { ...context, attempts: output, failure: null }
      // The latest attempt is shown, and there is a newer one.
      return before === shownAttempt(next)?.attemptUuid ? next : { ...next, ...NOTHING_SHOWN }
    }),
    // The last page is read again after the end, because it may have grown.
    append: assign(({ context }, output: ConsolePage) => ({
      text: withLines(context.text, output.items),
      next: output.meta.nextPageToken ?? context.next,
    })),
    emitAdded: emit(({ context }, output: ConsolePage) => ({
      type: 'lines/added' as const,
      lines: newLines(context.text, output.items),
    })),
    fill: assign(({ context }, output: ConsolePage) => {
      const page = missingPage(context.text, context.ranges)
      // A newer attempt is shown.
      if (page === null || output.attemptUuid !== shownAttempt(context)?.attemptUuid) return {}
      return { text: withWholePage(context.text, page, output.items), gapFailure: null }
    }),
    markStale: assign({ isStale: true }),
    markFresh: assign({ isStale: false }),
  },
  delays: { poll: LOGS_POLL_MS, nextPage: LOGS_NEXT_MS },
}).createMachine({
  id: 'launchLogs',
  type: 'parallel',
  context: ({ input }) => ({
    attempts: [],
    chosen: input.attemptUuid,
    isStale: false,
    failure: null,
    ...NOTHING_SHOWN,
  }),
  invoke: { id: 'news', src: 'news' },
  on: {
    'attempt/opened': {
      target: ['.output.looking', '.gap.none'],
      actions: assign(({ event }) => ({ chosen: event.attemptUuid, ...NOTHING_SHOWN })),
    },
    'logs/refresh': { target: ['.output.looking', '.gap.none'] },
  },
  states: {
    output: {
      initial: 'looking',
      states: {
        looking: {
          entry: 'markFresh',
          on: { 'attempt/changed': { target: 'looking', reenter: true } },
          invoke: {
            id: 'loadAttempts',
            src: 'loadAttempts',
            onDone: [
              {
                guard: ({ event }) => event.output.length === 0,
                target: 'complete',
                actions: { type: 'keepAttempts', params: ({ event }) => event.output },
              },
              { target: 'reading', actions: { type: 'keepAttempts', params: ({ event }) => event.output } },
            ],
            onError: { target: 'failed', actions: assign(({ event }) => ({ failure: event.error })) },
          },
        },
        reading: {
          on: { 'attempt/changed': { actions: 'markStale' } },
          invoke: {
            id: 'loadPage',
            src: 'loadPage',
            input: ({ context }) => questionOf(context, context.next ?? 'last'),
            onDone: [
              {
                guard: ({ event }) =>
                  event.output.meta.nextPageToken !== null && event.output.items.length >= CONSOLE_PAGE,
                target: 'hurrying',
                actions: [
                  { type: 'emitAdded', params: ({ event }) => event.output },
                  { type: 'append', params: ({ event }) => event.output },
                ],
              },
              {
                guard: ({ event }) => event.output.meta.nextPageToken !== null,
                target: 'waiting',
                actions: [
                  { type: 'emitAdded', params: ({ event }) => event.output },
                  { type: 'append', params: ({ event }) => event.output },
                ],
              },
              {
                target: 'complete',
                actions: [
                  { type: 'emitAdded', params: ({ event }) => event.output },
                  { type: 'append', params: ({ event }) => event.output },
                ],
              },
            ],
            onError: { target: 'failed', actions: assign(({ event }) => ({ failure: event.error })) },
          },
        },
        hurrying: {
          on: { 'attempt/changed': { actions: 'markStale' } },
          after: { nextPage: 'reading' },
        },
        waiting: {
          always: { guard: 'isStale', target: 'looking' },
          on: { 'attempt/changed': 'looking' },
          after: { poll: 'looking' },
        },
        complete: {
          always: { guard: 'isStale', target: 'looking' },
          on: { 'attempt/changed': 'looking' },
        },
        failed: { on: { 'attempt/changed': 'looking' } },
      },
    },
    /** Loads visible lines that are missing: earlier ones, or those around a line that a search jumped to. */
    gap: {
      initial: 'none',
      states: {
        none: {
          always: { guard: 'hasGap', target: 'loading' },
          on: { 'lines/shown': { actions: assign(({ event }) => ({ ranges: event.ranges })) } },
        },
        loading: {
          on: {
            'lines/shown': [
              {
                guard: ({ context: { text, ranges }, event }) =>
                  missingPage(text, event.ranges) === missingPage(text, ranges),
                actions: assign(({ event }) => ({ ranges: event.ranges })),
              },
              // Fast scrolling leaves gaps that nobody needs.
              { target: 'none', actions: assign(({ event }) => ({ ranges: event.ranges })) },
            ],
          },
          invoke: {
            id: 'loadGap',
            src: 'loadGap',
            input: ({ context }) => questionOf(context, tokenOfPage(missingPage(context.text, context.ranges) ?? 0)),
            onDone: { target: 'none', actions: { type: 'fill', params: ({ event }) => event.output } },
            onError: { target: 'refused', actions: assign(({ event }) => ({ gapFailure: event.error })) },
          },
        },
        refused: {
          on: { 'lines/shown': { target: 'none', actions: assign(({ event }) => ({ ranges: event.ranges })) } },
        },
      },
    },
  },
})

/** Returns the shown attempt. */
export const shownAttempt = ({
  attempts,
  chosen,
}: {
  attempts: readonly LaunchAttempt[]
  chosen: string | null
}): LaunchAttempt | undefined => attempts.find(({ attemptUuid }) => attemptUuid === chosen) ?? attempts.at(-1)

const questionOf = (
  context: { attempts: readonly LaunchAttempt[]; chosen: string | null },
  pageToken: string,
): Question => ({ attemptUuid: shownAttempt(context)?.attemptUuid ?? '', pageToken })
