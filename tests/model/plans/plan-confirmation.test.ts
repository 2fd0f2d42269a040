import { expect, test } from 'vitest'
import { planConfirmation, type PlanConfirmationEvent } from '../../../machines/plans/plan-confirmation.machine.ts'
import { breaches, missedBy, pathsOf, play } from '../support/paths.ts'
import { expectTable } from '../support/table.ts'

const machine = planConfirmation<string>()
const input = { shown: '2 runs will be deleted' }
const events: PlanConfirmationEvent[] = [
  { type: 'list/ended' },
  { type: 'confirmation/confirm' },
  { type: 'confirmation/cancel' },
]
const paths = pathsOf(machine, { input, events })

test('each state handles the events of its table', () =>
  expectTable(machine, {
    'shown.unread': 'list/ended confirmation/cancel',
    'shown.read': 'confirmation/{confirm,cancel}',
    confirmed: '',
    cancelled: '',
  }))

test('the paths reach every state and take every transition', () => {
  expect(missedBy(machine, paths)).toEqual([])
})

test('a running machine goes every path', () => {
  expect(paths.flatMap((path) => play(machine, path, input))).toEqual([])
})

test('[PLANED-20] on every path it is confirmed only after the end of the list was in sight', () => {
  const unread = paths.filter(
    ({ steps }) =>
      steps.at(-1)?.state.matches('confirmed') === true && !steps.some(({ event }) => event.type === 'list/ended'),
  )
  expect(unread.map(({ name }) => name)).toEqual([])
  expect(
    breaches(paths, (state) => state.status !== 'done' || state.output?.isConfirmed === state.matches('confirmed')),
  ).toEqual([])
  expect(breaches(paths, ({ context }) => context.shown === input.shown)).toEqual([])
})
