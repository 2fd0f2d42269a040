import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import { missingIn, rerun, type RerunEvent } from '../../../machines/runs/rerun.machine.ts'
import { rerunCases, type Rerun } from '../../../machines/runs/run-values.ts'
import { describeMachine } from '../support/describe-machine.ts'

const whole = {
  run: { id: 7, environment: { id: 1, name: 'Staging' }, milestone: { id: 3, name: 'July' } },
  cases: [
    { id: 1, assigneeId: 5, outcome: 'failed' },
    { id: 2, assigneeId: null, outcome: 'untested' },
    { id: 3, assigneeId: null, outcome: 'other' },
  ],
  missingCases: 0,
  missingConfigurations: [],
  missingEnvironment: false,
  isMilestoneCompleted: false,
  missingMilestone: false,
} as unknown as Rerun
const option = { groupId: 1, optionId: 2, groupName: 'Browser', optionName: 'Safari' }
const less: Rerun = {
  ...whole,
  missingCases: 2,
  missingConfigurations: [option],
  missingEnvironment: true,
  missingMilestone: true,
}
const events: RerunEvent[] = [
  { type: 'cases/chosen', outcome: 'all' },
  { type: 'cases/chosen', outcome: 'failed' },
  { type: 'cases/chosen', outcome: 'untested' },
]

describeMachine(rerun, {
  input: { rerun: whole, outcome: 'all' },
  events,
  walks: [{}, { input: { rerun: less, outcome: 'all' } }],
  table: { deciding: 'cases/chosen always', whole: 'cases/chosen', warned: 'cases/chosen' },
  invariants: {
    '[RUNED-14] [RUNED-15] warns exactly when something of the earlier run no longer exists': (s) =>
      s.matches('warned') === missingIn(s.context.rerun).length > 0,
  },
})

test('[RUNED-15] lists what of the earlier run no longer exists', () => {
  expect(missingIn(less)).toEqual(['Browser: Safari', 'environment Staging', 'milestone July', '2 test cases'])
  expect(missingIn(whole)).toEqual([])
})

test('[RUNED-15] offers failed, untested or all cases, each with its assignee', () => {
  const actor = createActor(rerun, { input: { rerun: whole, outcome: 'all' } }).start()
  const offered = () => rerunCases(whole, actor.getSnapshot().context.outcome)
  expect(offered()).toEqual([
    [1, 5],
    [2, null],
    [3, null],
  ])
  actor.send({ type: 'cases/chosen', outcome: 'failed' })
  expect(offered()).toEqual([[1, 5]])
  actor.send({ type: 'cases/chosen', outcome: 'untested' })
  expect(offered()).toEqual([[2, null]])
})
