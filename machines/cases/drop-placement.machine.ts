import { assign, emit, setup } from 'xstate'
import type { Placement as CasePlacement } from '../../contract/cases/operations.ts'
import type { SuitePlace } from '../../contract/cases/suites.ts'
import type { CaseQuestion } from './case-windows.machine.ts'
import type { Structure } from './repository-layout.ts'
import { unprovided } from '../patterns/unprovided.ts'

/** Dragged items: ordered cases, a suite with its content, or the `count` matches of a query except `except`, whose ids load on drop. */
export type Dragged =
  | { kind: 'cases'; ids: readonly number[] }
  | { kind: 'found'; question: CaseQuestion; except: readonly number[]; count: number }
  | { kind: 'suite'; id: number }

/** Row under the pointer; `part`: vertical position in it, 0 to 1. */
export type DropTarget =
  | { kind: 'case'; id: number; suiteId: number; part: number }
  | { kind: 'suite'; id: number; part: number }

/** Drop position. */
export type DropPlace =
  | { kind: 'cases'; suiteId: number; at: CasePlacement }
  | { kind: 'suite'; at: SuitePlace; onto: number; where: 'before' | 'inside' | 'after' }

export type DropMode = 'move' | 'clone'

/**
 * Cases drop before or after a case by its halves, and at the end of a suite (DND-01, 02, 04). A suite drops before, into or after another
 * by its thirds (DND-05 to 07), but not onto itself or its descendants (DND-08, 09): null.
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

/** Window pixels. */
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
  /** `place` null: no valid drop here. `closedSuite`: a suite that expands when the pointer rests on it. */
  | { type: 'drag/over'; target: DropTarget | null; place: DropPlace | null; closedSuite: number | null }
  /** The copy modifier was pressed or released. */
  | { type: 'mode/chosen'; mode: DropMode }
  /** `at`: window pixels. */
  | { type: 'drag/dropped'; at: DropPoint }
  | { type: 'drag/cancelled' }
  /** Without dragging: by keyboard, or from a menu. */
  | { type: 'drop/wanted'; wanted: DropWanted }

interface Context {
  dragged: Dragged | null
  target: DropTarget | null
  place: DropPlace | null
  closedSuite: number | null
  mode: DropMode
  /** Drop position while the menu is open. */
  at: DropPoint | null
  /** Drop that is performed; the next ones wait. */
  performed: DropWanted | null
  waiting: readonly DropWanted[]
}

const NOTHING: Omit<Context, 'performed' | 'waiting'> = {
  dragged: null,
  target: null,
  place: null,
  closedSuite: null,
  mode: 'move',
  at: null,
}

const aim = ({ target, place, closedSuite }: Pick<Context, 'target' | 'place' | 'closedSuite'>) => ({
  target,
  place,
  closedSuite,
})

/**
 * Drag and drop. Suites move; with the modifier, items are copied; for other cases a menu at the pointer asks whether to move or clone
 * (DND-03). Drops are performed one after the other; items can be dragged meanwhile.
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
    perform: unprovided<unknown, { wanted: DropWanted }>('perform'),
  },
  guards: {
    isOverOtherClosed: ({ context }, closedSuite: number | null) =>
      closedSuite !== null && closedSuite !== context.closedSuite,
    hasNext: ({ context }) => context.waiting.length > 0,
    isPlaced: ({ context }) => context.place !== null,
    isChoice: ({ context: { place, dragged, mode } }) => place !== null && dragged?.kind !== 'suite' && mode === 'move',
  },
  actions: {
    queueDropped: assign(({ context: { waiting, dragged, place, mode } }) => ({
      waiting: dragged === null || place === null ? waiting : [...waiting, { dragged, place, mode }],
    })),
    takeNext: assign(({ context: { waiting } }) => ({ performed: waiting[0] ?? null, waiting: waiting.slice(1) })),
    forget: assign(NOTHING),
    spring: emit(({ context }) => ({ type: 'suite/sprung' as const, suiteId: context.closedSuite ?? 0 })),
    emitDone: emit(({ context }) => ({ type: 'drop/done' as const, wanted: context.performed as DropWanted })),
  },
  delays: { spring: 700 },
}).createMachine({
  id: 'dropPlacement',
  type: 'parallel',
  context: { ...NOTHING, performed: null, waiting: [] },
  on: { 'drop/wanted': { actions: assign(({ context, event }) => ({ waiting: [...context.waiting, event.wanted] })) } },
  states: {
    drag: {
      initial: 'idle',
      states: {
        idle: {
          on: {
            'drag/started': {
              target: 'dragging',
              actions: assign(({ event }) => ({ ...NOTHING, dragged: event.dragged })),
            },
          },
        },
        dragging: {
          initial: 'passing',
          on: {
            'drag/dropped': [
              { guard: 'isChoice', target: 'choosing', actions: assign(({ event }) => ({ at: event.at })) },
              { guard: 'isPlaced', target: 'idle', actions: ['queueDropped', 'forget'] },
              { target: 'idle', actions: 'forget' },
            ],
            'mode/chosen': { actions: assign(({ event }) => ({ mode: event.mode })) },
            'drag/cancelled': { target: 'idle', actions: 'forget' },
          },
          states: {
            passing: {
              on: {
                'drag/over': [
                  {
                    guard: { type: 'isOverOtherClosed', params: ({ event }) => event.closedSuite },
                    target: 'resting',
                    actions: assign(({ event }) => aim(event)),
                  },
                  { actions: assign(({ event }) => aim(event)) },
                ],
              },
            },
            /** Over a collapsed suite: expands it, so that its content can be reached. */
            resting: {
              after: { spring: { target: 'passing', actions: 'spring' } },
              on: {
                'drag/over': [
                  {
                    guard: ({ context, event }) =>
                      event.closedSuite !== null && event.closedSuite === context.closedSuite,
                    actions: assign(({ event }) => aim(event)),
                  },
                  {
                    guard: { type: 'isOverOtherClosed', params: ({ event }) => event.closedSuite },
                    target: 'resting',
                    reenter: true,
                    actions: assign(({ event }) => aim(event)),
                  },
                  { target: 'passing', actions: assign(({ event }) => aim(event)) },
                ],
              },
            },
          },
        },
        /** The choice arrives as `drop/wanted`, after the menu has closed. */
        choosing: { on: { 'drag/cancelled': { target: 'idle', actions: 'forget' } } },
      },
    },
    work: {
      initial: 'idle',
      states: {
        idle: { always: { guard: 'hasNext', target: 'working', actions: 'takeNext' } },
        working: {
          invoke: {
            id: 'perform',
            src: 'perform',
            input: ({ context }) => ({ wanted: context.performed as DropWanted }),
            onDone: { target: 'idle', actions: 'emitDone' },
            onError: { target: 'idle', actions: emit(({ event }) => ({ type: 'drop/failed', error: event.error })) },
          },
        },
      },
    },
  },
})
