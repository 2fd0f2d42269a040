import { expect, test } from 'vitest'
import { planConfirmation, type PlanConfirmationEvent } from '../../../machines/plans/plan-confirmation.machine.ts'
import { describeMachine } from '../support/describe-machine.ts'
import { play, toursThrough } from '../support/paths.ts'

const machine = planConfirmation<string>()
const input = { shown: '2 runs will be deleted' }
const events: PlanConfirmationEvent[] = [
  { type: 'list/ended' },
  { type: 'confirmation/confirm' },
  { type: 'confirmation/cancel' },
]

const paths = describeMachine(machine, {
  input,
  events,
  table: {
    'shown.unread': 'list/ended confirmation/cancel',
    'shown.read': 'confirmation/{confirm,cancel}',
    confirmed: '',
    cancelled: '',
  },
  ignored: {
    'shown.unread': {
      events: 'confirmation/confirm',
      because: 'the button is disabled until the end of the list was visible',
    },
    'shown.read': { events: 'list/ended', because: 'the end of the list was visible before' },
  },
  invariants: {
    'returns whether the user confirmed': (state) =>
      state.status !== 'done' || state.output?.isConfirmed === state.matches('confirmed'),
    'keeps the list that it was opened with': ({ context }) => context.shown === input.shown,
  },
})

test('[PLANED-20] confirms only after the end of the list was visible', () => {
  const confirmed = paths.filter(({ steps }) => steps.at(-1)?.state.matches('confirmed'))
  expect(confirmed).not.toEqual([])
  const unread = confirmed.filter(({ steps }) => !steps.some(({ event }) => event.type === 'list/ended'))
  expect(unread.map(({ name }) => name)).toEqual([])
})

test('a running machine emits nothing', () =>
  expect(toursThrough(paths).flatMap((path) => play(machine, path, input))).toEqual([]))
