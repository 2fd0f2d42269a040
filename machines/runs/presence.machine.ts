import { assign, fromCallback, fromPromise, setup } from 'xstate'
import { PRESENCE, type PresentPerson } from '../../contract/runs/presence.ts'

export type PresenceEvent =
  | { type: 'case/opened'; caseId: number | null }
  /** Readers with a hidden tab are not present. */
  | { type: 'tab/hidden' }
  | { type: 'tab/shown' }

/** An object, because the type of a generic output would be lost. */
export interface ReportedPresence {
  people: readonly PresentPerson[]
}

/**
 * Reports the open case every few seconds and on change, and receives who else is in the run. A failed report is not shown: the next one
 * repeats it.
 */
export const presence = setup({
  types: {
    context: {} as { caseId: number | null; people: readonly PresentPerson[] },
    events: {} as PresenceEvent,
    input: {} as { caseId: number | null },
  },
  actors: {
    report: fromPromise<ReportedPresence, { caseId: number | null; isLeaving: boolean }>(() =>
      Promise.reject(new Error('report is not provided')),
    ),
    /** Sends `case/opened` as another case is opened. */
    place: fromCallback<PresenceEvent>(() => {
      throw new Error('place is not provided')
    }),
    /** Sends `tab/hidden` and `tab/shown`. */
    tab: fromCallback<PresenceEvent>(() => {
      throw new Error('tab is not provided')
    }),
  },
  delays: { pause: PRESENCE.everyMs },
  guards: { isOther: ({ context }, { caseId }: { caseId: number | null }) => caseId !== context.caseId },
  actions: {
    move: assign((_, { caseId }: { caseId: number | null }) => ({ caseId })),
    keep: assign((_, { people }: ReportedPresence) => ({ people })),
    forget: assign({ people: [] }),
  },
}).createMachine({
  id: 'presence',
  context: ({ input }) => ({ caseId: input.caseId, people: [] }),
  initial: 'announcing',
  invoke: [
    { id: 'place', src: 'place' },
    { id: 'tab', src: 'tab' },
  ],
  states: {
    announcing: {
      on: {
        'case/opened': {
          guard: { type: 'isOther', params: ({ event }) => event },
          target: 'announcing',
          reenter: true,
          actions: { type: 'move', params: ({ event }) => event },
        },
        'tab/hidden': 'leaving',
      },
      invoke: {
        id: 'report',
        src: 'report',
        input: ({ context }) => ({ caseId: context.caseId, isLeaving: false }),
        onDone: { target: 'waiting', actions: { type: 'keep', params: ({ event }) => event.output } },
        onError: { target: 'waiting', actions: 'forget' },
      },
    },
    waiting: {
      after: { pause: 'announcing' },
      on: {
        'case/opened': {
          guard: { type: 'isOther', params: ({ event }) => event },
          target: 'announcing',
          actions: { type: 'move', params: ({ event }) => event },
        },
        'tab/hidden': 'leaving',
      },
    },
    leaving: {
      entry: 'forget',
      on: { 'tab/shown': 'announcing', 'case/opened': { actions: { type: 'move', params: ({ event }) => event } } },
      invoke: {
        id: 'leave',
        src: 'report',
        input: ({ context }) => ({ caseId: context.caseId, isLeaving: true }),
        onDone: 'away',
        onError: 'away',
      },
    },
    away: {
      on: { 'tab/shown': 'announcing', 'case/opened': { actions: { type: 'move', params: ({ event }) => event } } },
    },
  },
})
