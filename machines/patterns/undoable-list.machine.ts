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
  const doneEvent = ({ done, change }: { done: Done; change: Change | null }) => ({
    type: 'change/done' as const,
    work: change?.work ?? null,
    done,
    undo: undoOf(done, change?.isUndo ?? false),
  })
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
      hasWaiting: ({ context }) => context.waiting.length > 0,
    },
    actions: {
      queue: assign(({ context }, change: Change) => ({ waiting: [...context.waiting, change] })),
      takeNext: assign(({ context: { waiting } }) => ({ change: waiting[0] ?? null, waiting: waiting.slice(1) })),
      forget: assign({ change: null }),
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
                  actions: assign(({ event }) => ({ value: event.output.value, failure: null })),
                },
                { target: 'shown', actions: assign(({ event }) => ({ value: event.output.value, failure: null })) },
              ],
              onError: [
                { guard: 'isKnown', target: 'shown', actions: assign(({ event }) => ({ failure: event.error })) },
                { target: 'failed', actions: assign(({ event }) => ({ failure: event.error })) },
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
            guard: ({ event }) => !isEmpty(event.work),
            actions: { type: 'queue', params: ({ event: { work } }) => ({ work, isUndo: false }) },
          },
          'change/undo': { actions: { type: 'queue', params: ({ event: { work } }) => ({ work, isUndo: true }) } },
          'change/made': { actions: [emit(({ event }) => doneEvent({ done: event.done, change: null })), 'refresh'] },
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
                  emit(({ context, event }) => doneEvent({ done: event.output.done, change: context.change })),
                  'refresh',
                ],
              },
              onError: {
                target: 'idle',
                actions: [emit(({ event }) => ({ type: 'change/refused', error: event.error })), 'refresh'],
              },
            },
          },
        },
      },
    },
  })
}
