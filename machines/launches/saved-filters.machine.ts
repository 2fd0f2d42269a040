import { assign, emit, raise, setup, stateIn } from 'xstate'
import type { SavedFilter } from '../../contract/launches/saved-filters.ts'
import { byName } from '../../contract/natural-order.ts'
import { unprovided, unprovidedCallback } from '../patterns/unprovided.ts'

export type Flags = Partial<Pick<SavedFilter, 'isFavorite' | 'isPrivate'>>

/** A change of a saved filter. */
export type FilterChange = { kind: 'flag'; filter: SavedFilter; flags: Flags } | { kind: 'delete'; filter: SavedFilter }

export type SavedFiltersShown = 'all' | 'own' | 'public'

export type SavedFiltersEvent =
  /** A user changed them, or may have while disconnected. */
  | { type: 'filters/changed' }
  | { type: 'filters/retried' }
  | { type: 'filters/searched'; q: string }
  | { type: 'filters/narrowed'; shown: SavedFiltersShown }
  | { type: 'filter/flagged'; filter: SavedFilter; flags: Flags }
  | { type: 'filter/deleted'; filter: SavedFilter }

type Context = {
  /** Null until loaded. Pending changes are applied optimistically. */
  filters: readonly SavedFilter[] | null
  failure: unknown
  q: string
  shown: SavedFiltersShown
  /** Pending changes in order; the first is being sent. */
  changes: readonly FilterChange[]
}

const add = (context: Context, change: FilterChange) => ({
  changes: [...context.changes, change],
  filters: context.filters === null ? null : applied(context.filters, change),
})

const refusedEvent = (context: Context, error: unknown) => ({
  type: 'change/refused' as const,
  change: context.changes[0] as FilterChange,
  error,
})

/** Saved filters of an open drawer, live. Own changes are optimistic, sent one after the other, and reloaded after a rejection. */
export const savedFilters = setup({
  types: {
    context: {} as Context,
    events: {} as SavedFiltersEvent,
    emitted: {} as
      | { type: 'change/done'; change: FilterChange }
      | { type: 'change/refused'; change: FilterChange; error: unknown },
  },
  actors: {
    load: unprovided<{ filters: readonly SavedFilter[] }>('load'),
    perform: unprovided<unknown, { change: FilterChange }>('perform'),
    /** Sends `filters/changed`. */
    news: unprovidedCallback('news'),
  },
  guards: {
    isKnown: ({ context }) => context.filters !== null,
    isOvertaken: stateIn({ list: { loading: 'overtaken' } }),
    hasChanges: ({ context }) => context.changes.length > 0,
    hasMore: ({ context }) => context.changes.length > 1,
  },
  actions: {
    show: assign(({ context }, filters: readonly SavedFilter[]) => ({
      filters: context.changes.reduce(applied, filters),
      failure: null,
    })),
    drop: assign(({ context }) => ({ changes: context.changes.slice(1) })),
    reload: raise({ type: 'filters/changed' }),
    emitDone: emit(({ context }) => ({ type: 'change/done' as const, change: context.changes[0] as FilterChange })),
  },
}).createMachine({
  id: 'savedFilters',
  type: 'parallel',
  context: { filters: null, failure: null, q: '', shown: 'all', changes: [] },
  invoke: { id: 'news', src: 'news' },
  on: {
    'filters/searched': { actions: assign(({ event }) => ({ q: event.q })) },
    'filters/narrowed': { actions: assign(({ event }) => ({ shown: event.shown })) },
  },
  states: {
    list: {
      initial: 'loading',
      states: {
        loading: {
          initial: 'newest',
          states: {
            newest: { on: { 'filters/changed': 'overtaken' } },
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
                actions: { type: 'show', params: ({ event }) => event.output.filters },
              },
              { target: 'shown', actions: { type: 'show', params: ({ event }) => event.output.filters } },
            ],
            onError: [
              { guard: 'isKnown', target: 'shown', actions: assign(({ event }) => ({ failure: event.error })) },
              { target: 'failed', actions: assign(({ event }) => ({ failure: event.error })) },
            ],
          },
        },
        shown: { on: { 'filters/changed': 'loading', 'filters/retried': 'loading' } },
        failed: { on: { 'filters/changed': 'loading', 'filters/retried': 'loading' } },
      },
    },
    changing: {
      initial: 'idle',
      on: {
        'filter/flagged': {
          guard: 'isKnown',
          actions: assign(({ context, event }) =>
            add(context, { kind: 'flag' as const, filter: event.filter, flags: event.flags }),
          ),
        },
        'filter/deleted': {
          guard: 'isKnown',
          actions: assign(({ context, event }) => add(context, { kind: 'delete' as const, filter: event.filter })),
        },
      },
      states: {
        idle: { always: { guard: 'hasChanges', target: 'working' } },
        working: {
          invoke: {
            id: 'perform',
            src: 'perform',
            input: ({ context }) => ({ change: context.changes[0] as FilterChange }),
            onDone: [
              { guard: 'hasMore', target: 'working', reenter: true, actions: ['emitDone', 'drop', 'reload'] },
              { target: 'idle', actions: ['emitDone', 'drop', 'reload'] },
            ],
            onError: [
              {
                guard: 'hasMore',
                target: 'working',
                reenter: true,
                actions: [emit(({ context, event }) => refusedEvent(context, event.error)), 'drop', 'reload'],
              },
              {
                target: 'idle',
                actions: [emit(({ context, event }) => refusedEvent(context, event.error)), 'drop', 'reload'],
              },
            ],
          },
        },
      },
    },
  },
})

const applied = (filters: readonly SavedFilter[], change: FilterChange): readonly SavedFilter[] =>
  change.kind === 'delete'
    ? filters.filter(({ id }) => id !== change.filter.id)
    : filters.map((one) => (one.id === change.filter.id ? { ...one, ...change.flags } : one))

/** Returns the filters that the drawer shows: favourites first, then by name. */
export const filtersShown = (
  { filters, q, shown }: Pick<Context, 'filters' | 'q' | 'shown'>,
  userId: number,
): readonly SavedFilter[] => {
  const words = q.trim().toLowerCase().split(/\s+/)
  const isOwn = ({ createdBy }: SavedFilter) => createdBy?.id === userId
  return (filters ?? [])
    .filter((one) => shown === 'all' || (shown === 'own' ? isOwn(one) : !one.isPrivate))
    .filter(({ name, createdBy }) => {
      const text = `${name} ${createdBy?.username ?? ''}`.toLowerCase()
      return words.every((word) => text.includes(word))
    })
    .toSorted((a, b) => Number(b.isFavorite) - Number(a.isFavorite) || byName(a, b))
}
