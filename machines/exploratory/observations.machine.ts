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
  actions: {
    select: assign(({ context }, { ids, isSelected }: { ids: readonly string[]; isSelected: boolean }) => {
      const others = context.selected.filter((id) => !ids.includes(id))
      return { selected: isSelected ? [...others, ...ids] : others }
    }),
    clear: assign({ selected: [] }),
    closeEdit: assign({ edited: null }),
    forgetFailure: assign({ failure: null }),
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
    'observation/edit': { actions: assign(({ event }) => ({ edited: event.id })) },
    'edit/close': { actions: 'closeEdit' },
  },
  states: {
    listed: {
      entry: 'forgetAsked',
      on: {
        'deletion/ask': {
          guard: ({ event }) => event.ids.length > 0,
          target: 'asking',
          actions: assign(({ event }) => ({ deleting: event.ids, failure: null })),
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
        onError: { target: 'asking', actions: assign(({ event }) => ({ failure: event.error })) },
      },
    },
  },
})
