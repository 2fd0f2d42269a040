import { assign, emit, setup } from 'xstate'
import type { RelaunchWays, RerunOption } from '../../contract/launches/relaunch.ts'
import { unprovided } from '../patterns/unprovided.ts'

export type RelaunchEvent =
  | { type: 'option/chosen'; option: RerunOption }
  | { type: 'relaunch/confirm' }
  /** For a launch that Assay cannot start: the run context, for the user who runs the tests. */
  | { type: 'context/ask' }
  | { type: 'ways/retry' }

interface Context {
  option: RerunOption
  ways: RelaunchWays | null
  /** The run context, once loaded. */
  context: string | null
  failure: unknown
}

const requested = ({ context: { option } }: { context: Context }) => ({ option })

/**
 * Relaunches one launch. A launch of a launcher is relaunched on the launcher's page, which receives the run context; one without its
 * launcher, or of a CI service, directly.
 */
export const relaunch = setup({
  types: {
    context: {} as Context,
    events: {} as RelaunchEvent,
    emitted: {} as
      | { type: 'relaunch/prepared'; ways: RelaunchWays; context: string }
      | { type: 'relaunch/done'; via: 'launcher' | 'ci' },
    input: {} as { option: RerunOption },
  },
  actors: {
    readWays: unprovided<RelaunchWays>('readWays'),
    makeContext: unprovided<string, { option: RerunOption }>('makeContext'),
    start: unprovided<'launcher' | 'ci', { option: RerunOption }>('start'),
  },
  guards: {
    hasLauncher: ({ context }) => context.ways?.launcher != null,
    canStart: ({ context }) => context.ways !== null && context.ways.problem === null,
  },
  actions: {
    choose: assign((_, option: RerunOption) => ({ option, context: null, failure: null })),
    emitPrepared: emit(({ context }) => ({
      type: 'relaunch/prepared' as const,
      ways: context.ways as RelaunchWays,
      context: context.context ?? '',
    })),
  },
}).createMachine({
  id: 'relaunch',
  initial: 'loading',
  context: ({ input }) => ({ option: input.option, ways: null, context: null, failure: null }),
  states: {
    loading: {
      on: { 'option/chosen': { actions: { type: 'choose', params: ({ event }) => event.option } } },
      invoke: {
        id: 'readWays',
        src: 'readWays',
        onDone: { target: 'choosing', actions: assign(({ event }) => ({ ways: event.output, failure: null })) },
        onError: { target: 'failed', actions: assign(({ event }) => ({ failure: event.error })) },
      },
    },
    failed: {
      on: {
        'ways/retry': 'loading',
        'option/chosen': { actions: assign(({ event }) => ({ option: event.option })) },
      },
    },
    choosing: {
      on: {
        'option/chosen': { actions: { type: 'choose', params: ({ event }) => event.option } },
        'context/ask': 'asking',
        'relaunch/confirm': [
          { guard: 'hasLauncher', target: 'preparing' },
          { guard: 'canStart', target: 'starting' },
        ],
      },
    },
    asking: {
      // The pending context is of the previous option.
      on: { 'option/chosen': { target: 'choosing', actions: { type: 'choose', params: ({ event }) => event.option } } },
      invoke: {
        id: 'ask',
        src: 'makeContext',
        input: requested,
        onDone: { target: 'choosing', actions: assign(({ event }) => ({ context: event.output, failure: null })) },
        onError: { target: 'choosing', actions: assign(({ event }) => ({ failure: event.error })) },
      },
    },
    preparing: {
      invoke: {
        id: 'prepare',
        src: 'makeContext',
        input: requested,
        onDone: {
          target: 'done',
          actions: [assign(({ event }) => ({ context: event.output, failure: null })), 'emitPrepared'],
        },
        onError: { target: 'choosing', actions: assign(({ event }) => ({ failure: event.error })) },
      },
    },
    starting: {
      invoke: {
        id: 'start',
        src: 'start',
        input: requested,
        onDone: { target: 'done', actions: emit(({ event }) => ({ type: 'relaunch/done', via: event.output })) },
        onError: { target: 'choosing', actions: assign(({ event }) => ({ failure: event.error })) },
      },
    },
    done: { type: 'final' },
  },
})
