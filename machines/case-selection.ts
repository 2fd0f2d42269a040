import { assign, emit, fromPromise, setup } from 'xstate'

export type CaseSelectionEvent =
  | { type: 'selection/switched' }
  | { type: 'case/chosen'; id: number; isSelected: boolean }
  /** These as well: a range whose rows are all known. */
  | { type: 'cases/added'; ids: readonly number[] }
  /** From one case to another, whatever lies between: their order is asked for. */
  | { type: 'range/wanted'; from: number; to: number }
  | { type: 'all/wanted' }
  | { type: 'selection/cleared' }
  /** They are no longer there. */
  | { type: 'cases/gone'; ids: readonly number[] }
  /** Something else is searched for: what is out of sight must not be acted on. */
  | { type: 'question/changed' }

/** Wrapped, or the actor's output would lose its type. Every case that matches, in the order of the repository. */
export interface AllIds {
  ids: readonly number[]
}

interface Context {
  ids: readonly number[]
  /** Where a range begins: the case that was chosen last. */
  anchor: number | null
  /** What is asked for: all of them where it is null. */
  range: { from: number; to: number } | null
}

const within = (ids: readonly number[], range: { from: number; to: number } | null): readonly number[] => {
  if (range === null) return ids
  const [from, to] = [ids.indexOf(range.from), ids.indexOf(range.to)]
  if (from < 0 || to < 0) return [range.to]
  return ids.slice(Math.min(from, to), Math.max(from, to) + 1)
}

/** Which cases are chosen for what is done to many at once (TREE-47 to TREE-49). Choosing one switches it on. */
export const caseSelection = setup({
  types: {
    context: {} as Context,
    events: {} as CaseSelectionEvent,
    emitted: {} as { type: 'selection/failed'; error: unknown },
  },
  actors: { allIds: fromPromise<AllIds>(() => Promise.reject(new Error('allIds is not provided'))) },
  actions: {
    choose: assign(({ context: { ids } }, { id, isSelected }: { id: number; isSelected: boolean }) => ({
      ids: isSelected ? (ids.includes(id) ? ids : [...ids, id]) : ids.filter((one) => one !== id),
      anchor: id,
    })),
    add: assign(({ context }, { ids }: { ids: readonly number[] }) => ({
      ids: [...new Set([...context.ids, ...ids])],
      anchor: ids.at(-1) ?? context.anchor,
    })),
    ask: assign((_, { range }: { range: Context['range'] }) => ({ range })),
    take: assign(({ context }, { ids }: AllIds) => ({
      ids: [...new Set([...context.ids, ...within(ids, context.range)])],
      anchor: context.range?.to ?? context.anchor,
      range: null,
    })),
    drop: assign(({ context }, { ids }: { ids: readonly number[] }) => {
      const gone = new Set(ids)
      return { ids: context.ids.filter((id) => !gone.has(id)) }
    }),
    clear: assign({ ids: [], anchor: null, range: null }),
    tell: emit((_, { error }: { error: unknown }) => ({ type: 'selection/failed' as const, error })),
  },
}).createMachine({
  id: 'caseSelection',
  context: { ids: [], anchor: null, range: null },
  initial: 'off',
  on: { 'cases/gone': { actions: { type: 'drop', params: ({ event }) => event } } },
  states: {
    off: {
      on: {
        'selection/switched': 'on',
        'case/chosen': { target: 'on', actions: { type: 'choose', params: ({ event }) => event } },
        'cases/added': { target: 'on', actions: { type: 'add', params: ({ event }) => event } },
        'range/wanted': { target: 'asking', actions: { type: 'ask', params: ({ event }) => ({ range: event }) } },
        'all/wanted': { target: 'asking', actions: { type: 'ask', params: { range: null } } },
      },
    },
    on: {
      on: {
        'selection/switched': { target: 'off', actions: 'clear' },
        'case/chosen': { actions: { type: 'choose', params: ({ event }) => event } },
        'cases/added': { actions: { type: 'add', params: ({ event }) => event } },
        'range/wanted': { target: 'asking', actions: { type: 'ask', params: ({ event }) => ({ range: event }) } },
        'all/wanted': { target: 'asking', actions: { type: 'ask', params: { range: null } } },
        'selection/cleared': { actions: 'clear' },
        'question/changed': { actions: 'clear' },
      },
    },
    asking: {
      invoke: {
        id: 'allIds',
        src: 'allIds',
        onDone: { target: 'on', actions: { type: 'take', params: ({ event }) => event.output } },
        onError: { target: 'on', actions: { type: 'tell', params: ({ event }) => event } },
      },
      on: {
        'selection/switched': { target: 'off', actions: 'clear' },
        'selection/cleared': { target: 'on', actions: 'clear' },
        'question/changed': { target: 'on', actions: 'clear' },
      },
    },
  },
})
