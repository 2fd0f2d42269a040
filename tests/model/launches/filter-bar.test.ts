import { expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock } from 'xstate'
import { LaunchesQuery } from '../../../contract/launches/launches.ts'
import { LIMITS } from '../../../contract/limits.ts'
import {
  filterBar,
  type FilterBarEvent,
  type KeysPage,
  type Values,
} from '../../../machines/launches/filter-bar.machine.ts'
import {
  choicesIn,
  choosing,
  chosenIn,
  isSameChoice,
  operatorOf,
  turning,
  type Choice,
} from '../../../machines/launches/filter-choices.ts'
import { describeMachine } from '../support/describe-machine.ts'
import { inputOf, play } from '../support/paths.ts'

const label: Choice = { field: 'label', key: 'team' }
const events = [
  { type: 'choice/opened', choice: { field: 'status' }, operator: 'IS' },
  { type: 'choice/opened', choice: { field: 'browser' }, operator: 'IS_NOT' },
  { type: 'choice/opened', choice: label, operator: 'IS' },
  { type: 'keys/opened' },
  { type: 'keys/retried' },
  { type: 'bar/back' },
  { type: 'operator/chosen', operator: 'IS_NOT' },
  { type: 'values/typed', q: 'fire' },
  { type: 'values/submitted' },
  { type: 'values/retried' },
  { type: 'xstate.after.TYPING.filterBar.values.typing' },
  { type: 'xstate.done.actor.values', output: { items: ['firefox'], hasMore: false } },
  { type: 'xstate.error.actor.values', error: 'no' },
  { type: 'xstate.done.actor.keys', output: { items: ['branch'], nextPageToken: 'next' } },
  { type: 'xstate.done.actor.keys', output: { items: ['team'], nextPageToken: null } },
  { type: 'xstate.error.actor.keys', error: 'no' },
] as unknown as FilterBarEvent[]
const inputs = [
  {},
  { choice: { field: 'reviewed' } as const },
  { choice: { field: 'user' } as const, operator: 'IS_NOT' as const },
]
const paths = describeMachine(filterBar, {
  input: {},
  events,
  // The other inputs differ only at the start.
  walks: inputs.map((input, i) =>
    i === 0 ? { input } : { input, events: events.filter(({ type }) => type === 'bar/back') },
  ),
  table: {
    predicates: 'always choice/opened keys/opened',
    'keys.loading': 'bar/back choice/opened done(keys) error(keys)',
    'keys.complete': 'bar/back choice/opened',
    'keys.failed': 'bar/back choice/opened keys/retried',
    'values.fixed': 'bar/back choice/opened operator/chosen values/typed!',
    'values.loading': 'bar/back choice/opened done(values) error(values) operator/chosen values/typed',
    'values.typing': 'after(TYPING) bar/back choice/opened operator/chosen values/{submitted,typed}',
    'values.shown': 'bar/back choice/opened operator/chosen values/typed',
    'values.failed': 'bar/back choice/opened operator/chosen values/{retried,typed}',
  },
  ignored: {
    predicates: {
      events: 'keys/retried bar/back operator/chosen values/typed values/submitted values/retried',
      because: 'only the list of filters is shown',
    },
    'keys.loading': {
      events: 'keys/opened keys/retried operator/chosen values/typed values/submitted values/retried',
      because: 'the keys are being loaded, and no values are shown',
    },
    'keys.complete': {
      events: 'keys/opened keys/retried operator/chosen values/typed values/submitted values/retried',
      because: 'all keys are loaded, and no values are shown',
    },
    'keys.failed': {
      events: 'keys/opened operator/chosen values/typed values/submitted values/retried',
      because: 'only the retry of the keys and the way back are shown',
    },
    'values.fixed': {
      events: 'keys/opened keys/retried values/submitted values/retried',
      because: 'values that are listed in full have no search field',
    },
    'values.loading': {
      events: 'keys/opened keys/retried values/submitted values/retried',
      because: 'these values are searched for already, and no keys are shown',
    },
    'values.typing': {
      events: 'keys/opened keys/retried values/retried',
      because: 'no keys are shown, and a retry is offered only after a failure',
    },
    'values.shown': {
      events: 'keys/opened keys/retried values/submitted values/retried',
      because: 'the values of the typed text are shown, and no keys',
    },
    'values.failed': {
      events: 'keys/opened keys/retried values/submitted',
      because: 'Enter searches only what was typed since: a failed search has its own button',
    },
  },
  invariants: {
    'has a choice exactly while it shows values': (s) => s.matches('values') === (s.context.choice !== null),
    'keeps known keys': (s, before) => s.context.keys.length >= (before?.context.keys.length ?? 0),
  },
})

/** One path for each event that leads from one state to another. */
const samples = Object.values(
  Object.fromEntries(
    paths.map((path) => {
      const [before, last] = path.steps.slice(-2)
      return [JSON.stringify([before?.state.value, last?.event, last?.state.value, path.steps[0]?.event]), path]
    }),
  ),
)

