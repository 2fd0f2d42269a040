import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate'
import type { CaseRow } from '../../../contract/cases/cases.ts'
import {
  caseWindows,
  missingWindow,
  withWindow,
  type CaseQuestion,
  type CaseWindow,
  type CaseWindowsEvent,
  type LoadedWindow,
} from '../../../machines/cases/case-windows.machine.ts'
import type { CaseRows } from '../../../machines/cases/placed-case.ts'
import { casesBetween, layoutOf, structureOf } from '../../../machines/cases/repository-layout.ts'
import { aCaseRow, aSuite } from '../../unit/cases/support.ts'
import { describeMachine } from '../support/describe-machine.ts'
import { play, samplesOf } from '../support/paths.ts'

const question = { q: '', filter: {} }
const other = { q: 'voucher', filter: {} }
const ranges = [{ suiteId: 1, from: 0, to: 2, of: 2 }]
const rows = [aCaseRow({ id: 11 }), aCaseRow({ id: 12 })]
const input = { question }
const events = [
  { type: 'range/shown', ranges },
  { type: 'range/shown', ranges: [] },
  { type: 'question/asked', question: other },
  { type: 'suites/changed', suiteIds: [1], caseIds: [] },
  { type: 'suites/changed', suiteIds: [9], caseIds: [] },
  { type: 'suites/changed', suiteIds: [], caseIds: [11] },
  { type: 'suites/changed', suiteIds: null, caseIds: null },
  { type: 'case/changed', row: aCaseRow({ id: 11, title: 'Renamed', version: 2 }) },
  {
    type: 'case/placed',
    placed: { row: aCaseRow({ id: 11 }), suiteId: 1, place: { placementMode: 'AT_TEST_SUITE_END' }, at: '' },
    count: 2,
  },
  {
    type: 'case/placed',
    placed: { row: null, suiteId: 9, place: { placementMode: 'AT_TEST_SUITE_END' }, at: '' },
    count: 0,
  },
  { type: 'case/changed', row: aCaseRow({ id: 91, testSuiteId: 9 }) },
  { type: 'windows/retry' },
  { type: 'xstate.after.pause.caseWindows.passing' },
  { type: 'xstate.done.actor.load', output: { items: rows } },
  { type: 'xstate.error.actor.load', error: 'unreachable' },
] as CaseWindowsEvent[]
const paths = describeMachine(caseWindows, {
  input,
  events,
  table: {
    idle: 'case/{changed,placed} question/asked range/shown suites/changed',
    passing: 'after(pause) case/{changed,placed} question/asked range/shown suites/changed',
    loading: 'case/{changed,placed} done(load) error(load) question/asked range/shown suites/changed',
    failed: 'case/{changed,placed} question/asked range/shown suites/changed windows/retry',
  },
  ignored: {
    idle: { events: 'windows/retry', because: 'a retry is offered only after a failure' },
    passing: { events: 'windows/retry', because: 'a retry is offered only after a failure' },
    loading: { events: 'windows/retry', because: 'a retry is offered only after a failure' },
  },
  invariants: {
    'loads only a window that is missing': (s) => !s.matches('loading') || s.context.window !== null,
    'rests only when no visible row is missing': ({ matches: _, ...s }) => {
      const { rows: held, stale, ranges: requestedValues } = s.context
      return s.value !== 'idle' || missingWindow(held, stale, requestedValues) === null
    },
    'keeps no rows of another query': (s, before) =>
      before === undefined ||
      s.context.question === before.context.question ||
      Object.keys(s.context.rows).length === 0,
  },
})

const samples = samplesOf(paths)

test('a running machine follows the model', () => {
  expect(() => samples.forEach((path) => play(caseWindows, path, input))).not.toThrow()
})

const watched = () => {
  const clock = new SimulatedClock()
  const requests: CaseWindow[] = []
  const actor = createActor(
    caseWindows.provide({
      actors: {
        load: fromPromise<LoadedWindow, { question: CaseQuestion; window: CaseWindow }>(({ input: { window } }) => {
          requests.push(window)
          return Promise.resolve({ items: [] })
        }),
      },
    }),
    { input, clock },
  ).start()
  const show = (...suiteIds: number[]) =>
    actor.send({ type: 'range/shown', ranges: suiteIds.map((suiteId) => ({ suiteId, from: 0, to: 10, of: 10 })) })
  return { actor, clock, asked: requests, show }
}

