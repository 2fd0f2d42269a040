import { expect, test } from 'vitest'
import { pushResults, type PushResultsEvent } from '../../../machines/runs/push-results.machine.ts'
import { breaches, missedBy, pathsOf } from '../support/paths.ts'
import { expectTable } from '../support/table.ts'

const run = { id: 7, title: 'Release 2' }
const events = [
  { type: 'run/chosen', run },
  { type: 'run/chosen', run: null },
  { type: 'push/confirm' },
  { type: 'xstate.done.actor.push', output: { results: 3 } },
  { type: 'xstate.error.actor.push', error: 'refused' },
] as unknown as PushResultsEvent[]
const paths = pathsOf(pushResults, { input: undefined, events })

test('each state handles the events of its table', () =>
  expectTable(pushResults, {
    choosing: 'push/confirm run/chosen',
    pushing: 'done(push) error(push)',
    done: '',
  }))

test('the paths reach every state and take every transition', () => expect(missedBy(pushResults, paths)).toEqual([]))

test('[ACTIONS-08] on every path nothing is pushed without a run, and a failed push keeps the run that was chosen', () => {
  expect(breaches(paths, (s) => !s.matches('pushing') || s.context.run !== null)).toEqual([])
  const failed = paths.flatMap(({ steps }) => steps.filter(({ event }) => event.type.startsWith('xstate.error')))
  expect(failed.length).toBeGreaterThan(0)
  expect(failed.filter(({ state }) => state.context.run === null || state.context.failure === null)).toEqual([])
})
