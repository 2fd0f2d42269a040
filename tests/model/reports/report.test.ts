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
  { type: 'report/outdated' },
  { type: 'xstate.done.actor.load', output: 'answer' },
  { type: 'xstate.error.actor.load', error: 'offline' },
  { type: 'xstate.done.actor.refresh', output: 'newer' },
  { type: 'xstate.error.actor.refresh', error: 'offline' },
] as ReportEvent<string>[]
const paths = pathsOf(machine, { input, events })

test('each state handles the events of its table', () =>
  expectTable(machine, {
    loading: 'query/opened query/asked report/{refresh,outdated} done(load) error(load)',
    shown: 'query/opened query/asked report/{refresh,outdated} always',
    refreshing: 'query/opened query/asked report/{refresh,outdated} done(refresh) error(refresh)',
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
      if (state.matches('refreshing')) return state.context.answer !== null && state.context.failure === null
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

test('news that arrive while an answer is on its way are followed by another refresh', () => {
  const states = paths.flatMap(({ steps }) =>
    steps.flatMap(({ event, state }, index) => {
      const before = steps[index - 1]?.state
      const isDone = ['xstate.done.actor.load', 'xstate.done.actor.refresh'].includes(event.type)
      return before !== undefined && isDone ? [[before.context.isOutdated, state.value]] : []
    }),
  )
  expect(new Set(states.map((one) => JSON.stringify(one)))).toEqual(
    new Set([JSON.stringify([true, 'refreshing']), JSON.stringify([false, 'shown'])]),
  )
})

test('a refresh that fails leaves the answer', () =>
  expect(
    breaches(
      paths,
      (state, before) =>
        before === undefined ||
        !before.matches('refreshing') ||
        state.matches('loading') ||
        state.context.answer !== null,
    ),
  ).toEqual([]))
