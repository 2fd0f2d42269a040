import { expect, test } from 'vitest'
import { deliveriesLog, type DeliveriesEvent } from '../../../machines/notifications/deliveries.machine.ts'
import { breaches, missedBy, pathsOf, play } from '../support/paths.ts'

const machine = deliveriesLog<number>()
const events = [
  { type: 'deliveries/reload' },
  { type: 'deliveries/outdated' },
  { type: 'deliveries/test' },
  { type: 'deliveries/resend', delivery: 1 },
  { type: 'xstate.done.actor.load', output: [2, 1] },
  { type: 'xstate.error.actor.load', error: 'unreachable' },
  { type: 'xstate.done.actor.refresh', output: [2, 1] },
  { type: 'xstate.error.actor.refresh', error: 'unreachable' },
  { type: 'xstate.done.actor.test', output: 3 },
  { type: 'xstate.error.actor.test', error: 'gone' },
  { type: 'xstate.done.actor.resend', output: 4 },
  { type: 'xstate.error.actor.resend', error: 'gone' },
] as DeliveriesEvent<number>[]
// Each sent message makes the log longer.
const walk = (isTest: boolean) => ({
  input: { isTest },
  events,
  stopWhen: ({ context }: { context: { deliveries: readonly number[] } }) => context.deliveries.length > 3,
})
const opened = pathsOf(machine, walk(false))
const tested = pathsOf(machine, walk(true))
const paths = [...opened, ...tested]

test('the paths reach every state and take every transition', () => expect(missedBy(machine, paths)).toEqual([]))

test('a test message is sent only when it was asked for, by the button of the row or of the log', () => {
  const sends = (all: typeof paths) =>
    all.flatMap(({ steps }) =>
      steps.flatMap(({ event, state }, i) =>
        state.value === 'testing' && steps[i - 1]?.state.value !== 'testing' ? [event.type as string] : [],
      ),
    )
  expect(new Set(sends(opened))).toEqual(new Set(['deliveries/test']))
  expect(new Set(sends(tested))).toEqual(new Set(['deliveries/test', 'xstate.done.actor.load']))
})

test('each message that was sent is emitted once and becomes the first line of the log', () => {
  expect(
    breaches(paths, (state, before) => {
      const { context } = state
      const wasSent = state.matches('log') && (before?.matches('testing') || before?.matches('resending')) === true
      return !wasSent || context.deliveries.length === before?.context.deliveries.length || context.deliveries[0]! > 2
    }),
  ).toEqual([])
  for (const path of opened) {
    const sent = path.steps.filter(({ event }) => /done\.actor\.(test|resend)$/.test(event.type))
    const emitted = play(machine, path, { isTest: false }).filter(({ type }) => type === 'delivery/sent')
    expect([path.name, emitted.length]).toEqual([path.name, sent.length])
  }
})

test('news read the log again while its lines stay in sight', () =>
  expect(
    breaches(paths, (state, before) => {
      const isRefreshing = state.matches({ log: 'refreshing' })
      return !isRefreshing || state.context.deliveries.join() === before?.context.deliveries.join()
    }),
  ).toEqual([]))
