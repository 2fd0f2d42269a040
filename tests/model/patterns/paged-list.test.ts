import { createActor, fromPromise, SimulatedClock, type SnapshotFrom } from 'xstate'
import { describe, expect, test } from 'vitest'
import {
  faceOfList,
  isBusy,
  pagedList,
  type ListPage,
  type ListQuery,
  type PagedListEvent,
} from '../../../machines/patterns/paged-list.machine.ts'
import { describeMachine } from '../support/describe-machine.ts'
import { play } from '../support/paths.ts'

const isFiltered = ({ q }: ListQuery) => q !== ''
const machine = pagedList<string, ListQuery>({ isFiltered })
const query = { page: 1, pageSize: 2, q: '' }
const input = { query }
const full = { rows: ['a', 'b'], total: 2 }
const none = { rows: [], total: 0 }
const pastEnd = { rows: [], total: 2 }
const changed = { ...full, unknown: 3 }
const events = [
  { type: 'query/opened', query },
  { type: 'query/opened', query: { ...query, page: 2 } },
  { type: 'page/opened', page: 2 },
  { type: 'page/opened', page: 0 },
  { type: 'filter/changed', filter: {} },
  { type: 'search/typed', q: 'w' },
  { type: 'search/typed', q: '' },
  { type: 'search/submitted' },
  { type: 'question/changed' },
  { type: 'list/refresh' },
  { type: 'tab/shown' },
  { type: 'page/patched', query, page: full },
  { type: 'page/patched', query, page: changed },
  { type: 'page/patched', query, page: pastEnd },
  { type: 'page/patched', query, page: none },
  { type: 'page/patched', query: { ...query, q: 'w' }, page: none },
  { type: 'xstate.after.typing.pagedList.question.typing' },
  ...['load', 'reload'].flatMap((id) => [
    ...[full, none, pastEnd].map((output) => ({ type: `xstate.done.actor.${id}`, output })),
    { type: `xstate.error.actor.${id}`, error: 'unreachable' },
  ]),
] as PagedListEvent<string, ListQuery>[]
type State = SnapshotFrom<typeof machine>
const isQuiet = (s: State, face: string) => !isBusy(s) && faceOfList(s) === face
const isTrue = (s: State) => isBusy(s) || faceOfList(s) === 'failed' || s.context.isCurrent
const paths = describeMachine(machine, {
  input,
  events,
  table: {
    'question.settled': 'filter/changed page/opened query/opened search/typed',
    'question.typing': 'after(typing) filter/changed page/opened query/opened search/{submitted,typed}',
    'list.loading': 'done(load) error(load) list/refresh page/patched question/changed tab/shown',
    'list.refreshing': 'done(reload) error(reload) list/refresh page/patched question/changed tab/shown',
    'list.shown': 'list/refresh page/patched question/changed tab/shown',
    'list.empty': 'list/refresh page/patched question/changed tab/shown',
    'list.noResults': 'list/refresh page/patched question/changed tab/shown',
    'list.failed': 'list/refresh page/patched question/changed tab/shown',
  },
  ignored: {
    'question.settled': {
      events: 'search/submitted',
      because: 'nothing was typed that the list does not show or load already',
    },
  },
  invariants: {
    'shows rows exactly while the page has some': (s) => (faceOfList(s) === 'shown') === s.context.page.rows.length > 0,
    'calls a list without results filtered': (s) => !isQuiet(s, 'noResults') || isFiltered(s.context.query),
    'calls a list empty only without a filter': (s) => !isQuiet(s, 'empty') || !isFiltered(s.context.query),
    'has the failure while it shows one': (s) => !isQuiet(s, 'failed') || s.context.failure === 'unreachable',
    'shows rows of the current query only, unless it loads or has failed': isTrue,
  },
})

test('[LIVE-11] reports rows that the local log cannot place until the server has answered', () => {
  const wasTold = (s: State | undefined) => s?.context.page.unknown === changed.unknown
  const isKept = (s: State, before: State | undefined, { type }: { type: string }) =>
    !wasTold(before) || wasTold(s) || /done|patched|changed/.test(type) || !s.context.isCurrent
  const lost = paths.flatMap(({ steps }) =>
    steps.filter(({ state, event }, i) => !isKept(state, steps[i - 1]?.state, event)),
  )
  expect(lost).toEqual([])
  const answered = paths.flatMap(({ steps }) => steps.filter(({ event }) => /done/.test(event.type)))
  expect(answered.filter(({ state }) => !isBusy(state) && wasTold(state))).toEqual([])
})

test('[LIVE-11] loads a page again whose rows have all moved to other pages, and does not call it empty', () => {
  const emptied = paths.flatMap(({ steps }) =>
    steps.flatMap(({ state, event }, i) =>
      event.type === 'page/patched' && event.page === pastEnd && event.query === state.context.query
        ? [{ face: faceOfList(state), before: steps[i - 1]?.state, isLoading: isBusy(state) }]
        : [],
    ),
  )
  expect(emptied.length).toBeGreaterThan(0)
  expect(emptied.filter(({ isLoading }) => !isLoading)).toEqual([])
  expect(emptied.filter(({ face, before }) => before?.context.face === 'shown' && face !== 'shown')).toEqual([])
})

