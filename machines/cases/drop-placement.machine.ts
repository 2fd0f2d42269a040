import { assign, emit, fromPromise, setup } from 'xstate'
import type { Placement as CasePlacement } from '../../contract/cases/operations.ts'
import type { SuitePlace } from '../../contract/cases/suites.ts'
import type { CaseQuestion } from './case-windows.machine.ts'
import type { Structure } from './repository-layout.ts'

/**
 * What is dragged: cases in the order in which they are to stand, a suite with all it holds, or the `count` cases that a question finds, but
 * `except`: which they are is asked for once they are put down.
 */
export type Dragged =
  | { kind: 'cases'; ids: readonly number[] }
  | { kind: 'found'; question: CaseQuestion; except: readonly number[]; count: number }
  | { kind: 'suite'; id: number }

/** What the pointer is over; `part` is how far down in it, from 0 to 1. */
export type DropTarget =
  | { kind: 'case'; id: number; suiteId: number; part: number }
  | { kind: 'suite'; id: number; part: number }

/** Where it would land. */
export type DropPlace =
  | { kind: 'cases'; suiteId: number; at: CasePlacement }
  | { kind: 'suite'; at: SuitePlace; onto: number; where: 'before' | 'inside' | 'after' }

export type DropMode = 'move' | 'clone'

/**
 * Cases fall before or after a case by its halves, and at the end of a suite (DND-01, 02, 04). A suite falls before, into or after another by
 * its thirds (DND-05 to 07), and neither onto itself nor into what lies in it (DND-08, 09): null.
 */
export function placeOf(dragged: Dragged, target: DropTarget, { byId, suites }: Structure): DropPlace | null {
  if (dragged.kind !== 'suite') {
    if (target.kind === 'suite')
      return { kind: 'cases', suiteId: target.id, at: { placementMode: 'AT_TEST_SUITE_END' } }
    const isDragged = dragged.kind === 'cases' ? dragged.ids.includes(target.id) : !dragged.except.includes(target.id)
    if (isDragged) return null
    const at: CasePlacement =
      target.part < 0.5
        ? { placementMode: 'BEFORE_TEST_CASE', testCaseIdToPlaceBefore: target.id }
        : { placementMode: 'AFTER_TEST_CASE', testCaseIdToPlaceAfter: target.id }
    return { kind: 'cases', suiteId: target.suiteId, at }
  }
  if (target.kind !== 'suite') return null
  const onto = byId.get(target.id)
  if (onto === undefined || onto.id === dragged.id || onto.ancestors.some(({ id }) => id === dragged.id)) return null
  if (target.part >= 1 / 3 && target.part <= 2 / 3)
    return { kind: 'suite', at: { newParentTestSuiteId: onto.id }, onto: onto.id, where: 'inside' }
  const parent = onto.parentSuiteId
  if (target.part > 2 / 3)
    return {
      kind: 'suite',
      at: { newParentTestSuiteId: parent, testSuiteIdToPlaceAfter: onto.id },
      onto: onto.id,
      where: 'after',
    }
  const siblings = suites.filter(({ parentSuiteId, id }) => parentSuiteId === parent && id !== dragged.id)
  const before = siblings[siblings.indexOf(onto) - 1]?.id ?? null
  return {
    kind: 'suite',
    at: { newParentTestSuiteId: parent, testSuiteIdToPlaceAfter: before },
    onto: onto.id,
    where: 'before',
  }
}

/** In the window's pixels. */
export interface DropPoint {
  x: number
  y: number
}

export interface DropWanted {
  dragged: Dragged
  place: DropPlace
  mode: DropMode
}

export type DropEvent =
  | { type: 'drag/started'; dragged: Dragged }
  /** `place` null: it cannot be put down here. `closedSuite`: a suite that opens when the pointer rests on it. */
  | { type: 'drag/over'; target: DropTarget | null; place: DropPlace | null; closedSuite: number | null }
  /** A modifier key is pressed or let go. */
  | { type: 'mode/chosen'; mode: DropMode }
  /** `at`: pixels of the window. */
  | { type: 'drag/dropped'; at: DropPoint }
  | { type: 'drag/cancelled' }
  /** Without a drag: by the keyboard, from a menu, also from that of a drop. */
  | { type: 'drop/wanted'; wanted: DropWanted }

interface Context {
  dragged: Dragged | null
  target: DropTarget | null
  place: DropPlace | null
  closedSuite: number | null
  mode: DropMode
  /** Where cases were dropped that wait for a choice. */
  at: DropPoint | null
}

const NOTHING: Context = { dragged: null, target: null, place: null, closedSuite: null, mode: 'move', at: null }

