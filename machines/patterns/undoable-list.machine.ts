import { assign, emit, raise, setup, stateIn } from 'xstate'
import { unprovided, unprovidedCallback } from './unprovided.ts'

export type UndoableListEvent<Work, Done> =
  /** Something changed, or the reader retries. */
  | { type: 'list/refresh' }
  | { type: 'change/perform'; work: Work }
  /** A change made by a dialog. */
  | { type: 'change/made'; done: Done }
  /** `work`: undoes the change that named it. */
  | { type: 'change/undo'; work: Work }

interface UndoableListOptions<Work, Done> {
  /** Returns the change that undoes this one; null if there is none. `isUndo`: it undid another change. */
  undoOf: (done: Done, isUndo: boolean) => Work | null
  /** Whether it would change nothing. */
  isEmpty: (work: Work) => boolean
}

/**
 * A live list with changes, each of which can be undone. Changes and undos are saved one after the other; the list reloads after each, also after a
 * rejection.
 */
export function undoableList<Value, Work, Done>({ undoOf, isEmpty }: UndoableListOptions<Work, Done>) {
  interface Change {
    work: Work
    isUndo: boolean
  }
  return setup({
    types: {
      context: {} as {
        value: Value | null
        failure: unknown
        /** Being saved; the next ones wait. */
        change: Change | null
        waiting: readonly Change[]
      },
      events: {} as UndoableListEvent<Work, Done>,
      emitted: {} as
        /** `work`: null for a change made by a dialog. `undo`: for `change/undo`; null when it cannot be undone. */
        | { type: 'change/done'; work: Work | null; done: Done; undo: Work | null }
        | { type: 'change/refused'; error: unknown },
    },
    actors: {
      load: unprovided<{ value: Value }>('load'),
      change: unprovided<{ done: Done }, { work: Work }>('change'),
      /** Sends `list/refresh`. */
      news: unprovidedCallback('news'),
    },
    guards: {
      isKnown: ({ context }) => context.value !== null,
      isOvertaken: stateIn({ list: { loading: 'overtaken' } }),
      isSomething: (_, { work }: { work: Work }) => !isEmpty(work),
      hasWaiting: ({ context }) => context.waiting.length > 0,
    },
    actions: {
      show: assign((_, { value }: { value: Value }) => ({ value, failure: null })),
      keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: error })),
      queue: assign(({ context }, change: Change) => ({ waiting: [...context.waiting, change] })),
      takeNext: assign(({ context: { waiting } }) => ({ change: waiting[0] ?? null, waiting: waiting.slice(1) })),
      forget: assign({ change: null }),
      emitDone: emit((_, { done, change }: { done: Done; change: Change | null }) => ({
        type: 'change/done' as const,
        work: change?.work ?? null,
        done,
        undo: undoOf(done, change?.isUndo ?? false),
      })),
      emitRefused: emit((_, { error }: { error: unknown }) => ({ type: 'change/refused' as const, error })),
      refresh: raise({ type: 'list/refresh' }),
    },
  }).createMachine({
    id: 'undoableList',
    type: 'parallel',
    context: { value: null, failure: null, change: null, waiting: [] },
    invoke: { id: 'news', src: 'news' },
    states: {
      list: {
        initial: 'loading',
        states: {
          loading: {
            initial: 'newest',
            states: {
              newest: { on: { 'list/refresh': 'overtaken' } },
              /** The pending answer predates the last change: it is shown, and the list is loaded once more. */
              overtaken: {},
            },
            invoke: {
              id: 'load',
              src: 'load',
              onDone: [
                {
                  guard: 'isOvertaken',
                  target: 'loading',
                  reenter: true,
                  actions: { type: 'show', params: ({ event }) => event.output },
                },
                { target: 'shown', actions: { type: 'show', params: ({ event }) => event.output } },
              ],
              onError: [
                { guard: 'isKnown', target: 'shown', actions: { type: 'keepFailure', params: ({ event }) => event } },
                { target: 'failed', actions: { type: 'keepFailure', params: ({ event }) => event } },
              ],
            },
          },
          shown: { on: { 'list/refresh': 'loading' } },
          failed: { on: { 'list/refresh': 'loading' } },
        },
      },
      work: {
        initial: 'idle',
        on: {
          'change/perform': {
            guard: { type: 'isSomething', params: ({ event }) => event },
            actions: { type: 'queue', params: ({ event: { work } }) => ({ work, isUndo: false }) },
          },
          'change/undo': { actions: { type: 'queue', params: ({ event: { work } }) => ({ work, isUndo: true }) } },
          'change/made': {
            actions: [{ type: 'emitDone', params: ({ event }) => ({ done: event.done, change: null }) }, 'refresh'],
          },
        },
        states: {
          idle: { entry: 'forget', always: { guard: 'hasWaiting', target: 'changing', actions: 'takeNext' } },
          changing: {
            invoke: {
              id: 'change',
              src: 'change',
              input: ({ context }) => ({ work: context.change?.work as Work }),
              onDone: {
                target: 'idle',
                actions: [
                  {
                    type: 'emitDone',
                    params: ({ event, context }) => ({ done: event.output.done, change: context.change }),
                  },
                  'refresh',
                ],
              },
              onError: {
                target: 'idle',
                actions: [{ type: 'emitRefused', params: ({ event }) => event }, 'refresh'],
              },
            },
          },
        },
      },
    },
  })
}
