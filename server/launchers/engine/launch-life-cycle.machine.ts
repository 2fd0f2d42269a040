/** A launch on the worker that has taken it: from its clone until nothing is left of it here and the server knows of its end. */
import { assign, fromPromise, not, setup } from 'xstate'
import type { RunOutcome } from '../../../contract/launchers/worker-protocol.ts'
import { LeaseLost } from '../workers/dispatch.ts'
import { RunProblem } from '../workers/problems.ts'

export type LifeCycleEvent =
  /** To be ended, and why, in words for people. */
  | { type: 'launch/stopped'; words: string }
  /** The worker stops: a launch whose command has not begun goes back to the queue, any other one is ended with these words. */
  | { type: 'launch/handedBack'; words: string }
  /** Another worker has it, or will have it: it is ended here, and nothing more is said of it. */
  | { type: 'launch/lost' }
  /** From now on the command may run, unless the launch is being ended: then it is never begun. */
  | { type: 'command/begun' }

export interface LifeCycleContext {
  /** It takes longer than is allowed after this. */
  timeMs: number
  hasArtifacts: boolean
  /** Why it ends before its command does. The first reason counts. */
  stop: { words: string; isHandBack: boolean } | null
  isLost: boolean
  hasBegun: boolean
  outcome: RunOutcome
}

/** How a command has ended. */
export interface CommandEnd {
  exitCode: number | null
  note: string | null
}

const CLEARED = [
  { guard: 'isLost', target: 'over' },
  { guard: 'isHandedBack', target: 'handingBack' },
  { target: 'reporting' },
] as const

const durationWords = (ms: number): string => {
  const minutes = Math.round(ms / 60_000)
  return minutes >= 1 ? `${minutes} min` : `${Math.round(ms / 1000)} s`
}

const notProvided = (name: string) => (): Promise<never> => Promise.reject(new Error(`${name} is not provided`))

/**
 * Whoever is stopped or lost stays where it is until what it waits for has come to its end: nothing may be created behind the back of
 * what removes it. `cutShort` makes that happen soon.
 */
