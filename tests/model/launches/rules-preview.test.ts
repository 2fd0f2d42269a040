import { expect, test } from 'vitest'
import { rulesPreview, type RulesPreviewEvent } from '../../../machines/launches/rules-preview.machine.ts'
import { describeMachine } from '../support/describe-machine.ts'
import { play } from '../support/paths.ts'

const machine = rulesPreview<number, string>({ isComplete: (preview) => preview === 'all' })
const events = [
  { type: 'rules/changed', rules: 2 },
  { type: 'rules/retry' },
  { type: 'xstate.after.settled.rulesPreview.waiting' },
  { type: 'xstate.done.actor.apply', output: 'all' },
  { type: 'xstate.done.actor.apply', output: 'a part' },
  { type: 'xstate.error.actor.apply', error: 'unreachable' },
] as RulesPreviewEvent<number>[]
const input = { rules: 1 }
const paths = describeMachine(machine, {
  input,
  events,
  table: {
    waiting: 'after(settled) rules/changed',
    applying: 'done(apply) error(apply) rules/changed',
    applied: 'rules/changed',
    failed: 'rules/{changed,retry}',
  },
  ignored: {
    waiting: { events: 'rules/retry', because: 'a retry is offered only after a failure' },
    applying: { events: 'rules/retry', because: 'a retry is offered only after a failure' },
    applied: { events: 'rules/retry', because: 'a retry is offered only after a failure' },
  },
  invariants: {
    'is complete only after it was applied': ({ value, context }, before) =>
      value !== 'applied' || (context.preview === 'all' && ['applying', 'applied'].includes(String(before?.value))),
    'applies the same rules only once': ({ value, context }, before) =>
      value !== 'waiting' || before?.context.rules !== context.rules || before.value === 'waiting',
    'continues no preview of earlier rules': ({ value, context }) => value !== 'waiting' || context.partial === null,
    'continues a partial preview after a failure': ({ value, context }, before) =>
      value !== 'failed' || before?.context.partial === context.partial,
  },
})

test('shows no preview of earlier rules as complete', () => {
  for (const path of paths) play(machine, path, input)
  const changed = paths.flatMap(({ steps }) =>
    steps.filter(({ event }, i) => event.type === 'rules/changed' && steps[i - 1]?.state.context.rules === 1),
  )
  expect(changed.every(({ state }) => state.value === 'waiting' && state.context.rules === 2)).toBe(true)
})
