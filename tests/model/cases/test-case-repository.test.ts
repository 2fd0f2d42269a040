import { expect, test } from 'vitest'
import { createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate'
import type { CaseRow } from '../../../contract/cases/cases.ts'
import type { Placement } from '../../../contract/cases/operations.ts'
import type { Suite } from '../../../contract/cases/suites.ts'
import {
  caseWindows,
  type CaseQuestion,
  type CaseWindow,
  type LoadedWindow,
} from '../../../machines/cases/case-windows.machine.ts'
import type { CaseRows, PlacedCase } from '../../../machines/cases/placed-case.ts'
import { openedCase, type FoundCase } from '../../../machines/cases/opened-case.machine.ts'
import { testCaseRepository } from '../../../machines/cases/test-case-repository.machine.ts'
import { faceOfRepository } from '../../../machines/cases/repository-face.ts'
import type { LoadedStructure, RepositoryAddress, RepositoryEvent } from '../../../machines/cases/repository-events.ts'
import { aCaseRow, aSuite, aTestCase } from '../../unit/cases/support.ts'
import { describeMachine } from '../support/describe-machine.ts'
import { play, samplesOf } from '../support/paths.ts'

const nothing = { q: '', filter: {} }
const address: RepositoryAddress = { question: nothing, suiteId: null, caseId: null, tab: null }
const input = { address, view: 'tree' as const }
const loadedSuites = [aSuite()]
const events = [
  { type: 'address/opened', address: { ...address, question: { q: 'voucher', filter: {} }, caseId: 7 } },
  { type: 'address/opened', address },
  { type: 'search/typed', q: 'voucher' },
  { type: 'search/submitted' },
  { type: 'filter/changed', filter: { draft: true } },
  { type: 'search/cleared' },
  { type: 'view/chosen', view: 'suite' },
  { type: 'suite/selected', suiteId: 1 },
  { type: 'case/opened', caseId: 7 },
  { type: 'tab/chosen', tab: 'history' },
  { type: 'case/closed' },
  { type: 'news/received', news: { suites: true, suiteIds: [1], caseIds: [7] } },
  { type: 'repository/changed', news: { suites: false, suiteIds: null, caseIds: null } },
  {
    type: 'case/saved',
    row: aCaseRow({ title: 'Renamed', version: 2 }),
    testCase: aTestCase({ title: 'Renamed', version: 2 }),
  },
  {
    type: 'case/placed',
    placed: { row: aCaseRow(), suiteId: 1, place: { placementMode: 'AT_TEST_SUITE_END' }, at: '' },
    loaded: loadedSuites,
  },
  { type: 'repository/refresh' },
  { type: 'xstate.after.typing.testCaseRepository.question.typing' },
  { type: 'xstate.after.batch.testCaseRepository.news.collecting' },
  { type: 'xstate.snapshot.preview', snapshot: { value: 'missing' } },
  { type: 'xstate.done.actor.load', output: { suites: loadedSuites, counts: null } },
  { type: 'xstate.error.actor.load', error: 'unreachable' },
] as unknown as RepositoryEvent[]

const groups = {
  searching: ['address/', 'search/', 'filter/', 'xstate.after.typing', 'case/opened'],
  answered: ['search/cleared', 'filter/', 'repository/refresh', 'xstate.done', 'xstate.error'],
  choosing: ['view/', 'suite/', 'case/opened', 'case/closed', 'tab/', 'xstate.snapshot'],
  hearing: ['news/', 'repository/', 'xstate.after.batch', 'filter/'],
  answering: ['case/saved', 'case/placed', 'filter/', 'xstate.done'],
}
// Actions of the user and of others only interact while loading: each is covered separately.
const walks = Object.values(groups).map((names) => ({
  events: events.filter(({ type }) => names.some((name) => type.startsWith(name))),
}))
const paths = describeMachine(testCaseRepository, {
  input,
  events: [],
  walks,
  table: {
    'question.settled':
      'address/opened case/{closed,opened,placed,saved} filter/changed search/{cleared,typed} snapshot(preview) suite/selected tab/chosen view/chosen',
    'question.typing':
      'address/opened after(typing) case/{closed,opened,placed,saved} filter/changed search/{cleared,submitted,typed} snapshot(preview) suite/selected tab/chosen view/chosen',
    'structure.loading':
      'case/{closed,opened,placed,saved} done(load) error(load) question/changed repository/refresh snapshot(preview) structure/stale suite/selected tab/chosen view/chosen',
    'structure.shown':
      'case/{closed,opened,placed,saved} question/changed repository/refresh snapshot(preview) structure/stale suite/selected tab/chosen view/chosen',
    'structure.failed':
      'case/{closed,opened,placed,saved} question/changed repository/refresh snapshot(preview) structure/stale suite/selected tab/chosen view/chosen',
    'news.quiet':
      'case/{closed,opened,placed,saved} news/received repository/changed snapshot(preview) suite/selected tab/chosen view/chosen',
    'news.collecting':
      'after(batch) case/{closed,opened,placed,saved} news/received repository/changed snapshot(preview) suite/selected tab/chosen view/chosen',
    'news.applying':
      'always case/{closed,opened,placed,saved} repository/changed snapshot(preview) suite/selected tab/chosen view/chosen',
  },
  ignored: {
    'question.settled': { events: 'search/submitted', because: 'nothing was typed that is not searched for already' },
  },
  invariants: {
    'has a tab only with an open case': ({ context: c }) => c.caseId !== null || c.tab === null,
    'shows suites only of an answered query': (s) => faceOfRepository(s) !== 'loading' || s.context.structure === null,
  },
})

test('[TREE-42] closes the preview with a new search or filter', () => {
  for (const { steps } of paths) {
    const { event, state } = steps.at(-1) ?? {}
    const before = steps.at(-2)?.state
    const asked = [before, state].map((one) => JSON.stringify(one?.context.question))
    if (event?.type === 'address/opened' || asked[0] === asked[1]) continue
    expect([state?.context.caseId, state?.context.tab]).toEqual([null, null])
  }
})

const samples = samplesOf(paths)

test('emits each change of the address', () => {
  for (const path of samples) {
    const emitted = play(testCaseRepository, path, input).filter(({ type }) => type === 'address/changed')
    const changed = path.steps.filter(({ event, state }, i) => {
      const before = path.steps[i - 1]?.state.context
      const part = (c: RepositoryAddress) => JSON.stringify([c.question, c.suiteId, c.caseId, c.tab])
      return before !== undefined && event.type !== 'address/opened' && part(before) !== part(state.context)
    })
    expect(emitted.length).toBeGreaterThanOrEqual(changed.length)
  }
})

const settled = () => new Promise((resolve) => setImmediate(resolve))

/** A repository of two suites, with access to its calls. */
const running = (
  over: Partial<RepositoryAddress> = {},
  suites: Suite[] = [aSuite(), aSuite({ id: 2, testCases: 1 })],
) => {
  const clock = new SimulatedClock()
  const asked: { question: RepositoryAddress['question']; needsSuites: boolean }[] = []
  const reported: { type: string; address?: RepositoryAddress }[] = []
  const world = {
    counts: { 2: 1 } as Record<number, number>,
    isDown: false,
    testCase: aTestCase({ id: 7 }) as FoundCase['testCase'],
  }
  let hear: (event: RepositoryEvent) => void = () => undefined
  const actor = createActor(
    testCaseRepository.provide({
      actors: {
        load: fromPromise<LoadedStructure, { question: RepositoryAddress['question']; needsSuites: boolean }>(
          ({ input: given }) => {
            asked.push(given)
            if (world.isDown) return Promise.reject(new Error('down'))
            const { q, filter } = given.question
            const isAsking = q !== '' || Object.keys(filter).length > 0
            return Promise.resolve({
              suites: given.needsSuites ? suites : null,
              counts: isAsking ? world.counts : null,
            })
          },
        ),
        windows: caseWindows.provide({
          actors: {
            load: fromPromise<LoadedWindow, { question: CaseQuestion; window: CaseWindow }>(() =>
              Promise.resolve({ items: [aCaseRow()] }),
            ),
          },
        }),
        preview: openedCase.provide({
          actors: {
            find: fromPromise<FoundCase, { caseId: number }>(() => Promise.resolve({ testCase: world.testCase })),
          },
        }),
        live: fromCallback(({ sendBack }) => {
          hear = sendBack
        }),
      },
    }),
    { input: { address: { ...address, ...over }, view: 'tree' }, clock },
  )
  actor.on('*', (event) => event.type !== 'question/asked' && reported.push(event))
  actor.start()
  return { actor, clock, asked, reported, world, hear: (event: RepositoryEvent) => hear(event) }
}

test('[TREE-33] [TREE-45] searches half a second after typing, for counts only, and distinguishes no results from no suites', async () => {
  const { actor, clock, asked, reported, world } = running()
  await settled()
  expect(faceOfRepository(actor.getSnapshot())).toBe('shown')
  actor.send({ type: 'search/typed', q: 'vou' })
  clock.increment(400)
  actor.send({ type: 'search/typed', q: 'voucher' })
  clock.increment(499)
  expect(asked).toHaveLength(1)
  clock.increment(1)
  await settled()
  expect(asked[1]).toEqual({ question: { q: 'voucher', filter: {} }, needsSuites: false })
  expect(actor.getSnapshot().context.structure?.suites.map(({ id }) => id)).toEqual([2])
  expect(reported.at(-1)).toMatchObject({ type: 'address/changed', address: { question: { q: 'voucher' } } })
  world.counts = {}
  actor.send({ type: 'filter/changed', filter: { draft: true } })
  await settled()
  expect(faceOfRepository(actor.getSnapshot())).toBe('noResults')
})

test('[TREE-43] is empty without a suite, has failed without an answer, and loads on Retry', async () => {
  const empty = running({}, [])
  await settled()
  expect(faceOfRepository(empty.actor.getSnapshot())).toBe('empty')
  const { actor, world } = running()
  world.isDown = true
  actor.send({ type: 'repository/refresh' })
  await settled()
  expect(faceOfRepository(actor.getSnapshot())).toBe('failed')
  world.isDown = false
  actor.send({ type: 'repository/refresh' })
  await settled()
  expect(faceOfRepository(actor.getSnapshot())).toBe('shown')
})

test('[TREE-50] reports a missing case, and removes it from the address', async () => {
  const { actor, reported, world } = running()
  world.testCase = null
  actor.send({ type: 'case/opened', caseId: 7 })
  actor.send({ type: 'tab/chosen', tab: 'history' })
  await settled()
  expect(reported.map(({ type }) => type).slice(-2)).toEqual(['case/missing', 'address/changed'])
  expect(reported.at(-1)).toMatchObject({ isReplacing: true, address: { caseId: null, tab: null } })
  expect(actor.getSnapshot().children.preview?.getSnapshot().value).toBe('closed')
})

test('applies changes by others together every half second', async () => {
  const { clock, asked, hear } = running()
  await settled()
  hear({ type: 'news/received', news: { suites: true, suiteIds: [1], caseIds: [1] } })
  clock.increment(300)
  hear({ type: 'news/received', news: { suites: false, suiteIds: [2], caseIds: [2] } })
  expect(asked).toHaveLength(1)
  clock.increment(200)
  await settled()
  expect(asked).toHaveLength(2)
  hear({ type: 'news/received', news: { suites: false, suiteIds: [2], caseIds: [2] } })
  clock.increment(500)
  await settled()
  // Only the content of a case changed: the suites need not be loaded.
  expect(asked).toHaveLength(2)
})

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
