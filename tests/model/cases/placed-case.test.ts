import { expect, test } from 'vitest'
import { createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate'
import type { CaseRow } from '../../../contract/cases/cases.ts'
import type { Placement } from '../../../contract/cases/operations.ts'
import {
  caseWindows,
  type CaseQuestion,
  type CaseWindow,
  type LoadedWindow,
} from '../../../machines/cases/case-windows.machine.ts'
import type { CaseRows, PlacedCase } from '../../../machines/cases/placed-case.ts'
import { openedCase, type FoundCase } from '../../../machines/cases/opened-case.machine.ts'
import { testCaseRepository } from '../../../machines/cases/test-case-repository.machine.ts'
import type { LoadedStructure, RepositoryAddress } from '../../../machines/cases/repository-events.ts'
import { aCaseRow, aSuite, aTestCase } from '../../unit/cases/support.ts'

const nothing = { q: '', filter: {} }
const address: RepositoryAddress = { question: nothing, suiteId: null, caseId: null, tab: null }
const input = { address, view: 'tree' as const }
const settled = () => new Promise((resolve) => setImmediate(resolve))

/** The repository with two visible suites, and every call that it makes. */
const inSight = async () => {
  const clock = new SimulatedClock()
  const calls: string[] = []
  const held: Record<number, CaseRow[]> = {
    1: [aCaseRow({ id: 11 }), aCaseRow({ id: 12 })],
    2: [aCaseRow({ id: 21, testSuiteId: 2 })],
  }
  /** Counts of each suite on the server. */
  let cases = [2, 1] as [number, number]
  const suites = (...now: [number, number]) => {
    cases = now
  }
  const actor = createActor(
    testCaseRepository.provide({
      actors: {
        load: fromPromise<LoadedStructure, { question: CaseQuestion; needsSuites: boolean }>(() => {
          calls.push('suites')
          return Promise.resolve({
            suites: [aSuite({ testCases: cases[0] }), aSuite({ id: 2, testCases: cases[1] })],
            counts: null,
          })
        }),
        windows: caseWindows.provide({
          actors: {
            load: fromPromise<LoadedWindow, { question: CaseQuestion; window: CaseWindow }>(({ input: { window } }) => {
              calls.push(`cases of ${window.suites.join()}`)
              return Promise.resolve({ items: window.suites.flatMap((id) => held[id] ?? []) })
            }),
          },
        }),
        preview: openedCase.provide({
          actors: {
            find: fromPromise<FoundCase, { caseId: number }>(({ input: { caseId } }) => {
              calls.push(`case ${caseId}`)
              return Promise.resolve({ testCase: aTestCase({ id: caseId }) })
            }),
          },
        }),
        live: fromCallback(() => undefined),
      },
    }),
    { input, clock },
  ).start()
  const rest = async () => {
    for (let turn = 0; turn < 4; turn += 1) {
      await settled()
      clock.increment(500)
    }
  }
  await settled()
  const { windows } = actor.getSnapshot().children
  const ranges = (...counts: number[]) => counts.map((of, i) => ({ suiteId: i + 1, from: 0, to: of, of }))
  windows?.send({ type: 'range/shown', ranges: ranges(2, 1) })
  await rest()
  calls.length = 0
  const shown = () => {
    const rows: CaseRows = windows?.getSnapshot().context.rows ?? {}
    return Object.fromEntries(Object.entries(rows).map(([id, list]) => [id, list.map((row) => row?.id)]))
  }
  const counts = () => actor.getSnapshot().context.structure?.suites.map(({ own }) => own)
  const look = (...of: number[]) => windows?.send({ type: 'range/shown', ranges: ranges(...of) })
  const { loaded } = actor.getSnapshot().context
  /** The server's answer to a move. */
  const place = (placed: PlacedCase) => actor.send({ type: 'case/placed', placed, loaded })
  return { actor, calls, held, suites, rest, shown, counts, look, windows, place }
}
const row12 = aCaseRow({ id: 12 })

test.each<[string, Placement, number[]]>([
  ['to the end', { placementMode: 'AT_TEST_SUITE_END' }, [21, 12]],
  ['before another', { placementMode: 'BEFORE_TEST_CASE', testCaseIdToPlaceBefore: 21 }, [12, 21]],
  ['behind another', { placementMode: 'AFTER_TEST_CASE', testCaseIdToPlaceAfter: 21 }, [21, 12]],
])('shows a case that was moved %s of a suite there, without a request', async (_, where, expected) => {
  const { place, calls, rest, shown, counts, look, windows } = await inSight()
  place({ row: row12, suiteId: 2, place: where, at: '2026-11-23T10:00:00.000Z' })
  look(1, 2)
  await rest()
  expect(shown()).toEqual({ 1: [11], 2: expected })
  expect(counts()).toEqual([1, 2])
  expect(windows?.getSnapshot().context.rows[2]?.find((row) => row?.id === 12)).toMatchObject({
    testSuiteId: 2,
    version: 2,
    lastModifiedAt: '2026-11-23T10:00:00.000Z',
  })
  expect(calls).toEqual([])
})

test('keeps the version of a case that was moved within its suite, and shows a renamed one from the answer', async () => {
  const { actor, place, calls, rest, shown, counts, windows } = await inSight()
  const where: Placement = { placementMode: 'BEFORE_TEST_CASE', testCaseIdToPlaceBefore: 11 }
  actor.send({ type: 'case/opened', caseId: 11 })
  await rest()
  expect(calls.splice(0)).toEqual(['case 11'])
  place({ row: row12, suiteId: 1, place: where, at: '' })
  const testCase = aTestCase({ id: 11, title: 'Renamed', version: 2 })
  actor.send({ type: 'case/saved', row: aCaseRow({ id: 11, title: 'Renamed', version: 2 }), testCase })
  await rest()
  expect(shown()).toEqual({ 1: [12, 11], 2: [21] })
  expect(counts()).toEqual([2, 1])
  expect(windows?.getSnapshot().context.rows[1]?.map((row) => [row?.title, row?.version])).toEqual([
    ['Apply a voucher', 1],
    ['Renamed', 2],
  ])
  expect(actor.getSnapshot().children.preview?.getSnapshot().context.testCase?.title).toBe('Renamed')
  expect(calls).toEqual([])
})

test('shows a case that was moved to the end of its own suite, with nothing missing before it', async () => {
  const { place, calls, rest, shown } = await inSight()
  const where: Placement = { placementMode: 'AT_TEST_SUITE_END' }
  place({ row: aCaseRow({ id: 11 }), suiteId: 1, place: where, at: '' })
  await rest()
  expect(shown()).toEqual({ 1: [12, 11], 2: [21] })
  expect(calls).toEqual([])
})

test('loads only the cases of the suite of a copy, because the answer contains only its position', async () => {
  const { place, calls, rest, counts, look } = await inSight()
  const where: Placement = { placementMode: 'AT_TEST_SUITE_END' }
  place({ row: null, suiteId: 2, place: where, at: '' })
  look(2, 2)
  await rest()
  expect(counts()).toEqual([2, 2])
  expect(calls).toEqual(['cases of 2'])
})

test('asks for a moved case during a search, because only the server knows whether it matches', async () => {
  const { actor, place, calls, rest } = await inSight()
  actor.send({ type: 'filter/changed', filter: { draft: true } })
  await rest()
  calls.length = 0
  const where: Placement = { placementMode: 'AT_TEST_SUITE_END' }
  place({ row: row12, suiteId: 2, place: where, at: '' })
  await rest()
  expect(calls).toContain('suites')
})

test('counts a moved case once that was loaded before the answer', async () => {
  const { actor, place, calls, held, suites, rest, shown, counts, look } = await inSight()
  held[1] = [aCaseRow({ id: 11 })]
  held[2] = [aCaseRow({ id: 21, testSuiteId: 2 }), aCaseRow({ id: 12, testSuiteId: 2 })]
  suites(1, 2)
  actor.send({ type: 'repository/refresh' })
  await rest()
  look(1, 2)
  await rest()
  calls.length = 0
  place({ row: row12, suiteId: 2, place: { placementMode: 'AT_TEST_SUITE_END' }, at: '' })
  await rest()
  expect(calls).toContain('suites')
  expect(counts()).toEqual([1, 2])
  expect(shown()).toEqual({ 1: [11], 2: [21, 12] })
})

test('shows a moved case once that was loaded in its new suite', async () => {
  const { actor, place, held, rest, shown, look, windows } = await inSight()
  held[2] = [aCaseRow({ id: 21, testSuiteId: 2 }), aCaseRow({ id: 12, testSuiteId: 2 })]
  windows?.send({ type: 'suites/changed', suiteIds: [2], caseIds: [] })
  look(2, 2)
  await rest()
  held[1] = [aCaseRow({ id: 11 })]
  expect(shown()).toEqual({ 1: [11, 12], 2: [21, 12] })
  place({ row: row12, suiteId: 2, place: { placementMode: 'AT_TEST_SUITE_END' }, at: '' })
  look(1, 2)
  await rest()
  expect(actor.getSnapshot().matches({ structure: 'shown' })).toBe(true)
  expect(shown()).toEqual({ 1: [11], 2: [21, 12] })
})
