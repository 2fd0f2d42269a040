import { expect, test } from 'vitest'
import { deliveriesLog, type DeliveriesEvent } from '../../../machines/notifications/deliveries.machine.ts'
import { describeMachine } from '../support/describe-machine.ts'
import { inputOf, play } from '../support/paths.ts'

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
const paths = describeMachine(machine, {
  input: { isTest: false },
  events,
  walks: [{}, { input: { isTest: true } }],
  // Each sent message makes the log longer.
  stopWhen: ({ context }) => context.deliveries.length > 3 || context.again.length > 2,
  table: {
    loading: 'deliveries/outdated done(load) error(load)',
    failed: 'deliveries/{outdated,reload}',
    'log.current': 'always deliveries/{outdated,reload,resend,test}',
    'log.refreshing': 'always deliveries/{outdated,reload,resend,test} done(refresh) error(refresh)',
    testing: 'deliveries/{outdated,reload,resend} done(test) error(test)',
    resending: 'deliveries/{outdated,reload,resend,test} done(resend) error(resend)',
  },
  ignored: {
    loading: {
      events: 'deliveries/reload deliveries/test deliveries/resend',
      because: 'the log is not shown yet',
    },
    failed: {
      events: 'deliveries/test deliveries/resend',
      because: 'only the failure and its retry are shown',
    },
    testing: { events: 'deliveries/test', because: 'its button shows progress' },
  },
  invariants: {
    'reads the log again when it changes while a message is sent': (state) =>
      !state.matches({ log: 'current' }) || !state.context.isOutdated,
    'puts a sent message first in the log': (state, before) => {
      const { context } = state
      const wasSent = state.matches('log') && (before?.matches('testing') || before?.matches('resending')) === true
      return !wasSent || context.deliveries.length === before?.context.deliveries.length || context.deliveries[0]! > 2
    },
    'rests only when nothing is to be sent': (state) =>
      !state.matches('log') || (state.context.again.length === 0 && !state.context.isTest),
    'keeps the log while it is read again': (state, before) =>
      !state.matches({ log: 'refreshing' }) ||
      before?.matches('log') !== true ||
      state.context.deliveries.join() === before?.context.deliveries.join(),
  },
})
const isTest = (path: (typeof paths)[number]) => inputOf(path).isTest
const opened = paths.filter((path) => !isTest(path))
const tested = paths.filter(isTest)

test('sends a test message only when requested, by the button of the row or of the log', () => {
  const extra = (path: (typeof paths)[number]) => {
    const begun = path.steps.filter(
      ({ state }, i) => state.value === 'testing' && path.steps[i - 1]?.state.value !== 'testing',
    )
    return begun.length - path.steps.filter(({ event }) => event.type === 'deliveries/test').length
  }
  expect(Math.max(...opened.map(extra))).toBe(0)
  expect(Math.max(...tested.map(extra))).toBe(1)
})

test('emits each sent message once', () => {
  for (const path of opened) {
    const sent = path.steps.filter(({ event }) => /done\.actor\.(test|resend)$/.test(event.type))
    const emitted = play(machine, path, { isTest: false }).filter(({ type }) => type === 'delivery/sent')
    expect([path.name, emitted.length]).toEqual([path.name, sent.length])
  }
})
