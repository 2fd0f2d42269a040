import { expect, test } from 'vitest'
import type { TestCase } from '../../../contract/cases/cases.ts'
import {
  caseReport,
  CASES_PER_CALL,
  REPORT_FACTS,
  type CaseReportEvent,
  type ReportHabits,
} from '../../../machines/cases/case-report.machine.ts'
import type { ReportColumn } from '../../../machines/cases/report-columns.ts'
import { describeMachine } from '../support/describe-machine.ts'
import { play, samplesOf } from '../support/paths.ts'

const many = Array.from({ length: CASES_PER_CALL + 1 }, (_, i) => i + 1)
const columns: readonly ReportColumn[] = [
  { id: 'key', isOn: true, widthPx: 100 },
  { id: 'priority', isOn: false, widthPx: 120 },
]
const habits: ReportHabits = { view: 'table', hasSuites: true, facts: REPORT_FACTS, columns: [] }
const input = { ids: [1], habits }
const aCase = (id: number) => ({ id }) as TestCase
const events = [
  { type: 'report/refresh' },
  { type: 'view/chosen', view: 'details' },
  { type: 'suites/switched' },
  { type: 'fact/switched', fact: 'links' },
  { type: 'columns/applied', columns },
  { type: 'selection/opened' },
  { type: 'selection/done', ids: [2] },
  { type: 'selection/done', ids: [] },
  { type: 'selection/left' },
  { type: 'print/wanted' },
  { type: 'print/cancelled' },
  { type: 'print/began' },
  { type: 'print/ended' },
  { type: 'xstate.done.actor.prepare', output: { ids: many, at: 5 } },
  { type: 'xstate.done.actor.prepare', output: { ids: [1], at: 5 } },
  { type: 'xstate.done.actor.prepare', output: { ids: [], at: 5 } },
  { type: 'xstate.error.actor.prepare', error: 'unreachable' },
  { type: 'xstate.done.actor.load', output: { testCases: [aCase(1)], testSuites: [{ id: 9, path: ['A'] }] } },
  { type: 'xstate.error.actor.load', error: 'unreachable' },
  { type: 'xstate.done.actor.print', output: undefined },
  { type: 'xstate.error.actor.print', error: 'refused' },
  { type: 'xstate.after.frame.caseReport.printing.drawing' },
] as CaseReportEvent[]
const resting = new Set(['closed', 'idle', 'shown'])
// Regions are independent: one active region and one change at a time cover their combinations.
const paths = describeMachine(caseReport, {
  input,
  events,
  stopWhen: ({ value, context: { habits: now, ids, cases, failure } }) =>
    Object.values(value).filter((state) => typeof state !== 'string' || !resting.has(state)).length > 1 ||
    now !== habits ||
    ids !== input.ids ||
    (cases !== null && failure !== null),
  table: {
    'content.loading.preparing':
      'done(prepare) error(prepare) columns/applied fact/switched report/refresh selection/done suites/switched view/chosen',
    'content.loading.coming':
      'done(load) error(load) columns/applied fact/switched report/refresh selection/done suites/switched view/chosen',
    'content.shown': 'columns/applied fact/switched report/refresh selection/done suites/switched view/chosen',
    'content.failed': 'columns/applied fact/switched report/refresh selection/done suites/switched view/chosen',
    'selection.closed': 'columns/applied fact/switched selection/opened suites/switched view/chosen',
    'selection.open': 'columns/applied fact/switched selection/{done,left} suites/switched view/chosen',
    'printing.idle': 'columns/applied fact/switched print/{began,wanted} suites/switched view/chosen',
    'printing.drawing':
      'after(frame) columns/applied fact/switched print/{began,cancelled} suites/switched view/chosen',
    'printing.asked': 'done(print) error(print) columns/applied fact/switched suites/switched view/chosen',
    'printing.printed': 'columns/applied fact/switched print/ended suites/switched view/chosen',
  },
  ignored: {
    'selection.closed': { events: 'selection/left', because: 'the choice of cases is closed' },
    'selection.open': { events: 'selection/opened', because: 'the choice of cases covers the report' },
    'printing.idle': { events: 'print/cancelled print/ended', because: 'nothing is being printed' },
    'printing.printed': { events: 'print/wanted print/cancelled print/began', because: 'the browser is printing' },
    'printing.drawing': {
      events: 'print/wanted print/ended',
      because: 'the button shows progress until everything is rendered',
    },
    'printing.asked': {
      events: 'print/wanted print/began print/cancelled print/ended',
      because: 'the browser was asked to print already',
    },
  },
  invariants: {
    'shows the previous report until the newer one is complete': ({ value, context }, before) => {
      const wasSeen = before?.context.cases ?? null
      const isSame = JSON.stringify(context.cases) === JSON.stringify(wasSeen)
      return isSame || (value.content === 'shown' && context.coming.total === 0)
    },
    '[EXPORT-21] rejects a choice of no cases': ({ context: { ids } }) => ids.length > 0,
    '[EXPORT-07] asks the browser to print only when everything is rendered, and keeps nothing rendered out of view': ({
      value,
      context: { drawn, cases },
    }) =>
      value.printing === 'asked' ? drawn >= (cases?.length ?? Infinity) : value.printing === 'drawing' || drawn === 0,
  },
})

test('[EXPORT-16] [EXPORT-17] changes columns only when they are applied', () => {
  for (const { steps } of paths)
    for (const [i, { event, state }] of steps.entries()) {
      const before = steps[i - 1]?.state.context
      if (before === undefined || event.type === 'columns/applied') continue
      expect(state.context.habits.columns).toEqual(before.habits.columns)
    }
})

const samples = samplesOf(paths)

test('reports each change that a reload restores', () => {
  // Every path begins like another that ends after this event.
  const telling = new Set(['view/chosen', 'suites/switched', 'fact/switched', 'columns/applied', 'selection/done'])
  for (const path of samples.filter(({ steps }) => telling.has(steps.at(-1)?.event.type ?? ''))) {
    const { steps } = path
    const changed = steps.filter(({ state }, i) => i > 0 && state.context.habits !== steps[i - 1]?.state.context.habits)
    const chosen = steps.filter(({ state }, i) => i > 0 && state.context.ids !== steps[i - 1]?.state.context.ids)
    const emitted = play(caseReport, path, input).map(({ type }) => type)
    expect(emitted.filter((type) => type === 'habits/changed')).toHaveLength(changed.length)
    expect(emitted.filter((type) => type === 'ids/changed')).toHaveLength(chosen.length)
  }
})
