import { expect, test } from 'vitest'
import { report, type ReportEvent } from '../../../machines/reports/report.machine.ts'
import { describeMachine } from '../support/describe-machine.ts'
import { play, toursThrough } from '../support/paths.ts'

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
const paths = describeMachine(machine, {
  input,
  events,
  table: {
    loading: 'query/opened query/asked report/{refresh,outdated} done(load) error(load)',
    shown: 'query/opened query/asked report/{refresh,outdated} always',
    refreshing: 'query/opened query/asked report/{refresh,outdated} done(refresh) error(refresh)',
    failed: 'query/opened query/asked report/{refresh,outdated}',
  },
  invariants: {
    'shows an answer until the next one, and a failure until an answer': (state, before) => {
      if (state.matches('shown')) return state.context.answer !== null && state.context.failure === null
      if (state.matches('failed')) return state.context.failure !== null
      if (state.matches('refreshing')) return state.context.answer !== null && state.context.failure === null
      return before === undefined || state.context.answer === before.context.answer
    },
    'loads another query immediately in every state': (state, before) =>
      before === undefined || state.context.query === before.context.query || state.matches('loading'),
    'keeps the answer when a refresh fails': (state, before) =>
      before === undefined ||
      !before.matches('refreshing') ||
      state.matches('loading') ||
      state.context.answer !== null,
  },
})

test('a running machine follows the tours as the model does', () => {
  for (const path of toursThrough(paths)) expect(() => play(machine, path, input)).not.toThrow()
})

test('refreshes once more when the report is outdated during a load', () => {
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
