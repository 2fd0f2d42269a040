import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate'
import { expect, test } from 'vitest'
import { availabilityCheck, type AvailabilityEvent } from '../../../machines/patterns/availability.machine.ts'
import { describeMachine } from '../support/describe-machine.ts'
import { play, toursThrough } from '../support/paths.ts'

const TYPING_MS = 1000
const machine = availabilityCheck({ pauseMs: TYPING_MS })
const paths = describeMachine(machine, {
  input: undefined,
  events: [
    { type: 'value/changed', value: 'nadia', isAsked: true },
    { type: 'value/changed', value: 'na', isAsked: false },
    { type: 'xstate.after.TYPING.availability.typing' } as unknown as AvailabilityEvent,
    { type: 'xstate.done.actor.check', output: true } as unknown as AvailabilityEvent,
    { type: 'xstate.done.actor.check', output: false } as unknown as AvailabilityEvent,
    { type: 'xstate.error.actor.check', error: 'no' } as unknown as AvailabilityEvent,
  ],
  table: {
    unknown: 'value/changed',
    typing: 'after(TYPING) value/changed',
    checking: 'done(check) error(check) value/changed',
    free: 'value/changed',
    taken: 'value/changed',
  },
  invariants: {
    'an invalid value is neither available nor taken': (s) => s.context.value !== 'na' || s.matches('unknown'),
  },
})

test('a running machine follows the tours as the model does', () => {
  for (const path of toursThrough(paths)) expect(() => play(machine, path, undefined)).not.toThrow()
})

test('asks the server after a pause in typing, and drops an answer to an earlier value', async () => {
  const clock = new SimulatedClock()
  const requested: { value: string; answer: (taken: boolean) => void }[] = []
  const actor = createActor(
    machine.provide({
      actors: {
        check: fromPromise<boolean, { value: string }>(
          ({ input: { value } }) => new Promise((answer) => requested.push({ value, answer })),
        ),
      },
    }),
    { clock },
  ).start()
  const type = (value: string) => actor.send({ type: 'value/changed', value, isAsked: true })
  type('nad')
  clock.increment(TYPING_MS - 1)
  type('nadia')
  clock.increment(TYPING_MS - 1)
  expect(requested).toEqual([])
  clock.increment(1)
  expect(requested.map(({ value }) => value)).toEqual(['nadia'])
  type('nadia k')
  requested[0]?.answer(true)
  clock.increment(TYPING_MS)
  expect(actor.getSnapshot().value).toBe('checking')
  requested[1]?.answer(false)
  await waitFor(actor, (state) => state.matches('free'))
  type('nadia k')
  expect(actor.getSnapshot().value).toBe('free')
})