test('a running machine follows the model from each beginning', () => {
  for (const path of samples) {
    const input = inputOf(path)
    expect(() => play(filterBar, path, input)).not.toThrow()
  }
})

const running = (answers: { values?: (q: string) => Values; keys?: KeysPage[] }, clock = new SimulatedClock()) => {
  const requests: string[] = []
  const pages = [...(answers.keys ?? [])]
  const actor = createActor(
    filterBar.provide({
      actors: {
        values: fromPromise<Values, { choice: Choice; q: string }>(({ input: { choice, q } }) => {
          requests.push(`${choice.field} ${q}`)
          return Promise.resolve(answers.values?.(q) ?? { items: [], hasMore: false })
        }),
        keys: fromPromise<KeysPage, { pageToken: string }>(({ input: { pageToken } }) => {
          requests.push(`keys ${pageToken}`)
          return Promise.resolve(pages.shift() ?? { items: [], nextPageToken: null })
        }),
      },
    }),
    { clock, input: {} },
  ).start()
  return { actor, asked: requests, clock, answered: () => new Promise((resolve) => setImmediate(resolve)) }
}

test('[LFIL-22] loads keys of labels page by page until the token is exhausted, and only once', async () => {
  const { actor, asked, answered } = running({
    keys: [
      { items: ['branch'], nextPageToken: 'a' },
      { items: ['feature'], nextPageToken: 'b' },
      { items: ['team'], nextPageToken: null },
    ],
  })
  expect(asked).toEqual([])
  actor.send({ type: 'keys/opened' })
  await answered()
  expect(asked).toEqual(['keys ', 'keys a', 'keys b'])
  expect(actor.getSnapshot().context.keys).toEqual(['branch', 'feature', 'team'])
  actor.send({ type: 'choice/opened', choice: label, operator: 'IS' })
  actor.send({ type: 'bar/back' })
  actor.send({ type: 'bar/back' })
  actor.send({ type: 'keys/opened' })
  await answered()
  expect(asked).toEqual(['keys ', 'keys a', 'keys b', 'label '])
})

test('[LFIL-24] searches values once typing pauses', async () => {
  const { actor, asked, clock, answered } = running({ values: (q) => ({ items: [q], hasMore: true }) })
  actor.send({ type: 'choice/opened', choice: { field: 'build' }, operator: 'IS' })
  await answered()
  for (const q of ['2', '2.4']) actor.send({ type: 'values/typed', q })
  clock.increment(LIMITS.searchDebounceMs)
  await answered()
  expect(asked).toEqual(['build ', 'build 2.4'])
  expect(actor.getSnapshot().context.values?.items).toEqual(['2.4'])
})

test('changes only its own part of the query', () => {
  const query = LaunchesQuery.parse({
    environment: 'prod',
    statusNot: 'PASSED',
    label: ['team:web', 'branch:main'],
    labelKeyNot: 'team',
    reviewed: 'false',
  })
  expect(choicesIn(query)).toEqual([
    { choice: { field: 'status' }, operator: 'IS_NOT', values: ['PASSED'] },
    { choice: { field: 'environment' }, operator: 'IS', values: ['prod'] },
    { choice: label, operator: 'IS', values: ['web'] },
    { choice: label, operator: 'IS_NOT', values: [''] },
    { choice: { field: 'label', key: 'branch' }, operator: 'IS', values: ['main'] },
    { choice: { field: 'reviewed' }, operator: 'IS', values: ['false'] },
  ])
  expect(choosing(query, label, 'IS', ['', 'api'])).toEqual({ labelKey: ['team'], label: ['branch:main', 'team:api'] })
  expect(choosing(query, { field: 'reviewed' }, 'IS', [])).toEqual({ reviewed: undefined })
  expect(choosing(query, { field: 'user' }, 'IS_NOT', ['ann'])).toEqual({ userNot: ['ann'] })
  expect(turning(query, { field: 'environment' }, 'IS_NOT')).toEqual({ environment: [], environmentNot: ['prod'] })
  expect(turning(query, { field: 'user' }, 'IS_NOT')).toEqual({})
  const turned = { ...query, ...turning(query, { field: 'environment' }, 'IS_NOT') }
  expect(turning(turned, { field: 'environment' }, 'IS')).toEqual({ environment: ['prod'], environmentNot: [] })
  expect([operatorOf(query, { field: 'status' }), operatorOf(query, label)]).toEqual(['IS_NOT', 'IS'])
  expect(chosenIn(query, { field: 'label', key: 'tea' }, 'IS')).toEqual([])
  expect([
    isSameChoice(label, { field: 'label', key: 'team' }),
    isSameChoice(label, { field: 'label', key: 'x' }),
  ]).toEqual([true, false])
})