test('loads nothing of a list that is scrolled fast until it slows down', async () => {
  const { actor, clock, asked, show } = watched()
  for (let suiteId = 1; suiteId <= 20; suiteId += 1) {
    show(suiteId)
    clock.increment(15)
  }
  expect(asked).toEqual([])
  clock.increment(80)
  expect(asked).toEqual([{ suites: [20], offset: 0, limit: 10 }])
  await waitFor(actor, (state) => state.matches('passing'))
})

test('loads only where a fast scroll stops', async () => {
  const { actor, clock, asked, show } = watched()
  const isLoaded = () => waitFor(actor, (state) => state.matches('passing'))
  show(1)
  clock.increment(16)
  await isLoaded()
  clock.increment(16)
  show(50)
  clock.increment(20)
  // The next frame is too fast to render rows.
  show()
  clock.increment(1000)
  expect(asked).toEqual([{ suites: [1], offset: 0, limit: 10 }])
  show(90)
  clock.increment(16)
  expect(asked.slice(1)).toEqual([{ suites: [90], offset: 0, limit: 10 }])
  await isLoaded()
  clock.increment(16)
  show(20)
  clock.increment(34)
  expect(asked.slice(2)).toEqual([{ suites: [20], offset: 0, limit: 10 }])
  await isLoaded()
})

test('loads everything visible window by window, each case once and in its suite', () => {
  const sizes = fc.array(fc.nat(90), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(sizes, fc.nat(600), fc.nat(300), fc.array(fc.nat(11)), (counts, from, length, changed) => {
      const suites = counts.map((testCases, i) => aSuite({ id: i + 1, testCases }))
      const stored = new Map(
        suites.map(({ id, testCases }) => [
          id,
          Array.from({ length: testCases }, (_, i) => aCaseRow({ id: id * 1000 + i, testSuiteId: id })),
        ]),
      )
      const heights = { suite: 1, case: 1, quick: 1, actions: 1, suggestions: 44, suggestion: 60, description: () => 1 }
      const layout = layoutOf({
        structure: structureOf(suites, null),
        view: 'tree',
        suiteId: null,
        closed: new Set(),
        quick: null,
        suggested: new Map(),
        hasActions: false,
        heights,
      })
      const requestedValues = casesBetween(layout, from, from + length)
      const answer = ({ suites: asked, offset, limit }: { suites: readonly number[]; offset: number; limit: number }) =>
        asked.flatMap((id) => stored.get(id) ?? []).slice(offset, offset + limit)
      let held: CaseRows = {}
      let stale: number[] = []
      const load = () => {
        for (let turn = 0; turn < 50; turn += 1) {
          const window = missingWindow(held, stale, requestedValues)
          if (window === null) return
          held = withWindow(held, stale, window, answer(window), requestedValues)
          stale = stale.filter((id) => !window.suites.includes(id))
        }
        throw new Error('it never ends')
      }
      const shown = () =>
        requestedValues.flatMap(({ suiteId, from: first, to }) => held[suiteId]?.slice(first, to).map((row) => row?.id))
      const due = () =>
        requestedValues.flatMap(({ suiteId, from: first, to }) =>
          Array.from({ length: to - first }, (_, i) => stored.get(suiteId)?.[first + i]?.id),
        )
      load()
      expect(shown()).toEqual(due())
      // A user deletes the first case of some suites: missing rows are requested exactly once.
      for (const id of changed) if (stored.has(id)) stored.set(id, (stored.get(id) as CaseRow[]).slice(1))
      stale = changed
      load()
      expect(shown().map((id) => id ?? undefined)).toEqual(due())
    }),
    // More of the first suite is deleted than is visible.
    { examples: [[[6, 2], 6, 2, [1, 1, 2]]] },
  )
})