/**
 * From taking hold to what comes of it. A suite moves, and what is dropped while a modifier key is held is copied; of other cases the menu at
 * the pointer asks whether they move or are cloned (DND-03).
 */
export const dropPlacement = setup({
  types: {
    context: {} as Context,
    events: {} as DropEvent,
    emitted: {} as
      | { type: 'suite/sprung'; suiteId: number }
      | { type: 'drop/done'; wanted: DropWanted }
      | { type: 'drop/failed'; error: unknown },
  },
  actors: {
    perform: fromPromise<unknown, { wanted: DropWanted }>(() => Promise.reject(new Error('perform is not provided'))),
  },
  guards: {
    isOverOtherClosed: ({ context }, { closedSuite }: { closedSuite: number | null }) =>
      closedSuite !== null && closedSuite !== context.closedSuite,
    isStillOver: ({ context }, { closedSuite }: { closedSuite: number | null }) =>
      closedSuite !== null && closedSuite === context.closedSuite,
    isPlaced: ({ context }) => context.place !== null,
    isChoice: ({ context: { place, dragged, mode } }) => place !== null && dragged?.kind !== 'suite' && mode === 'move',
  },
  actions: {
    take: assign((_, { dragged }: { dragged: Dragged }) => ({ ...NOTHING, dragged })),
    aim: assign((_, { target, place, closedSuite }: Pick<Context, 'target' | 'place' | 'closedSuite'>) => ({
      target,
      place,
      closedSuite,
    })),
    putDown: assign((_, { at }: { at: DropPoint }) => ({ at })),
    choose: assign((_, { mode }: { mode: DropMode }) => ({ mode })),
    want: assign((_, { wanted: { dragged, place, mode } }: { wanted: DropWanted }) => ({
      ...NOTHING,
      dragged,
      place,
      mode,
    })),
    forget: assign(NOTHING),
    spring: emit(({ context }) => ({ type: 'suite/sprung' as const, suiteId: context.closedSuite ?? 0 })),
    tellDone: emit(({ context: { dragged, place, mode } }) => ({
      type: 'drop/done' as const,
      // Nothing is performed without both.
      wanted: { dragged, place, mode } as DropWanted,
    })),
    tellFailed: emit((_, { error }: { error: unknown }) => ({ type: 'drop/failed' as const, error })),
  },
  delays: { spring: 700 },
}).createMachine({
  id: 'dropPlacement',
  context: NOTHING,
  initial: 'idle',
  states: {
    idle: {
      on: {
        'drag/started': { target: 'dragging', actions: { type: 'take', params: ({ event }) => event } },
        'drop/wanted': { target: 'working', actions: { type: 'want', params: ({ event }) => event } },
      },
    },
    dragging: {
      initial: 'passing',
      on: {
        'drag/dropped': [
          { guard: 'isChoice', target: 'choosing', actions: { type: 'putDown', params: ({ event }) => event } },
          { guard: 'isPlaced', target: 'working' },
          { target: 'idle', actions: 'forget' },
        ],
        'mode/chosen': { actions: { type: 'choose', params: ({ event }) => event } },
        'drag/cancelled': { target: 'idle', actions: 'forget' },
      },
      states: {
        passing: {
          on: {
            'drag/over': [
              {
                guard: { type: 'isOverOtherClosed', params: ({ event }) => event },
                target: 'resting',
                actions: { type: 'aim', params: ({ event }) => event },
              },
              { actions: { type: 'aim', params: ({ event }) => event } },
            ],
          },
        },
        /** On a closed suite: it opens, so that what is in it can be reached. */
        resting: {
          after: { spring: { target: 'passing', actions: 'spring' } },
          on: {
            'drag/over': [
              {
                guard: { type: 'isStillOver', params: ({ event }) => event },
                actions: { type: 'aim', params: ({ event }) => event },
              },
              {
                guard: { type: 'isOverOtherClosed', params: ({ event }) => event },
                target: 'resting',
                reenter: true,
                actions: { type: 'aim', params: ({ event }) => event },
              },
              { target: 'passing', actions: { type: 'aim', params: ({ event }) => event } },
            ],
          },
        },
      },
    },
    /** What is chosen comes as `drop/wanted`, once the menu has closed. */
    choosing: { on: { 'drag/cancelled': { target: 'idle', actions: 'forget' } } },
    working: {
      invoke: {
        id: 'perform',
        src: 'perform',
        // Reached only with both.
        input: ({ context: { dragged, place, mode } }) => ({ wanted: { dragged, place, mode } as DropWanted }),
        onDone: { target: 'idle', actions: ['tellDone', 'forget'] },
        onError: { target: 'idle', actions: [{ type: 'tellFailed', params: ({ event }) => event }, 'forget'] },
      },
    },
  },
})
