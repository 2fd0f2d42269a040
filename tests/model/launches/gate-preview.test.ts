import { expect, test } from 'vitest'
import { gatePreview, type GatePreviewEvent } from '../../../machines/launches/gate-preview.machine.ts'
import { describeMachine } from '../support/describe-machine.ts'
import { play } from '../support/paths.ts'

const machine = gatePreview<number, string>()
const events = [
  { type: 'gate/changed', thresholds: 2 },
  { type: 'gate/retry' },
  { type: 'xstate.after.settled.gatePreview.waiting' },
  { type: 'xstate.done.actor.judge', output: 'passed' },
  { type: 'xstate.error.actor.judge', error: 'unreachable' },
] as GatePreviewEvent<number>[]
const input = { thresholds: 1 }
const paths = describeMachine(machine, {
  input,
  events,
  table: {
    waiting: 'after(settled) gate/changed',
    judging: 'done(judge) error(judge) gate/changed',
    judged: 'gate/changed',
    failed: 'gate/{changed,retry}',
  },
  ignored: {
    waiting: { events: 'gate/retry', because: 'a retry is offered only after a failure' },
    judging: { events: 'gate/retry', because: 'a retry is offered only after a failure' },
    judged: { events: 'gate/retry', because: 'a retry is offered only after a failure' },
  },
  invariants: {
    'shows a verdict only after it was asked for': ({ value }, before) =>
      value !== 'judged' || ['judging', 'judged'].includes(String(before?.value)),
    'judges the same thresholds only once': ({ value, context }, before) =>
      value !== 'waiting' || before?.context.thresholds !== context.thresholds || before.value === 'waiting',
  },
})

test('shows no verdict of earlier thresholds', () => {
  for (const path of paths) play(machine, path, input)
  const changed = paths.flatMap(({ steps }) =>
    steps.filter(({ event }, i) => event.type === 'gate/changed' && steps[i - 1]?.state.context.thresholds === 1),
  )
  expect(changed.every(({ state }) => state.value === 'waiting' && state.context.thresholds === 2)).toBe(true)
})
