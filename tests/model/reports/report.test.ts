import { expect, test } from 'vitest'
import { report, type ReportEvent } from '../../../machines/reports/report.machine.ts'
import { breaches, missedBy, pathsOf, play } from '../support/paths.ts'
import { expectTable } from '../support/table.ts'

const machine = report<string, string>()
const input = { query: 'first' }
const events = [
  { type: 'query/opened', query: 'opened' },
  { type: 'query/asked', query: 'asked' },
  { type: 'report/refresh' },
  { type: 'xstate.done.actor.load', output: 'answer' },
  { type: 'xstate.error.actor.load', error: 'offline' },
] as ReportEvent<string>[]
const paths = pathsOf(machine, { input, events })

test('each state handles the events of its table', () =>
  expectTable(machine, {
    loading: 'query/opened query/asked report/refresh done(load) error(load)',
    shown: 'query/opened query/asked report/refresh',
    failed: 'query/opened query/asked report/refresh',
  }))

test('the paths reach every state and take every transition', () => {
  expect(missedBy(machine, paths)).toEqual([])
  for (const path of paths) play(machine, path, input)
})

test('an answer stays in sight until the next one, and a failure until an answer', () =>
  expect(
    breaches(paths, (state, before) => {
      if (state.matches('shown')) return state.context.answer !== null && state.context.failure === null
      if (state.matches('failed')) return state.context.failure !== null
      return before === undefined || state.context.answer === before.context.answer
    }),
  ).toEqual([]))

test('a new question is asked for at once, whatever the report does', () =>
  expect(
    breaches(
      paths,
      (state, before) =>
        before === undefined || state.context.query === before.context.query || state.matches('loading'),
    ),
  ).toEqual([]))
