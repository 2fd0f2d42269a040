import { assign, emit, setup } from 'xstate'
import { unprovided } from '../patterns/unprovided.ts'

export type DemoProjectEvent =
  | { type: 'demo/create' }
  /** Resumes: after a failure, or an unfinished project. */
  | { type: 'demo/continue' }
  /** Deletes the unfinished project. */
  | { type: 'demo/delete' }

interface Input {
  parts: number
  /** Key of an unfinished project. */
  unfinished: string | null
  /** Starts without a request: the server has no project yet. */
  isFirst: boolean
}

/** Creates the demo project step by step. A failed step stops it; it can be resumed or deleted. */
export const demoProjectMachine = setup({
  types: {
    input: {} as Input,
    context: {} as Input & { made: number; failure: unknown },
    events: {} as DemoProjectEvent,
    emitted: {} as { type: 'demo/created'; projectKey: string },
  },
  actors: {
    /** Resolves with the project's key. */
    makePart: unprovided<string, { turn: number }>('makePart'),
    deleteProject: unprovided<unknown>('deleteProject'),
  },
  guards: {
    hasMore: ({ context: { made, parts } }) => made + 1 < parts,
    isUnfinished: ({ context }) => context.unfinished !== null,
    isFirst: ({ context }) => context.isFirst,
  },
  actions: {
    countMade: assign(({ context }, output: string) => ({
      made: context.made + 1,
      unfinished: output,
    })),
    forget: assign({ made: 0, unfinished: null, failure: null, isFirst: false }),
  },
}).createMachine({
  id: 'demoProject',
  context: ({ input }) => ({ ...input, made: 0, failure: null }),
  initial: 'opening',
  states: {
    opening: {
      always: [
        { guard: 'isFirst', target: 'working' },
        { guard: 'isUnfinished', target: 'unfinished' },
        { target: 'offered' },
      ],
    },
    offered: { on: { 'demo/create': 'working' } },
    unfinished: { on: { 'demo/continue': 'working', 'demo/delete': 'deleting' } },
    working: {
      invoke: {
        id: 'makePart',
        src: 'makePart',
        input: ({ context }) => ({ turn: context.made }),
        onDone: [
          {
            guard: 'hasMore',
            target: 'working',
            reenter: true,
            actions: { type: 'countMade', params: ({ event }) => event.output },
          },
          {
            target: 'done',
            actions: [
              { type: 'countMade', params: ({ event }) => event.output },
              emit(({ event }) => ({ type: 'demo/created', projectKey: event.output })),
            ],
          },
        ],
        onError: { target: 'failed', actions: assign(({ event }) => ({ failure: event.error })) },
      },
    },
    failed: {
      on: { 'demo/continue': 'working', 'demo/delete': { guard: 'isUnfinished', target: 'deleting' } },
    },
    deleting: {
      invoke: {
        id: 'deleteProject',
        src: 'deleteProject',
        onDone: { target: 'opening', actions: 'forget' },
        onError: { target: 'failed', actions: assign(({ event }) => ({ failure: event.error })) },
      },
    },
    done: { type: 'final' },
  },
})