/** One path for each event that leads from one state to another. */
const samples = [
  ...new Map(
    paths.map((path) => {
      const [before, last] = path.steps.slice(-2)
      return [JSON.stringify([before?.state.value, last?.event, last?.state.value, last?.state.context.face]), path]
    }),
  ).values(),
]

test('emits each new query, and each query of its own for the address', () => {
  const queryOf = (step: (typeof paths)[number]['steps'][number] | undefined) =>
    JSON.stringify(step?.state.context.query)
  for (const path of samples) {
    const changed = path.steps.map((step, i) => i > 0 && queryOf(step) !== queryOf(path.steps[i - 1]))
    const count = (isCounted: (type: string, isOther: boolean) => boolean) =>
      path.steps.filter(({ event }, i) => isCounted(event.type, changed[i] ?? false)).length
    const emitted = play(machine, path, input).map(({ type }) => type)
    // A page past the end is replaced by the last one automatically.
    const requested = count(
      (type, isOther) =>
        (isOther && !type.startsWith('xstate.done')) || ['filter/changed', 'question/changed'].includes(type),
    )
    expect(emitted.filter((type) => type === 'question/asked')).toHaveLength(requested)
    const own = count((type, isOther) => type !== 'query/opened' && (isOther || type === 'filter/changed'))
    expect(emitted.filter((type) => type === 'query/changed')).toHaveLength(own)
  }
})

describe('with an actor', () => {
  const run = () => {
    const clock = new SimulatedClock()
    const requests: ListQuery[] = []
    const answers: { resolve: (page: ListPage<string>) => void; reject: (error: Error) => void }[] = []
    const load = fromPromise<ListPage<string>, { query: ListQuery }>(({ input: { query } }) => {
      requests.push(query)
      return new Promise((resolve, reject) => answers.push({ resolve, reject }))
    })
    const actor = createActor(machine.provide({ actors: { load } }), { input, clock })
    const emitted: ListQuery[] = []
    actor.on('query/changed', (event) => emitted.push(event.query))
    actor.start()
    const answer = async (turn: number, page: ListPage<string>) => {
      answers[turn]?.resolve(page)
      await new Promise((resolve) => setImmediate(resolve))
    }
    const fail = async (turn: number) => {
      answers[turn]?.reject(new Error('unreachable'))
      await new Promise((resolve) => setImmediate(resolve))
    }
    return { actor, clock, asked: requests, emitted, answer, fail, rows: () => actor.getSnapshot().context.page.rows }
  }

  test('[TESTS-02] searches 500 ms after the last key, once, from page 1', async () => {
    const { actor, clock, asked, emitted, answer } = run()
    await answer(0, { rows: ['a'], total: 5 })
    actor.send({ type: 'page/opened', page: 2 })
    actor.send({ type: 'search/typed', q: 'l' })
    clock.increment(499)
    actor.send({ type: 'search/typed', q: 'lo' })
    clock.increment(499)
    expect(asked).toHaveLength(2)
    clock.increment(1)
    expect(asked.slice(2)).toEqual([{ page: 1, pageSize: 2, q: 'lo' }])
    expect(emitted.map(({ page, q }) => [page, q])).toEqual([
      [2, ''],
      [1, 'lo'],
    ])
  })

  test('[LIST-29] refreshes when the tab becomes visible, and keeps its rows', async () => {
    const { actor, asked, answer, rows } = run()
    await answer(0, full)
    actor.send({ type: 'tab/shown' })
    expect([asked.length, rows()]).toEqual([2, ['a', 'b']])
    await answer(1, { rows: ['c'], total: 1 })
    expect(rows()).toEqual(['c'])
  })

  test('ignores a late answer to an earlier query', async () => {
    const { actor, answer, rows } = run()
    actor.send({ type: 'page/opened', page: 2 })
    await answer(1, { rows: ['second'], total: 3 })
    await answer(0, { rows: ['first'], total: 3 })
    expect(rows()).toEqual(['second'])
  })

  test('[RUNS-42] [PLANS-16] turns a page past the end into the last one, and reports the address', async () => {
    const { actor, asked, emitted, answer } = run()
    await answer(0, { rows: ['a'], total: 5 })
    actor.send({ type: 'page/opened', page: 9 })
    await answer(1, { rows: [], total: 5 })
    expect(asked.at(-1)?.page).toBe(3)
    expect(emitted.at(-1)?.page).toBe(3)
  })

  test('keeps the rows when a refresh fails, and can retry a failed first load', async () => {
    const { actor, answer, fail, rows } = run()
    await fail(0)
    expect(faceOfList(actor.getSnapshot())).toBe('failed')
    actor.send({ type: 'list/refresh' })
    await answer(1, full)
    actor.send({ type: 'list/refresh' })
    await fail(2)
    expect([faceOfList(actor.getSnapshot()), rows()]).toEqual(['shown', ['a', 'b']])
    expect(actor.getSnapshot().context.failure).toBeInstanceOf(Error)
  })

  test('shows rows of the local log during the server’s one request', async () => {
    const { actor, asked, rows } = run()
    actor.send({ type: 'page/patched', query, page: full })
    expect([rows(), isBusy(actor.getSnapshot()), asked.length]).toEqual([['a', 'b'], true, 1])
  })
})