export const launchLifeCycle = setup({
  types: {
    context: {} as LifeCycleContext,
    events: {} as LifeCycleEvent,
    input: {} as Pick<LifeCycleContext, 'timeMs' | 'hasArtifacts'>,
  },
  actors: {
    clone: fromPromise<void>(notProvided('clone')),
    /** Makes ready what the command runs in, and starts it. */
    start: fromPromise<void>(notProvided('start')),
    waitForEnd: fromPromise<CommandEnd>(notProvided('waitForEnd')),
    collectArtifacts: fromPromise<void>(notProvided('collectArtifacts')),
    /** Removes files, containers and processes. What fails here is tried again by who sweeps the machine. */
    clear: fromPromise<void>(notProvided('clear')),
    /** Resolves when the server knows how it has ended. */
    report: fromPromise<void, RunOutcome>(notProvided('report')),
    handBack: fromPromise<void>(notProvided('handBack')),
  },
  delays: { timeLimit: ({ context }) => context.timeMs },
  guards: {
    isEnding: ({ context: { stop, isLost } }) => stop !== null || isLost,
    isLost: ({ context }) => context.isLost,
    /** The server says that the launch is not this worker's any more. */
    isLoss: (_, { error }: { error: unknown }) => error instanceof LeaseLost,
    hasArtifacts: ({ context: { hasArtifacts, isLost } }) => hasArtifacts && !isLost,
    isHandedBack: ({ context: { stop, hasBegun } }) => stop?.isHandBack === true && !hasBegun,
  },
  actions: {
    stop: assign({
      stop: ({ context }, stop: { words: string; isHandBack: boolean }) => context.stop ?? stop,
    }),
    stopLate: assign({
      stop: ({ context }) =>
        context.stop ?? { words: `It took longer than ${durationWords(context.timeMs)}`, isHandBack: false },
    }),
    lose: assign({ isLost: true }),
    begin: assign({ hasBegun: true }),
    keepEnd: assign({
      outcome: (_, { exitCode, note }: CommandEnd) => ({
        exitCode,
        reason: note ?? (exitCode === 0 ? null : `Ended with exit code ${exitCode}`),
      }),
    }),
    keepFailure: assign({
      outcome: (_, { error }: { error: unknown }) => ({
        exitCode: null,
        reason:
          error instanceof RunProblem ? error.message : 'The engine could not run it; the log of the server says why',
      }),
    }),
    /** What stopped it says more than what its command made of that. */
    settle: assign({
      outcome: ({ context: { stop, outcome } }) => (stop === null ? outcome : { exitCode: null, reason: stop.words }),
    }),
    /** Tells clone, container and processes to end. */
    cutShort: () => undefined,
    /** Gives up whatever is still said to the server about it. */
    fallSilent: () => undefined,
  },
}).createMachine({
  id: 'launchLifeCycle',
  context: ({ input }) => ({
    ...input,
    stop: null,
    isLost: false,
    hasBegun: false,
    outcome: { exitCode: null, reason: null },
  }),
  initial: 'working',
  on: { 'launch/lost': { actions: ['lose', 'cutShort', 'fallSilent'] } },
  states: {
    working: {
      after: { timeLimit: { actions: ['stopLate', 'cutShort'] } },
      on: {
        'launch/stopped': {
          actions: [{ type: 'stop', params: ({ event: { words } }) => ({ words, isHandBack: false }) }, 'cutShort'],
        },
        'launch/handedBack': {
          actions: [{ type: 'stop', params: ({ event: { words } }) => ({ words, isHandBack: true }) }, 'cutShort'],
        },
      },
      initial: 'cloning',
      states: {
        cloning: {
          invoke: {
            id: 'clone',
            src: 'clone',
            onDone: [{ guard: 'isEnding', target: '#launchLifeCycle.clearing' }, { target: 'starting' }],
            onError: {
              target: '#launchLifeCycle.clearing',
              actions: { type: 'keepFailure', params: ({ event }) => event },
            },
          },
        },
        starting: {
          on: { 'command/begun': { guard: not('isEnding'), actions: 'begin' } },
          invoke: {
            id: 'start',
            src: 'start',
            onDone: { target: 'running' },
            onError: [
              {
                guard: { type: 'isLoss', params: ({ event }) => event },
                target: '#launchLifeCycle.clearing',
                actions: ['lose', 'fallSilent'],
              },
              { target: '#launchLifeCycle.clearing', actions: { type: 'keepFailure', params: ({ event }) => event } },
            ],
          },
        },
        running: {
          invoke: {
            id: 'waitForEnd',
            src: 'waitForEnd',
            onDone: [
              {
                guard: 'hasArtifacts',
                target: '#launchLifeCycle.collecting',
                actions: { type: 'keepEnd', params: ({ event }) => event.output },
              },
              {
                target: '#launchLifeCycle.clearing',
                actions: { type: 'keepEnd', params: ({ event }) => event.output },
              },
            ],
            onError: {
              target: '#launchLifeCycle.clearing',
              actions: { type: 'keepFailure', params: ({ event }) => event },
            },
          },
        },
      },
    },
    collecting: {
      invoke: {
        id: 'collectArtifacts',
        src: 'collectArtifacts',
        onDone: { target: 'clearing' },
        onError: [
          {
            guard: { type: 'isLoss', params: ({ event }) => event },
            target: 'clearing',
            actions: ['lose', 'fallSilent'],
          },
          { target: 'clearing' },
        ],
      },
    },
    clearing: {
      entry: 'settle',
      invoke: {
        id: 'clear',
        src: 'clear',
        onDone: CLEARED,
        onError: CLEARED,
      },
    },
    handingBack: { invoke: { id: 'handBack', src: 'handBack', onDone: 'over', onError: 'over' } },
    reporting: {
      invoke: {
        id: 'report',
        src: 'report',
        input: ({ context }) => context.outcome,
        onDone: 'over',
        onError: 'over',
      },
    },
    over: { type: 'final' },
  },
})
