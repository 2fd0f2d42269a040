import { expect, test } from 'vitest'
import { createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate'
import type { Suite } from '../../../contract/cases/suites.ts'
import {
  caseWindows,
  type CaseQuestion,
  type CaseWindow,
  type LoadedWindow,
} from '../../../machines/cases/case-windows.machine.ts'
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
    const requested = [before, state].map((one) => JSON.stringify(one?.context.question))
    if (event?.type === 'address/opened' || requested[0] === requested[1]) continue
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
  const requests: { question: RepositoryAddress['question']; needsSuites: boolean }[] = []
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
            requests.push(given)
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
  return { actor, clock, asked: requests, reported, world, hear: (event: RepositoryEvent) => hear(event) }
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
