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

/** Names of the paths on which `holds` says no of a step; what it has seen before is its own. */
const breaking = (holds: () => (event: { type: string }, state: State, before: State | undefined) => boolean) =>
  paths
    .filter(({ steps }) => {
      const isFine = holds()
      return !steps.every(({ event, state }, i) => isFine(event, state, steps[i - 1]?.state))
    })
    .map(({ name }) => name)

test('on every path only the tab that leads sends', () => {
  const onlyTheLeader = () => {
    let leads = false
    return ({ type }: { type: string }, state: State) => {
      leads = type === 'lead/gained' || (leads && type !== 'lead/lost')
      return leads || !isSending(state)
    }
  }
  expect(breaking(onlyTheLeader)).toEqual([])
})

test('on every path what was filled in while something was sent is looked for again before it rests', () => {
  /** Filled in since the attempt that is under way began. */
  const nothingForgotten = () => {
    let isNew = false
    return (event: { type: string }, state: State, before: State | undefined) => {
      if (state.matches({ leading: 'resting' })) return !isNew || !isSending(before as State)
      const isBegun = isSending(state) && (before === undefined || !isSending(before) || isAnswer(event))
      isNew = isSending(state) && !isBegun && (isNew || event.type === 'outbox/filled')
      return true
    }
  }
  expect(breaking(nothingForgotten)).toEqual([])
})

const isAnswer = ({ type }: { type: string }) => type.startsWith('xstate.')

test('on every path a device that is offline does not try by itself', () =>
  expect(breaches(paths, (s) => !isTryingAgain(s) || s.context.isOnline)).toEqual([]))

test('on every path there is something to send at once, and never more than the server takes', () =>
  expect(breaches(paths, ({ context: { most } }) => most >= 1 && most <= LIMITS.exploratoryCommandsAtOnce)).toEqual([]))

test('on every path nothing goes while the session is over, until somebody signs in or asks', () =>
  expect(
    breaking(
      () =>
        ({ type }, state, before) =>
          before?.matches({ leading: 'signedOut' }) !== true ||
          !isSending(state) ||
          ['session/opened', 'outbox/asked'].includes(type),
    ),
  ).toEqual([]))

test('a running machine goes every path', () => {
  for (const path of paths) expect(play(machine, path, input)).toEqual([])
})
