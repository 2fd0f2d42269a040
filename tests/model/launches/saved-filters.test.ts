import { expect, test } from 'vitest'
import { createActor, fromCallback, fromPromise } from 'xstate'
import type { SavedFilter } from '../../../contract/launches/saved-filters.ts'
import {
  filtersShown,
  savedFilters,
  type FilterChange,
  type SavedFiltersEvent,
} from '../../../machines/launches/saved-filters.machine.ts'
import { describeMachine } from '../support/describe-machine.ts'
import { play, samplesOf } from '../support/paths.ts'

const aFilter = (id: number, over: Partial<SavedFilter> = {}): SavedFilter => ({
  id,
  name: `Filter ${id}`,
  items: [{ field: 'build', operator: 'IS', values: ['1'] }],
  isPrivate: true,
  isFavorite: false,
  createdBy: { id: 1, username: 'emil' },
  version: 1,
  ...over,
})
const [first, second] = [aFilter(1), aFilter(2)]
const events = [
  { type: 'filters/changed' },
  { type: 'filters/retried' },
  { type: 'filters/searched', q: 'two' },
  { type: 'filters/narrowed', shown: 'own' },
  { type: 'filter/flagged', filter: first, flags: { isFavorite: true } },
  { type: 'filter/deleted', filter: second },
  { type: 'xstate.done.actor.load', output: { filters: [first, second] } },
  { type: 'xstate.error.actor.load', error: 'no' },
  { type: 'xstate.done.actor.perform', output: {} },
  { type: 'xstate.error.actor.perform', error: 'refused' },
] as unknown as SavedFiltersEvent[]
const paths = describeMachine(savedFilters, {
  input: undefined,
  events,
  stopWhen: ({ context }) => context.changes.length > 2,
  table: {
    'list.loading.newest': 'done(load) error(load) filters/{changed,narrowed,searched}',
    'list.loading.overtaken': 'done(load) error(load) filters/{narrowed,searched}',
    'list.shown': 'filters/{changed,narrowed,retried,searched}',
    'list.failed': 'filters/{changed,narrowed,retried,searched}',
    'changing.idle': 'always filter/{deleted,flagged} filters/{narrowed,searched}',
    'changing.working': 'done(perform) error(perform) filter/{deleted,flagged} filters/{narrowed,searched}',
  },
  ignored: {
    'list.loading': { events: 'filters/retried', because: 'a retry is offered only after a failure' },
    'list.loading.overtaken': { events: 'filters/changed', because: 'the filters are loaded again already' },
  },
  invariants: {
    'shows a change before it is answered': ({ context: { changes, filters } }) =>
      changes.every((change) => {
        const held = filters?.find(({ id }) => id === change.filter.id)
        return change.kind === 'delete' ? held === undefined : held === undefined || held.isFavorite
      }),
  },
})

const samples = samplesOf(paths)

test('emits each answer', () => {
  for (const path of samples) {
    const emitted = play(savedFilters, path, undefined)
    const answers = path.steps.filter(({ event }) => event.type.endsWith('actor.perform'))
    expect(emitted).toHaveLength(answers.length)
  }
})

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

test('[SAVF-19] lists favorites first, each part by name, and narrows them by owner and text', () => {
  const filters = [
    aFilter(1, { name: 'Beta' }),
    aFilter(2, { name: 'alpha', createdBy: { id: 2, username: 'mara' }, isPrivate: false }),
    aFilter(3, { name: 'Zeta', isFavorite: true }),
  ]
  const names = (q: string, shown: 'all' | 'own' | 'public') =>
    filtersShown({ filters, q, shown }, 1).map(({ name }) => name)
  expect(names('', 'all')).toEqual(['Zeta', 'alpha', 'Beta'])
  expect(names('', 'own')).toEqual(['Zeta', 'Beta'])
  expect(names('', 'public')).toEqual(['alpha'])
  expect(names('MARA al', 'all')).toEqual(['alpha'])
  expect(names('  mara \t al ', 'all')).toEqual(['alpha'])
})

test('shows changes by others, sends its own one by one, and reverts a rejected one', async () => {
  let stored = [first, second]
  let sendBackEvent = () => {}
  const performed: FilterChange[] = []
  const refused: unknown[] = []
  const actor = createActor(
    savedFilters.provide({
      actors: {
        load: fromPromise<{ filters: readonly SavedFilter[] }>(() => Promise.resolve({ filters: stored })),
        perform: fromPromise<unknown, { change: FilterChange }>(({ input: { change } }) => {
          performed.push(change)
          return change.kind === 'delete' ? Promise.reject(new Error('not yours')) : Promise.resolve()
        }),
        news: fromCallback(({ sendBack }) => {
          sendBackEvent = () => sendBack({ type: 'filters/changed' })
        }),
      },
    }),
  )
  actor.on('change/refused', ({ error }) => refused.push(error))
  actor.start()
  await nextTurn()
  const ids = () => actor.getSnapshot().context.filters?.map(({ id }) => id)
  stored = [first, second, aFilter(3)]
  sendBackEvent()
  await nextTurn()
  expect(ids()).toEqual([1, 2, 3])
  actor.send({ type: 'filter/deleted', filter: second })
  actor.send({ type: 'filter/flagged', filter: first, flags: { isFavorite: true } })
  expect(ids()).toEqual([1, 3])
  await nextTurn()
  await nextTurn()
  expect(performed.map(({ kind }) => kind)).toEqual(['delete', 'flag'])
  expect([ids(), refused.length]).toEqual([[1, 2, 3], 1])
})
