import { createActor, SimulatedClock } from 'xstate'
import { expect, test } from 'vitest'
import { settledValue, type SettledValueEvent } from '../../../machines/patterns/settled-value.machine.ts'
import { describeMachine } from '../support/describe-machine.ts'
import { breaches, play, toursThrough } from '../support/paths.ts'

const machine = settledValue<string>({ pauseMs: 400 })
const input = { value: '' }
const paths = describeMachine(machine, {
  input,
  events: [
    { type: 'value/changed', value: 'main' },
    { type: 'xstate.after.pause.settledValue.changing' } as unknown as SettledValueEvent<string>,
  ],
  table: { settled: 'value/changed', changing: 'after(pause) value/changed' },
})

test('settles on what was typed last', () => {
  expect(breaches(paths, (s) => !s.matches('settled') || s.context.settled === s.context.value)).toEqual([])
  expect(toursThrough(paths).flatMap((path) => play(machine, path, input))).toEqual([])
})

test('settles a pause after the last change, not after the first', () => {
  const clock = new SimulatedClock()
  const actor = createActor(machine, { input, clock }).start()
  const settled = () => actor.getSnapshot().context.settled
  actor.send({ type: 'value/changed', value: 'm' })
  clock.increment(399)
  actor.send({ type: 'value/changed', value: 'main' })
  clock.increment(399)
  expect(settled()).toBe('')
  clock.increment(1)
  expect(settled()).toBe('main')
})
