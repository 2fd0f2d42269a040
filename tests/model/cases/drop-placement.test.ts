import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'
import {
  dropPlacement,
  placeOf,
  type Dragged,
  type DropEvent,
  type DropPlace,
  type DropWanted,
} from '../../../machines/cases/drop-placement.machine.ts'
import { structureOf } from '../../../machines/cases/repository-layout.ts'
import { aSuite } from '../../unit/cases/support.ts'
import { describeMachine } from '../support/describe-machine.ts'
import { play, toursThrough } from '../support/paths.ts'

const input = undefined
const cases: Dragged = { kind: 'cases', ids: [1] }
const suite: Dragged = { kind: 'suite', id: 2 }
const inSuite: DropPlace = { kind: 'cases', suiteId: 3, at: { placementMode: 'AT_TEST_SUITE_END' } }
const under: DropPlace = { kind: 'suite', at: { newParentTestSuiteId: 3 }, onto: 3, where: 'inside' }
const target = { kind: 'suite', id: 3, part: 0.5 } as const
const events = [
  { type: 'drag/started', dragged: cases },
  { type: 'drag/started', dragged: suite },
  { type: 'drag/over', target: null, place: null, closedSuite: null },
  { type: 'drag/over', target, place: inSuite, closedSuite: 3 },
  { type: 'drag/over', target, place: under, closedSuite: 4 },
  { type: 'mode/chosen', mode: 'clone' },
  { type: 'mode/chosen', mode: 'move' },
  { type: 'drag/dropped', at: { x: 7, y: 9 } },
  { type: 'drag/cancelled' },
  { type: 'drop/wanted', wanted: { dragged: cases, place: inSuite, mode: 'move' } },
  { type: 'xstate.after.spring.dropPlacement.drag.dragging.resting' },
  { type: 'xstate.done.actor.perform', output: null },
  { type: 'xstate.error.actor.perform', error: 'refused' },
] as DropEvent[]
const paths = describeMachine(dropPlacement, {
  input,
  events,
  // While a drop is performed, only one more is started.
  stopWhen: (state) =>
    state.context.waiting.length > 0 || (state.context.performed !== null && state.context.place !== null),
  table: {
    'drag.idle': 'drag/started drop/wanted',
    'drag.dragging.passing': 'drag/{cancelled,dropped,over} drop/wanted mode/chosen',
    'drag.dragging.resting': 'after(spring) drag/{cancelled,dropped,over} drop/wanted mode/chosen',
    'drag.choosing': 'drag/cancelled drop/wanted',
    'work.idle': 'always drop/wanted',
    'work.working': 'done(perform) drop/wanted error(perform)',
  },
  ignored: {
    'drag.idle': { events: 'drag/over mode/chosen drag/dropped drag/cancelled', because: 'nothing is being dragged' },
    'drag.dragging': { events: 'drag/started', because: 'the pointer is dragging: no other drag can begin' },
    'drag.choosing': {
      events: 'drag/started drag/over mode/chosen drag/dropped',
      because: 'the menu at the pointer covers the page',
    },
  },
  invariants: {
    'performs a drop exactly while it works': (state) =>
      !state.matches({ work: 'working' }) || state.context.performed !== null,
    'performs drops one after the other': (state) =>
      !state.matches({ work: 'idle' }) || state.context.waiting.length === 0,
  },
})

test('drops only onto a position, moves suites, copies with the modifier, and asks about other cases', () => {
  const dropped = new Set<string>()
  for (const { steps } of paths) {
    const { event, state } = steps.at(-1) ?? {}
    const before = steps.at(-2)?.state
    if (event?.type !== 'drag/dropped' || !before?.matches({ drag: 'dragging', work: 'idle' })) continue
    const { place, mode, dragged } = before.context
    const chosen = steps.findLast((step) => /drag.started|mode.chosen/.test(step.event.type))?.event
    expect(mode).toBe(chosen?.type === 'mode/chosen' ? chosen.mode : 'move')
    const isAsked = dragged?.kind === 'cases' && mode === 'move'
    expect(state?.value.drag).toBe(place !== null && isAsked ? 'choosing' : 'idle')
    const isDropped = place !== null && !isAsked
    expect(state?.matches({ work: 'working' })).toBe(isDropped)
    dropped.add(mode)
  }
  expect(dropped).toEqual(new Set(['move', 'clone']))
})

test('a running machine follows the tours as the model does', () => {
  for (const path of toursThrough(paths)) {
    const emitted = play(dropPlacement, path, input)
    const sprung = path.steps.filter(({ event }) => event.type.startsWith('xstate.after')).length
    expect(emitted.filter(({ type }) => type === 'suite/sprung')).toHaveLength(sprung)
  }
})

