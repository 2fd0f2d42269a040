import { assign, emit, setup } from 'xstate'
import { unprovided } from '../patterns/unprovided.ts'

export type ObservationsEvent =
  /** Selects or deselects these. */
  | { type: 'observations/select'; ids: readonly string[]; isSelected: boolean }
  | { type: 'selection/clear' }
  | { type: 'observation/edit'; id: string }
  /** The edit was saved or cancelled. */
  | { type: 'edit/close' }
  /** Asks to confirm deleting these. */
  | { type: 'deletion/ask'; ids: readonly string[] }
  | { type: 'deletion/confirm' }
  | { type: 'deletion/cancel' }

/** Selection, in-place editing and confirmed deletion of a session's observations. */
export const observationsMachine = setup({
  types: {
    context: {} as {
      selected: readonly string[]
      edited: string | null
      /** To be confirmed, or being deleted. */
      deleting: readonly string[]
      failure: unknown
    },
    events: {} as ObservationsEvent,
    emitted: {} as { type: 'observations/deleted' },
  },
  actors: {
    remove: unprovided<void, { ids: readonly string[] }>('remove'),
  },
  guards: {
    hasIds: (_, { ids }: { ids: readonly string[] }) => ids.length > 0,
  },
  actions: {
    select: assign(({ context }, { ids, isSelected }: { ids: readonly string[]; isSelected: boolean }) => {
      const others = context.selected.filter((id) => !ids.includes(id))
      return { selected: isSelected ? [...others, ...ids] : others }
    }),
    clear: assign({ selected: [] }),
    edit: assign((_, { id }: { id: string }) => ({ edited: id })),
    closeEdit: assign({ edited: null }),
    ask: assign((_, { ids }: { ids: readonly string[] }) => ({ deleting: ids, failure: null })),
    forgetFailure: assign({ failure: null }),
    keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: error })),
    forgetAsked: assign({ deleting: [], failure: null }),
    // Deleted observations cannot stay selected or in edit.
    finish: assign(({ context: { edited, deleting } }) => ({
      selected: [],
      edited: edited !== null && deleting.includes(edited) ? null : edited,
    })),
    emitDeleted: emit({ type: 'observations/deleted' as const }),
  },
}).createMachine({
  id: 'observations',
  context: { selected: [], edited: null, deleting: [], failure: null },
  initial: 'listed',
  on: {
    'observations/select': { actions: { type: 'select', params: ({ event }) => event } },
    'selection/clear': { actions: 'clear' },
    'observation/edit': { actions: { type: 'edit', params: ({ event }) => event } },
    'edit/close': { actions: 'closeEdit' },
  },
  states: {
    listed: {
      entry: 'forgetAsked',
      on: {
        'deletion/ask': {
          guard: { type: 'hasIds', params: ({ event }) => event },
          target: 'asking',
          actions: { type: 'ask', params: ({ event }) => event },
        },
      },
    },
    asking: { on: { 'deletion/confirm': 'deleting', 'deletion/cancel': 'listed' } },
    deleting: {
      entry: 'forgetFailure',
      invoke: {
        id: 'remove',
        src: 'remove',
        input: ({ context }) => ({ ids: context.deleting }),
        onDone: { target: 'listed', actions: ['finish', 'emitDeleted'] },
        onError: { target: 'asking', actions: { type: 'keepFailure', params: ({ event }) => event } },
      },
    },
  },
})
