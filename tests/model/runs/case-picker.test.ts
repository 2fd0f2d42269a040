import { expect, test } from 'vitest'
import { casePicker, type CasePickerEvent } from '../../../machines/runs/case-picker.machine.ts'
import { breaches, missedBy, pathsOf } from '../support/paths.ts'
import { expectTable } from '../support/table.ts'

const ORDER = { ids: [1, 2], suiteOf: new Map([[1, 7] as const, [2, 7] as const]) }
const events = [
  { type: 'question/asked', question: { q: 'card', filter: {} }, suites: [] },
  { type: 'order/retry' },
  { type: 'row/activated', row: { kind: 'suite', suiteId: 7 } },
  { type: 'anchor/set', caseId: 1 },
  { type: 'suite/toggled', suiteId: 7 },
  { type: 'assign/asked', target: { of: 'all' } },
  { type: 'assign/closed' },
  { type: 'xstate.done.actor.load', output: { order: ORDER, matching: [1] } },
  { type: 'xstate.error.actor.load', error: 'unreachable' },
] as CasePickerEvent[]
const paths = pathsOf(casePicker, { input: undefined, events })

test('each state handles the events of its table', () =>
  expectTable(casePicker, {
    'order.waiting': 'anchor/set question/asked row/activated suite/toggled',
    'order.loading': 'anchor/set done(load) error(load) question/asked row/activated suite/toggled',
    'order.shown': 'anchor/set question/asked row/activated suite/toggled',
    'order.failed': 'anchor/set order/retry question/asked row/activated suite/toggled',
    'assigning.closed': 'anchor/set assign/asked row/activated suite/toggled',
    'assigning.open': 'anchor/set assign/closed row/activated suite/toggled',
  }))

test('the paths reach every state and take every transition', () => expect(missedBy(casePicker, paths)).toEqual([]))

test('on every path people are chosen for something, and what was known stays while more is loaded', () => {
  expect(breaches(paths, (s) => s.matches({ assigning: 'open' }) === (s.context.assigning !== null))).toEqual([])
  expect(breaches(paths, (s, before) => before?.context.order == null || s.context.order !== null)).toEqual([])
  expect(breaches(paths, (s) => !s.matches({ order: 'shown' }) || s.context.order !== null)).toEqual([])
})