test('performs a drop of items that were dragged while another drop was performed', async () => {
  const answers: (() => void)[] = []
  const performed: unknown[] = []
  const actor = createActor(
    dropPlacement.provide({
      actors: {
        perform: fromPromise<unknown, { wanted: DropWanted }>(({ input: { wanted } }) => {
          performed.push(wanted.dragged)
          return new Promise((resolve) => void answers.push(() => resolve(null)))
        }),
      },
    }),
  ).start()
  actor.send({ type: 'drop/wanted', wanted: { dragged: cases, place: inSuite, mode: 'move' } })
  actor.send({ type: 'drag/started', dragged: suite })
  actor.send({ type: 'drag/over', target, place: under, closedSuite: null })
  actor.send({ type: 'drag/dropped', at: { x: 7, y: 9 } })
  answers[0]?.()
  await waitFor(actor, () => answers.length === 2)
  answers[1]?.()
  await waitFor(actor, ({ value }) => value.work === 'idle')
  expect(performed).toEqual([cases, suite])
  actor.stop()
})

const structure = structureOf(
  [
    aSuite({ id: 1 }),
    aSuite({ id: 2, parentSuiteId: 1 }),
    aSuite({ id: 3, parentSuiteId: 2 }),
    aSuite({ id: 4, parentSuiteId: 1 }),
    aSuite({ id: 5 }),
  ],
  null,
)
const onto = (id: number, part: number) => ({ kind: 'suite' as const, id, part })

test('[DND-01] [DND-02] [DND-04] drops cases before or after a case, or at the end of a suite', () => {
  const at = (part: number) => placeOf(cases, { kind: 'case', id: 7, suiteId: 3, part }, structure)
  expect(at(0.49)).toEqual({
    kind: 'cases',
    suiteId: 3,
    at: { placementMode: 'BEFORE_TEST_CASE', testCaseIdToPlaceBefore: 7 },
  })
  expect(at(0.5)).toEqual({
    kind: 'cases',
    suiteId: 3,
    at: { placementMode: 'AFTER_TEST_CASE', testCaseIdToPlaceAfter: 7 },
  })
  expect(placeOf(cases, onto(3, 0.1), structure)).toEqual(inSuite)
  expect(placeOf({ kind: 'cases', ids: [6, 7] }, { kind: 'case', id: 7, suiteId: 3, part: 0 }, structure)).toBe(null)
})

test('[DND-02] drops all found cases as it drops cases, and not onto themselves', () => {
  const found: Dragged = { kind: 'found', question: { q: 'card', filter: {} }, except: [7], count: 12_344 }
  expect(placeOf(found, onto(3, 0.1), structure)).toEqual(inSuite)
  expect(placeOf(found, { kind: 'case', id: 6, suiteId: 3, part: 0 }, structure)).toBe(null)
  expect(placeOf(found, { kind: 'case', id: 7, suiteId: 3, part: 0 }, structure)).toMatchObject({ suiteId: 3 })
})

test('[DND-05] [DND-06] [DND-07] drops a suite before, into or after another', () => {
  const at = (id: number, part: number) => placeOf({ kind: 'suite', id: 5 }, onto(id, part), structure)
  expect(at(4, 0.1)).toMatchObject({ at: { newParentTestSuiteId: 1, testSuiteIdToPlaceAfter: 2 }, where: 'before' })
  expect(at(2, 0.1)).toMatchObject({ at: { newParentTestSuiteId: 1, testSuiteIdToPlaceAfter: null } })
  expect(at(4, 0.5)).toEqual({ kind: 'suite', at: { newParentTestSuiteId: 4 }, onto: 4, where: 'inside' })
  expect(at(4, 0.9)).toMatchObject({ at: { newParentTestSuiteId: 1, testSuiteIdToPlaceAfter: 4 }, where: 'after' })
  // The moved suite is not its own neighbour.
  expect(placeOf({ kind: 'suite', id: 2 }, onto(4, 0.1), structure)).toMatchObject({
    at: { testSuiteIdToPlaceAfter: null },
  })
})

test('[DND-08] [DND-09] drops no suite onto itself or into one of its own', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 1, max: 5 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (id, to, part) => {
        const place = placeOf({ kind: 'suite', id }, onto(to, part), structure)
        const liesIn = structure.byId.get(to)?.ancestors.some((one) => one.id === id) === true
        expect(place === null).toBe(id === to || liesIn)
      },
    ),
  )
})
