import { expect, test } from 'vitest'
import { planConfirmation, type PlanConfirmationEvent } from '../../../machines/plans/plan-confirmation.machine.ts'
import { missedBy, pathsOf, play } from '../support/paths.ts'
import { expectTable } from '../support/table.ts'

const machine = planConfirmation<string>()
const events: PlanConfirmationEvent<string>[] = [
  { type: 'confirmation/ask', shown: '2 runs will be deleted' },
  { type: 'list/ended' },
  { type: 'confirmation/confirm' },
  { type: 'confirmation/cancel' },
]
const paths = pathsOf(machine, { input: undefined, events })

test('each state handles the events of its table', () =>
  expectTable(machine, {
    closed: 'confirmation/ask',
    'shown.unread': 'list/ended confirmation/cancel',
    'shown.read': 'confirmation/{confirm,cancel}',
  }))

test('the paths reach every state and take every transition', () => {
  expect(missedBy(machine, paths)).toEqual([])
})

test('[PLANED-20] on every path it is confirmed only after the end of the list was in sight', () => {
  for (const path of paths) {
    const confirming = path.steps.filter(
      ({ event }, i) => event.type === 'confirmation/confirm' && path.steps[i - 1]?.state.matches({ shown: 'read' }),
    )
    expect(play(machine, path, undefined)).toEqual(confirming.map(() => ({ type: 'confirmed' })))
  }
})
