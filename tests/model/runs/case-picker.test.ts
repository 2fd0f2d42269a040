import { expect, test } from 'vitest'
import { createActor, fromPromise, waitFor, type SnapshotFrom } from 'xstate'
import { casePicker, type CasePickerEvent, type LoadedOrder } from '../../../machines/runs/case-picker.machine.ts'
import { describeMachine } from '../support/describe-machine.ts'

const ORDER = { ids: [1, 2], suiteOf: new Map([[1, 7] as const, [2, 7] as const]) }
const events = [
  { type: 'question/asked', question: { q: 'card', filter: {} }, suites: [] },
  { type: 'order/retry' },
  { type: 'row/activated', row: { kind: 'suite', suiteId: 7 } },
  { type: 'anchor/set', caseId: 1 },
  { type: 'suite/toggled', suiteId: 7 },
  { type: 'assign/asked', target: { of: 'all' } },
  { type: 'assign/closed' },
  { type: 'cases/dropped', count: 2 },
  { type: 'drops/seen' },
  { type: 'xstate.done.actor.load', output: { order: ORDER, matching: [1] } },
  { type: 'xstate.error.actor.load', error: 'unreachable' },
] as CasePickerEvent[]

describeMachine(casePicker, {
  input: undefined,
  events,
  stopWhen: ({ context }) => context.dropped > 2,
  table: {
    'order.waiting': 'anchor/set cases/dropped drops/seen question/asked row/activated suite/toggled',
    'order.loading':
      'anchor/set cases/dropped done(load) drops/seen error(load) question/asked row/activated suite/toggled',
    'order.shown': 'anchor/set cases/dropped drops/seen question/asked row/activated suite/toggled',
    'order.failed': 'anchor/set cases/dropped drops/seen order/retry question/asked row/activated suite/toggled',
    'assigning.closed': 'anchor/set assign/asked cases/dropped drops/seen row/activated suite/toggled',
    'assigning.open': 'anchor/set assign/closed cases/dropped drops/seen row/activated suite/toggled',
  },
  ignored: {
    'order.waiting': { events: 'order/retry', because: 'the page offers a retry only after a failure' },
    'order.loading': { events: 'order/retry', because: 'the page offers a retry only after a failure' },
    'order.shown': { events: 'order/retry', because: 'the page offers a retry only after a failure' },
    'assigning.closed': { events: 'assign/closed', because: 'the dialog is closed' },
    'assigning.open': { events: 'assign/asked', because: 'the dialog covers the page' },
  },
  invariants: {
    'has a target exactly while assignees are chosen': (s) =>
      s.matches({ assigning: 'open' }) === (s.context.assigning !== null),
    'keeps the known order while it loads another': (s, before) =>
      before?.context.order == null || s.context.order !== null,
    'counts dropped cases until the user has seen it': (s, before) =>
      s.context.dropped >= (before?.context.dropped ?? 0) || s.context.dropped === 0,
    'shows an order only once it was loaded': (s) => !s.matches({ order: 'shown' }) || s.context.order !== null,
  },
})

test('names the query of its matches until the next query is answered', async () => {
  const answers: ((loaded: LoadedOrder) => void)[] = []
  const load = fromPromise<LoadedOrder, Pick<SnapshotFrom<typeof casePicker>['context'], 'question' | 'suites'>>(
    () => new Promise((resolve) => void answers.push(resolve)),
  )
  const picker = createActor(casePicker.provide({ actors: { load } })).start()
  const all = { q: '', filter: {} }
  const cards = { q: 'card', filter: {} }
  picker.send({ type: 'question/asked', question: all, suites: [] })
  expect(picker.getSnapshot().context.matched).toBeNull()
  answers[0]?.({ order: ORDER, matching: [1, 2] })
  await waitFor(picker, (snapshot) => snapshot.matches({ order: 'shown' }))
  expect(picker.getSnapshot().context.matched).toBe(all)
  // The repository changed: the same query is loaded again, and its matches stay valid meanwhile.
  picker.send({ type: 'question/asked', question: all, suites: [] })
  expect(picker.getSnapshot().context.matched).toBe(all)
  picker.send({ type: 'question/asked', question: cards, suites: [] })
  expect(picker.getSnapshot().context).toMatchObject({ matched: all, matching: [1, 2] })
  answers[2]?.({ order: ORDER, matching: [1] })
  await waitFor(picker, (snapshot) => snapshot.context.matched === cards)
  expect(picker.getSnapshot().context.matching).toEqual([1])
  picker.stop()
})
