import { expect, test } from 'vitest'
import { LIMITS } from '../../contract/limits.ts'
import { isTryingAgain, outboxLane, type OutboxLaneEvent } from '../../machines/outbox-lane.ts'
import { breaches, missedBy, pathsOf, play, type Path } from './support/paths.ts'

const machine = outboxLane({ jitter: () => 1 })
const input = { isOnline: true }
const answer = (output: object) => ({ type: 'xstate.done.actor.sendNext', output })
const events = [
  { type: 'lead/gained' },
  { type: 'lead/lost' },
  { type: 'link/up' },
  { type: 'link/down' },
  { type: 'outbox/filled' },
  { type: 'outbox/asked' },
  { type: 'session/opened' },
  answer({ outcome: 'sent' }),
  answer({ outcome: 'nothing' }),
  answer({ outcome: 'too-much', tried: 2 }),
  answer({ outcome: 'no-right', projectKey: 'SHOP', message: 'No' }),
  answer({ outcome: 'signed-out' }),
  answer({ outcome: 'unreachable' }),
  answer({ outcome: 'failed', message: 'Error' }),
  { type: 'xstate.error.actor.sendNext', error: 'the log is gone' },
  { type: 'xstate.after.backOff.outboxLane.leading.waiting' },
] as unknown as OutboxLaneEvent[]
const paths = pathsOf(machine, {
  input,
  events,
  stopWhen: ({ context: c }) => c.failures > 1,
})
type State = Path<typeof machine>['steps'][number]['state']
const isSending = (state: State) => state.matches({ leading: 'sending' })

test('the paths reach every state and take every transition', () => expect(missedBy(machine, paths)).toEqual([]))

test('on every path only the tab that leads sends', () => {
  for (const { steps } of paths) {
    let leads = false
    for (const { event, state } of steps) {
      if (event.type === 'lead/gained') leads = true
      if (event.type === 'lead/lost') leads = false
      if (isSending(state)) expect(leads).toBe(true)
    }
  }
})

test('on every path what was filled in while something was sent is looked for again before it rests', () => {
  for (const { steps } of paths) {
    let isNew = false
    for (const [i, { event, state }] of steps.entries()) {
      const before = steps[i - 1]?.state
      const entered = isSending(state) && (before === undefined || !isSending(before) || isAnswer(event))
      if (entered) isNew = false
      else if (event.type === 'outbox/filled' && isSending(state)) isNew = true
      if (state.matches({ leading: 'resting' })) expect(isNew).toBe(false)
      else if (!isSending(state)) isNew = false
    }
  }
})

const isAnswer = ({ type }: { type: string }) => type.startsWith('xstate.')

test('on every path a device that is offline does not try by itself', () =>
  expect(breaches(paths, (s) => !isTryingAgain(s) || s.context.isOnline)).toEqual([]))

test('on every path there is something to send at once, and never more than the server takes', () =>
  expect(breaches(paths, ({ context: { most } }) => most >= 1 && most <= LIMITS.exploratoryCommandsAtOnce)).toEqual([]))

test('on every path nothing goes while the session is over, until somebody signs in or asks', () => {
  for (const { steps } of paths)
    for (const [i, { event, state }] of steps.entries()) {
      if (steps[i - 1]?.state.matches({ leading: 'signedOut' }) !== true || !isSending(state)) continue
      expect(['session/opened', 'outbox/asked']).toContain(event.type)
    }
})

test('a running machine goes every path', () => {
  for (const path of paths) expect(play(machine, path, input)).toEqual([])
})
