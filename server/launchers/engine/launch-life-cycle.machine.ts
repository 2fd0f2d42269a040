/** Life cycle of a claimed launch on its worker: from the clone until its files are removed and the server knows its outcome. */
import { assign, fromPromise, not, setup } from 'xstate'
import type { RunOutcome } from '../../../contract/launchers/worker-protocol.ts'
import { LeaseLost } from '../workers/dispatch.ts'
import { RunProblem } from '../workers/problems.ts'

export type LifeCycleEvent =
  /** Ends the launch, with a reason for users. */
  | { type: 'launch/stopped'; words: string }
  /** The worker stops: a launch whose command has not begun returns to the queue, any other one ends with this reason. */
  | { type: 'launch/handedBack'; words: string }
  /** The lease is lost: the launch ends here, and nothing more is reported. */
  | { type: 'launch/lost' }
  /** The command may run from now on, unless the launch is stopping: then it never begins. */
  | { type: 'command/begun' }

export interface LifeCycleContext {
  /** Time limit in ms. */
  timeMs: number
  hasArtifacts: boolean
  /** Why it ends before its command; the first reason wins. */
  stop: { words: string; isHandBack: boolean } | null
  isLost: boolean
  hasBegun: boolean
  outcome: RunOutcome
}

/** How a command ended. */
export interface CommandEnd {
  exitCode: number | null
  note: string | null
}

const CLEARED = [
  { guard: 'isLost', target: 'over' },
  { guard: 'isHandedBack', target: 'handingBack' },
  { target: 'reporting' },
] as const

const formatDuration = (ms: number): string => {
  const minutes = Math.round(ms / 60_000)
  return minutes >= 1 ? `${minutes} min` : `${Math.round(ms / 1000)} s`
}

const outcomeOf = ({ exitCode, note }: CommandEnd): RunOutcome => ({
  exitCode,
  reason: note ?? (exitCode === 0 ? null : `Ended with exit code ${exitCode}`),
})

const outcomeOfError = (error: unknown): RunOutcome => ({
  exitCode: null,
  reason: error instanceof RunProblem ? error.message : 'The engine could not run it; the log of the server says why',
})

const notProvided = (name: string) => (): Promise<never> => Promise.reject(new Error(`${name} is not provided`))

/** The server reports that this worker no longer holds the lease. */
const isLoss = (error: unknown) => error instanceof LeaseLost

/**
 * When stopped or lost, the machine stays in its state until the pending step settles: a step must not create anything after the cleanup.
 * `cutShort` makes the step settle soon.
 */
export const launchLifeCycle = setup({
  types: {
    context: {} as LifeCycleContext,
    events: {} as LifeCycleEvent,
    input: {} as Pick<LifeCycleContext, 'timeMs' | 'hasArtifacts'>,
  },
  actors: {
    clone: fromPromise<void>(notProvided('clone')),
    /** Prepares the environment of the command and starts it. */
    start: fromPromise<void>(notProvided('start')),
    waitForEnd: fromPromise<CommandEnd>(notProvided('waitForEnd')),
    collectArtifacts: fromPromise<void>(notProvided('collectArtifacts')),
    /** Removes files, containers and processes. The periodic sweep retries failures. */
    clear: fromPromise<void>(notProvided('clear')),
    /** Resolves when the server has acknowledged the outcome. */
    report: fromPromise<void, RunOutcome>(notProvided('report')),
    handBack: fromPromise<void>(notProvided('handBack')),
  },
  delays: { timeLimit: ({ context }) => context.timeMs },
  guards: {
    isEnding: ({ context: { stop, isLost } }) => stop !== null || isLost,
    isLost: ({ context }) => context.isLost,
    hasArtifacts: ({ context: { hasArtifacts, isLost } }) => hasArtifacts && !isLost,
    isHandedBack: ({ context: { stop, hasBegun } }) => stop?.isHandBack === true && !hasBegun,
  },
  actions: {
    stop: assign({
      stop: ({ context }, stop: { words: string; isHandBack: boolean }) => context.stop ?? stop,
    }),
    stopLate: assign({
      stop: ({ context }) =>
        context.stop ?? { words: `It took longer than ${formatDuration(context.timeMs)}`, isHandBack: false },
    }),
    lose: assign({ isLost: true }),
    begin: assign({ hasBegun: true }),
    /** The reason of a stop replaces the outcome of the command, which only follows from it. */
    settle: assign({
      outcome: ({ context: { stop, outcome } }) => (stop === null ? outcome : { exitCode: null, reason: stop.words }),
    }),
    /** Aborts the clone, the container and processes. */
    cutShort: () => undefined,
    /** Aborts all pending calls to the server about the launch. */
    abortCalls: () => undefined,
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
  on: { 'launch/lost': { actions: ['lose', 'cutShort', 'abortCalls'] } },
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
              actions: assign(({ event }) => ({ outcome: outcomeOfError(event.error) })),
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
                guard: ({ event }) => isLoss(event.error),
                target: '#launchLifeCycle.clearing',
                actions: ['lose', 'abortCalls'],
              },
              {
                target: '#launchLifeCycle.clearing',
                actions: assign(({ event }) => ({ outcome: outcomeOfError(event.error) })),
              },
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
                actions: assign(({ event }) => ({ outcome: outcomeOf(event.output) })),
              },
              {
                target: '#launchLifeCycle.clearing',
                actions: assign(({ event }) => ({ outcome: outcomeOf(event.output) })),
              },
            ],
            onError: {
              target: '#launchLifeCycle.clearing',
              actions: assign(({ event }) => ({ outcome: outcomeOfError(event.error) })),
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
          { guard: ({ event }) => isLoss(event.error), target: 'clearing', actions: ['lose', 'abortCalls'] },
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
