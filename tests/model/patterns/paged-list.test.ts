import { createActor, fromPromise, SimulatedClock } from 'xstate'
import { describe, expect, test } from 'vitest'
import {
  faceOfList,
  isBusy,
  pagedList,
  type ListPage,
  type ListQuery,
  type PagedListEvent,
} from '../../../machines/patterns/paged-list.machine.ts'
import { breaches, missedBy, pathsOf, play } from '../support/paths.ts'
import { expectTable } from '../support/table.ts'

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
  { type: 'xstate.after.pause.pagedList.question.typing' },
  { type: 'xstate.after.typing.pagedList.question.typing' },
  ...['load', 'reload'].flatMap((id) => [
    ...[full, none, pastEnd].map((output) => ({ type: `xstate.done.actor.${id}`, output })),
    { type: `xstate.error.actor.${id}`, error: 'unreachable' },
  ]),
] as PagedListEvent<string, ListQuery>[]
const paths = pathsOf(machine, { input, events })
type State = (typeof paths)[number]['steps'][number]['state']

test('each state handles the events of its table', () =>
  expectTable(machine, {
    'question.settled': 'filter/changed page/opened query/opened search/typed',
    'question.typing': 'after({pause,typing}) filter/changed page/opened query/opened search/{submitted,typed}',
    'list.loading': 'done(load) error(load) list/refresh page/patched question/changed tab/shown',
    'list.refreshing': 'done(reload) error(reload) list/refresh page/patched question/changed tab/shown',
    'list.shown': 'list/refresh page/patched question/changed tab/shown',
    'list.empty': 'list/refresh page/patched question/changed tab/shown',
    'list.noResults': 'list/refresh page/patched question/changed tab/shown',
    'list.failed': 'list/refresh page/patched question/changed tab/shown',
  }))

test('the paths reach every state and take every transition', () => {
  expect(missedBy(machine, paths)).toEqual([])
})

test('on every path the displayed state matches the rows and the question', () => {
  expect(breaches(paths, (s) => (faceOfList(s) === 'shown') === s.context.page.rows.length > 0)).toEqual([])
  const isQuiet = (s: State, face: string) => !isBusy(s) && faceOfList(s) === face
  expect(breaches(paths, (s) => !isQuiet(s, 'noResults') || isFiltered(s.context.query))).toEqual([])
  expect(breaches(paths, (s) => !isQuiet(s, 'empty') || !isFiltered(s.context.query))).toEqual([])
  expect(breaches(paths, (s) => !isQuiet(s, 'failed') || s.context.failure === 'unreachable')).toEqual([])
})

test('on every path rows that stay are the answer to the current question', () => {
  const isTrue = (s: State) => isBusy(s) || faceOfList(s) === 'failed' || s.context.isCurrent
  expect(breaches(paths, isTrue)).toEqual([])
})

test('[LIVE-11] on every path rows that the local log cannot place are reported until the server has answered', () => {
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

test('[LIVE-11] on every path a page whose rows have all moved to other pages is loaded again, and is not called empty', () => {
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

test('a running machine emits each new question, also when it comes from the address', () => {
  const queryOf = (step: (typeof paths)[number]['steps'][number] | undefined) =>
    JSON.stringify(step?.state.context.query)
  for (const path of paths) {
    const asked = path.steps.filter((step, i) => {
      if (i === 0) return false
      // An answer that lies past the end turns the page back by itself.
      const isOther = !step.event.type.startsWith('xstate.done') && queryOf(step) !== queryOf(path.steps[i - 1])
      return isOther || ['filter/changed', 'question/changed'].includes(step.event.type)
    })
    const emitted = play(machine, path, input).filter(({ type }) => type === 'question/asked')
    expect(emitted).toHaveLength(asked.length)
  }
})

test('a running machine takes every path, and emits each question of its own for the address', () => {
  for (const path of paths) {
    const asked = path.steps.filter(({ state, event }, i) => {
      if (i === 0 || event.type === 'query/opened') return false
      const isOther = JSON.stringify(path.steps[i - 1]?.state.context.query) !== JSON.stringify(state.context.query)
      return isOther || event.type === 'filter/changed'
    })
    const emitted = play(machine, path, input).filter(({ type }) => type === 'query/changed')
    expect(emitted).toHaveLength(asked.length)
  }
})

describe('with an actor', () => {
  const run = () => {
    const clock = new SimulatedClock()
    const asked: ListQuery[] = []
    const answers: { resolve: (page: ListPage<string>) => void; reject: (error: Error) => void }[] = []
    const load = fromPromise<ListPage<string>, { query: ListQuery }>(({ input: { query } }) => {
      asked.push(query)
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
    return { actor, clock, asked, emitted, answer, fail, rows: () => actor.getSnapshot().context.page.rows }
  }

  test('[TESTS-02] typed words ask 500 ms after the last key, once, from page 1', async () => {
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

  test('a pause in typing emits the question that will be asked if typing does not continue', async () => {
    const { actor, clock, asked, answer } = run()
    const expected: string[] = []
    actor.on('search/expected', ({ query: { q, page } }) => expected.push(`${q} ${page}`))
    await answer(0, full)
    actor.send({ type: 'search/typed', q: 'l' })
    clock.increment(249)
    actor.send({ type: 'search/typed', q: 'lo' })
    clock.increment(250)
    expect([expected, asked.length]).toEqual([['lo 1'], 1])
    actor.send({ type: 'search/typed', q: '' })
    clock.increment(1000)
    expect(expected).toEqual(['lo 1'])
  })

  test('[LIST-29] the list refreshes when the tab can be seen again, keeping its rows', async () => {
    const { actor, asked, answer, rows } = run()
    await answer(0, full)
    actor.send({ type: 'tab/shown' })
    expect([asked.length, rows()]).toEqual([2, ['a', 'b']])
    await answer(1, { rows: ['c'], total: 1 })
    expect(rows()).toEqual(['c'])
  })

  test('an answer to an earlier question is ignored, however late it comes', async () => {
    const { actor, answer, rows } = run()
    actor.send({ type: 'page/opened', page: 2 })
    await answer(1, { rows: ['second'], total: 3 })
    await answer(0, { rows: ['first'], total: 3 })
    expect(rows()).toEqual(['second'])
  })

  test('[RUNS-42] [PLANS-16] a page past the end becomes the last one, and the address is reported', async () => {
    const { actor, asked, emitted, answer } = run()
    await answer(0, { rows: ['a'], total: 5 })
    actor.send({ type: 'page/opened', page: 9 })
    await answer(1, { rows: [], total: 5 })
    expect(asked.at(-1)?.page).toBe(3)
    expect(emitted.at(-1)?.page).toBe(3)
  })

  test('a refresh that fails keeps the rows; a first load that fails can be repeated', async () => {
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

  test('rows of the local log are shown at once, and the server is asked once', async () => {
    const { actor, asked, rows } = run()
    actor.send({ type: 'page/patched', query, page: full })
    expect([rows(), isBusy(actor.getSnapshot()), asked.length]).toEqual([['a', 'b'], true, 1])
  })
})
