import { assign, fromPromise, setup } from 'xstate'
import {
  CONSOLE_PAGE,
  type ConsoleLine,
  type ConsolePage,
  type LaunchAttempt,
} from '../../contract/launchers/engine.ts'

export type LaunchLogsEvent =
  | { type: 'attempt/opened'; attemptUuid: string }
  /** Of what came before the first line that is shown. */
  | { type: 'earlier/asked' }
  | { type: 'logs/refresh' }

/** LOGS-08, LOGS-09. */
export const LOGS_POLL_MS = 5000
export const LOGS_NEXT_MS = 100

interface Question {
  attemptUuid: string
  pageToken: string
}

/** Console output of a launch by attempt: from its end, on as it grows, and back as far as it is asked for. */
export const launchLogs = setup({
  types: {
    context: {} as {
      attempts: readonly LaunchAttempt[]
      /** The attempt that was chosen; null: the newest. */
      chosen: string | null
      lines: readonly ConsoleLine[]
      next: string | null
      previous: string | null
      failure: unknown
    },
    events: {} as LaunchLogsEvent,
    input: {} as { attemptUuid: string | null },
  },
  actors: {
    loadAttempts: fromPromise<readonly LaunchAttempt[]>(() =>
      Promise.reject(new Error('loadAttempts is not provided')),
    ),
    loadPage: fromPromise<ConsolePage, Question>(() => Promise.reject(new Error('loadPage is not provided'))),
    loadEarlier: fromPromise<ConsolePage, Question>(() => Promise.reject(new Error('loadEarlier is not provided'))),
  },
  guards: {
    isEmpty: (_, { output }: { output: readonly LaunchAttempt[] }) => output.length === 0,
    isFull: (_, { output }: { output: ConsolePage }) =>
      output.meta.nextPageToken !== null && output.items.length >= CONSOLE_PAGE,
    goesOn: (_, { output }: { output: ConsolePage }) => output.meta.nextPageToken !== null,
    hasEarlier: ({ context }) => context.previous !== null,
  },
  actions: {
    keepAttempts: assign((_, { output }: { output: readonly LaunchAttempt[] }) => ({
      attempts: output,
      failure: null,
    })),
    append: assign(({ context }, { output }: { output: ConsolePage }) => ({
      // The last page is read again after its end, and may have more by then.
      lines: [...context.lines, ...after(context.lines, output.items)],
      next: output.meta.nextPageToken ?? context.next,
      previous: context.lines.length === 0 ? output.meta.previousPageToken : context.previous,
    })),
    prepend: assign(({ context }, { output }: { output: ConsolePage }) => ({
      lines: [...output.items, ...context.lines],
      previous: output.meta.previousPageToken,
    })),
    choose: assign((_, { attemptUuid }: { attemptUuid: string }) => ({
      chosen: attemptUuid,
      lines: [],
      next: null,
      previous: null,
    })),
    keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: error })),
  },
  delays: { poll: LOGS_POLL_MS, nextPage: LOGS_NEXT_MS },
}).createMachine({
  id: 'launchLogs',
  context: ({ input }) => ({
    attempts: [],
    chosen: input.attemptUuid,
    lines: [],
    next: null,
    previous: null,
    failure: null,
  }),
  initial: 'looking',
  on: {
    'attempt/opened': { target: '.looking', actions: { type: 'choose', params: ({ event }) => event } },
    'logs/refresh': '.looking',
  },
  states: {
    looking: {
      invoke: {
        id: 'loadAttempts',
        src: 'loadAttempts',
        onDone: [
          {
            guard: { type: 'isEmpty', params: ({ event }) => event },
            target: 'complete',
            actions: { type: 'keepAttempts', params: ({ event }) => event },
          },
          { target: 'reading', actions: { type: 'keepAttempts', params: ({ event }) => event } },
        ],
        onError: { target: 'failed', actions: { type: 'keepFailure', params: ({ event }) => event } },
      },
    },
    reading: {
      invoke: {
        id: 'loadPage',
        src: 'loadPage',
        input: ({ context }) => questionOf(context, context.next ?? 'last'),
        onDone: [
          {
            guard: { type: 'isFull', params: ({ event }) => event },
            target: 'hurrying',
            actions: { type: 'append', params: ({ event }) => event },
          },
          {
            guard: { type: 'goesOn', params: ({ event }) => event },
            target: 'waiting',
            actions: { type: 'append', params: ({ event }) => event },
          },
          { target: 'complete', actions: { type: 'append', params: ({ event }) => event } },
        ],
        onError: { target: 'failed', actions: { type: 'keepFailure', params: ({ event }) => event } },
      },
    },
    hurrying: { after: { nextPage: 'reading' } },
    waiting: {
      after: { poll: 'looking' },
      on: { 'earlier/asked': { guard: 'hasEarlier', target: 'goingBack' } },
    },
    complete: { on: { 'earlier/asked': { guard: 'hasEarlier', target: 'goingBack' } } },
    goingBack: {
      invoke: {
        id: 'loadEarlier',
        src: 'loadEarlier',
        input: ({ context }) => questionOf(context, context.previous ?? 'last'),
        onDone: { target: 'looking', actions: { type: 'prepend', params: ({ event }) => event } },
        onError: { target: 'failed', actions: { type: 'keepFailure', params: ({ event }) => event } },
      },
    },
    failed: {},
  },
})

const after = (lines: readonly ConsoleLine[], items: readonly ConsoleLine[]): readonly ConsoleLine[] => {
  const last = lines.at(-1)?.key ?? -Infinity
  return items.filter(({ key }) => key > last)
}

/** The attempt that is shown. */
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
