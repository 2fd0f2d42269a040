import { expect, test } from 'vitest'
import { createActor, SimulatedClock } from 'xstate'
import { secondStepMachine as machine } from '../../../machines/session/second-step.machine.ts'
import { breaches, missedBy, pathsOf, play } from '../support/paths.ts'
import { expectTable } from '../support/table.ts'

const challenge = { type: 'signIn/challenged', ticket: 'abc', expiresInSecs: 300 } as const
const paths = pathsOf(machine, {
  input: undefined,
  events: [
    challenge,
    { type: 'signIn/opened' },
    { type: 'code/recover' },
    { type: 'code/use-app' },
    { type: 'ticket/expired' },
    { type: 'signIn/restart' },
    { type: 'xstate.after.expiry.secondStep.challenged' } as never,
  ],
})

test('each state handles the events of its table', () =>
  expectTable(machine, {
    password: 'signIn/{opened,challenged}',
    'challenged.code': 'code/recover signIn/{opened,restart} ticket/expired after(expiry)',
    'challenged.recovery': 'code/use-app signIn/{opened,restart} ticket/expired after(expiry)',
    expired: 'signIn/{opened,challenged}',
    opened: '',
  }))

test('the paths reach every state and take every transition', () => expect(missedBy(machine, paths)).toEqual([]))

test('a running machine goes every path as the model says', () => {
  for (const path of paths) expect(() => play(machine, path, undefined)).not.toThrow()
})

test('on every path a ticket is held while a code is asked for, and never else', () =>
  expect(breaches(paths, (s) => s.matches('challenged') === (s.context.ticket !== ''))).toEqual([]))

test('the ticket expires after the time that the server gave it', () => {
  const clock = new SimulatedClock()
  const actor = createActor(machine, { clock }).start()
  actor.send(challenge)
  clock.increment(299_999)
  expect(actor.getSnapshot().matches('challenged')).toBe(true)
  clock.increment(1)
  expect(actor.getSnapshot().matches('expired')).toBe(true)
})
