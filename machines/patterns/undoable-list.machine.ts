import { assign, emit, fromCallback, fromPromise, raise, setup, stateIn } from 'xstate'

export type UndoableListEvent<Work, Done> =
  /** Something changed, or the reader retries. */
  | { type: 'list/refresh' }
  | { type: 'change/perform'; work: Work }
  /** A change made by a dialog. */
  | { type: 'change/made'; done: Done }
  | { type: 'change/undo' }

interface UndoableListOptions<Work, Done> {
  /** Returns the change that undoes this one; null if there is none. `isUndo`: it undid another change. */
  undoOf: (done: Done, isUndo: boolean) => Work | null
  /** Whether it would change nothing. */
  isEmpty: (work: Work) => boolean
}

/** A live list with changes, one at a time, the last of which can be undone. Reloads after each change, also after a rejection. */
export function undoableList<Value, Work, Done>({ undoOf, isEmpty }: UndoableListOptions<Work, Done>) {
  return setup({
    types: {
      context: {} as { value: Value | null; failure: unknown; work: Work | null; undo: Work | null },
      events: {} as UndoableListEvent<Work, Done>,
      emitted: {} as
        /** `work`: null for a change made by a dialog. */
        | { type: 'change/done'; work: Work | null; done: Done; canUndo: boolean }
        | { type: 'change/refused'; error: unknown },
    },
    actors: {
      load: fromPromise<{ value: Value }>(() => Promise.reject(new Error('load is not provided'))),
      change: fromPromise<{ done: Done }, { work: Work }>(() => Promise.reject(new Error('change is not provided'))),
      /** Sends `list/refresh`. */
      news: fromCallback(() => {
        throw new Error('news is not provided')
      }),
    },
    guards: {
      isKnown: ({ context }) => context.value !== null,
      isOvertaken: stateIn({ list: { loading: 'overtaken' } }),
      isSomething: (_, { work }: { work: Work }) => !isEmpty(work),
      canUndo: ({ context }) => context.undo !== null,
    },
    actions: {
      show: assign((_, { value }: { value: Value }) => ({ value, failure: null })),
      keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: error })),
      take: assign((_, { work }: { work: Work }) => ({ work })),
      takeUndo: assign(({ context }) => ({ work: context.undo, undo: null })),
      keepUndo: assign((_, { done, isUndo }: { done: Done; isUndo: boolean }) => ({ undo: undoOf(done, isUndo) })),
      forgetWork: assign({ work: null }),
      emitDone: emit(({ context }, { done, work }: { done: Done; work: Work | null }) => ({
        type: 'change/done' as const,
        work,
        done,
        canUndo: context.undo !== null,
      })),
      emitRefused: emit((_, { error }: { error: unknown }) => ({ type: 'change/refused' as const, error })),
      refresh: raise({ type: 'list/refresh' }),
    },
  }).createMachine({
    id: 'undoableList',
    type: 'parallel',
    context: { value: null, failure: null, work: null, undo: null },
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
          'change/made': {
            actions: [
              { type: 'keepUndo', params: ({ event }) => ({ done: event.done, isUndo: false }) },
              { type: 'emitDone', params: ({ event }) => ({ done: event.done, work: null }) },
              'refresh',
            ],
          },
        },
        states: {
          idle: {
            entry: 'forgetWork',
            on: {
              'change/perform': {
                guard: { type: 'isSomething', params: ({ event }) => event },
                target: 'changing',
                actions: { type: 'take', params: ({ event }) => event },
              },
              'change/undo': { guard: 'canUndo', target: 'undoing', actions: 'takeUndo' },
            },
          },
          // Ignores further changes until the server has answered.
          changing: {
            invoke: {
              id: 'change',
              src: 'change',
              input: ({ context }) => ({ work: context.work as Work }),
              onDone: {
                target: 'idle',
                actions: [
                  { type: 'keepUndo', params: ({ event }) => ({ done: event.output.done, isUndo: false }) },
                  {
                    type: 'emitDone',
                    params: ({ event, context }) => ({ done: event.output.done, work: context.work }),
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
          undoing: {
            invoke: {
              id: 'undo',
              src: 'change',
              input: ({ context }) => ({ work: context.work as Work }),
              onDone: {
                target: 'idle',
                actions: [
                  { type: 'keepUndo', params: ({ event }) => ({ done: event.output.done, isUndo: true }) },
                  {
                    type: 'emitDone',
                    params: ({ event, context }) => ({ done: event.output.done, work: context.work }),
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
