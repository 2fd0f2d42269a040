import { expect, test } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'
import { missingIn, rerun, type RerunEvent } from '../../../machines/runs/rerun.machine.ts'
import type { Rerun } from '../../../machines/runs/run-values.ts'
import { breaches, missedBy, pathsOf } from '../support/paths.ts'
import { expectTable } from '../support/table.ts'

const whole = {
  run: { id: 7, environment: { id: 1, name: 'Staging' } },
  cases: [
    { id: 1, assigneeId: 5, outcome: 'failed' },
    { id: 2, assigneeId: null, outcome: 'untested' },
    { id: 3, assigneeId: null, outcome: 'other' },
  ],
  missingCases: 0,
  missingConfigurations: [],
  missingEnvironment: false,
} as unknown as Rerun
const option = { groupId: 1, optionId: 2, groupName: 'Browser', optionName: 'Safari' }
const less: Rerun = { ...whole, missingCases: 2, missingConfigurations: [option], missingEnvironment: true }
const events = [
  { type: 'xstate.done.actor.read', output: { rerun: whole } },
  { type: 'xstate.done.actor.read', output: { rerun: less } },
  { type: 'xstate.error.actor.read', error: 'offline' },
  { type: 'rerun/retry' },
  { type: 'cases/chosen', outcome: 'all' },
  { type: 'cases/chosen', outcome: 'failed' },
  { type: 'cases/chosen', outcome: 'untested' },
] as unknown as RerunEvent[]
const paths = pathsOf(rerun, { input: { outcome: 'all' }, events })

test('each state handles the events of its table', () =>
  expectTable(rerun, {
    reading: 'done(read) error(read)',
    failed: 'rerun/retry',
    'choosing.whole': 'cases/chosen',
    'choosing.warned': 'cases/chosen',
  }))

test('the paths reach every state and take every transition', () => expect(missedBy(rerun, paths)).toEqual([]))

test('[RUNED-14] [RUNED-15] on every path it warns exactly when something of the earlier run no longer exists', () => {
  expect(
    breaches(
      paths,
      (s) =>
        !s.matches('choosing') || s.matches({ choosing: 'warned' }) === missingIn(s.context.rerun ?? whole).length > 0,
    ),
  ).toEqual([])
  expect(missingIn(less)).toEqual(['Browser: Safari', 'environment Staging', '2 test cases'])
  expect(missingIn(whole)).toEqual([])
})

test('[RUNED-15] failed, untested or all cases are offered, each with its assignee, and told once', async () => {
  const told: unknown[] = []
  const actor = createActor(rerun.provide({ actors: { read: fromPromise(() => Promise.resolve({ rerun: whole })) } }), {
    input: { outcome: 'all' },
  })
  actor.on('cases/changed', ({ cases }) => told.push(cases))
  actor.start()
  await waitFor(actor, (state) => state.matches('choosing'))
  actor.send({ type: 'cases/chosen', outcome: 'failed' })
  actor.send({ type: 'cases/chosen', outcome: 'failed' })
  actor.send({ type: 'cases/chosen', outcome: 'untested' })
  actor.send({ type: 'cases/chosen', outcome: 'all' })
  expect(told).toEqual([
    [[1, 5]],
    [[2, null]],
    [
      [1, 5],
      [2, null],
      [3, null],
    ],
  ])
})
