import { assign, enqueueActions, setup } from 'xstate'
import { PRESENCE, type PresentUser } from '../../contract/runs/presence.ts'
import { unprovided, unprovidedCallback } from '../patterns/unprovided.ts'

export type PresenceEvent =
  | { type: 'case/opened'; caseId: number | null }
  /** The user wants to go on with one of these cases, the first ones preferably. Not empty. */
  | { type: 'next/wanted'; caseIds: readonly number[] }
  /** Readers with a hidden tab are not present. */
  | { type: 'tab/hidden' }
  | { type: 'tab/shown' }

/** An object, because the type of a generic output would be lost. */
export interface ReportedPresence {
  people: readonly PresentUser[]
  caseId: number | null
}

/** `oneOf`: the server chooses the case among these. */
export interface PresenceReport {
  caseId: number | null
  isLeaving: boolean
  oneOf: readonly number[]
}

/** Returns the first case where nobody is, else the first. */
const firstFree = (caseIds: readonly number[], people: readonly PresentUser[]): number | null =>
  caseIds.find((id) => people.every(({ caseId }) => caseId !== id)) ?? caseIds[0] ?? null

const flow = setup({
  types: {
    context: {} as { caseId: number | null; people: readonly PresentUser[]; wanted: readonly number[] },
    events: {} as PresenceEvent,
    emitted: {} as { type: 'next/chosen'; caseId: number },
    input: {} as { caseId: number | null },
  },
  actors: {
    report: unprovided<ReportedPresence, PresenceReport>('report'),
    /** Sends `case/opened` as another case is opened. */
    place: unprovidedCallback<PresenceEvent>('place'),
    /** Sends `tab/hidden` and `tab/shown`. */
    tab: unprovidedCallback<PresenceEvent>('tab'),
  },
  delays: { pause: PRESENCE.everyMs, patience: 2000 },
  actions: {
    want: assign((_, { caseIds }: { caseIds: readonly number[] }) => ({
      wanted: caseIds.slice(0, PRESENCE.maxCandidates),
    })),
    choose: assign(({ context: { wanted, people } }, { caseId }: { caseId: number | null }) => ({
      caseId: caseId ?? firstFree(wanted, people),
      wanted: [],
    })),
    emitChosen: enqueueActions(({ context: { caseId }, enqueue }) => {
      if (caseId !== null) enqueue.emit({ type: 'next/chosen', caseId })
    }),
    forget: assign({ people: [] }),
  },
})

const choosing = {
  target: 'choosing' as const,
  actions: { type: 'want' as const, params: ({ event }: { event: { caseIds: readonly number[] } }) => event },
}
/** In a hidden tab, which is not present. */
const choosingAlone = {
  actions: [
    { type: 'want' as const, params: ({ event }: { event: { caseIds: readonly number[] } }) => event },
    { type: 'choose' as const, params: { caseId: null } },
    'emitChosen' as const,
  ],
}

/**
 * Reports the open case every few seconds and on change, and receives who else is in the run. Ignores a failed report: the next one repeats
 * it. The server chooses the next case, because it has the newest places of all users; without an answer, this machine chooses.
 */
export const presence = flow.createMachine({
  id: 'presence',
  context: ({ input }) => ({ caseId: input.caseId, people: [], wanted: [] }),
  initial: 'announcing',
  invoke: [
    { id: 'place', src: 'place' },
    { id: 'tab', src: 'tab' },
  ],
  states: {
    announcing: {
      on: {
        'case/opened': {
          guard: ({ context, event }) => event.caseId !== context.caseId,
          target: 'announcing',
          reenter: true,
          actions: assign(({ event }) => ({ caseId: event.caseId })),
        },
        'next/wanted': choosing,
        'tab/hidden': 'leaving',
      },
      invoke: {
        id: 'report',
        src: 'report',
        input: ({ context }) => ({ caseId: context.caseId, isLeaving: false, oneOf: [] }),
        onDone: { target: 'waiting', actions: assign(({ event }) => ({ people: event.output.people })) },
        onError: { target: 'waiting', actions: 'forget' },
      },
    },
    waiting: {
      after: { pause: 'announcing' },
      on: {
        'case/opened': {
          guard: ({ context, event }) => event.caseId !== context.caseId,
          target: 'announcing',
          actions: assign(({ event }) => ({ caseId: event.caseId })),
        },
        'next/wanted': choosing,
        'tab/hidden': 'leaving',
      },
    },
    choosing: {
      after: {
        patience: { target: 'announcing', actions: [{ type: 'choose', params: { caseId: null } }, 'emitChosen'] },
      },
      on: {
        // The user opened a case meanwhile.
        'case/opened': {
          guard: ({ context, event }) => event.caseId !== context.caseId,
          target: 'announcing',
          actions: assign(({ event }) => ({ caseId: event.caseId })),
        },
        'next/wanted': { target: 'choosing', reenter: true, actions: { type: 'want', params: ({ event }) => event } },
        'tab/hidden': {
          target: 'leaving',
          actions: [{ type: 'choose', params: { caseId: null } }, 'emitChosen'],
        },
      },
      invoke: {
        id: 'choice',
        src: 'report',
        input: ({ context }) => ({ caseId: context.caseId, isLeaving: false, oneOf: context.wanted }),
        onDone: {
          target: 'waiting',
          actions: [
            assign(({ event }) => ({ people: event.output.people })),
            { type: 'choose', params: ({ event }) => event.output },
            'emitChosen',
          ],
        },
        onError: { target: 'waiting', actions: [{ type: 'choose', params: { caseId: null } }, 'emitChosen', 'forget'] },
      },
    },
    leaving: {
      entry: 'forget',
      on: {
        'tab/shown': 'announcing',
        'case/opened': { actions: assign(({ event }) => ({ caseId: event.caseId })) },
        'next/wanted': choosingAlone,
      },
      invoke: {
        id: 'leave',
        src: 'report',
        input: ({ context }) => ({ caseId: context.caseId, isLeaving: true, oneOf: [] }),
        onDone: 'away',
        onError: 'away',
      },
    },
    away: {
      on: {
        'tab/shown': 'announcing',
        'case/opened': { actions: assign(({ event }) => ({ caseId: event.caseId })) },
        'next/wanted': choosingAlone,
      },
    },
  },
})
