import { expect, test } from 'vitest'
import { webhooksDialog, type WebhooksEvent } from '../../../machines/launchers/webhooks.machine.ts'
import { breaches, missedBy, pathsOf, play } from '../support/paths.ts'

const machine = webhooksDialog<string, number>()
const events = [
  { type: 'webhooks/retry' },
  { type: 'webhooks/back' },
  { type: 'webhook/add' },
  ...(['edit', 'test', 'log', 'delete'] as const).map((verb) => ({ type: `webhook/${verb}`, webhook: 'push' })),
  { type: 'webhook/confirm' },
  { type: 'webhook/saved' },
  { type: 'xstate.done.actor.load', output: ['oldest', 'push'] },
  { type: 'xstate.error.actor.load', error: 'unreachable' },
  { type: 'xstate.done.actor.test', output: {} },
  { type: 'xstate.error.actor.test', error: 'gone' },
  { type: 'xstate.done.actor.readCalls', output: [2, 1] },
  { type: 'xstate.error.actor.readCalls', error: 'gone' },
  { type: 'xstate.done.actor.remove', output: {} },
  { type: 'xstate.error.actor.remove', error: 'gone' },
] as WebhooksEvent<string>[]
const paths = pathsOf(machine, { input: undefined, events })

test('the paths reach every state and take every transition', () => expect(missedBy(machine, paths)).toEqual([]))

test('[HOOK-03] the list is shown in reverse, and is read again after each change', () => {
  expect(
    breaches(paths, ({ value, context }) => value !== 'listing' || String(context.webhooks) === 'push,oldest'),
  ).toEqual([])
  const changed = paths.flatMap(({ steps }) =>
    steps.filter(({ state }, i) => {
      const before = steps[i - 1]?.state.value
      return state.value === 'loading' && ['adding', 'editing', 'removing'].includes(String(before))
    }),
  )
  expect(new Set(changed.map(({ event }) => event.type as string))).toEqual(
    new Set(['webhook/saved', 'xstate.done.actor.remove']),
  )
})

test('nothing is deleted that was not asked for', () => {
  expect(
    breaches(
      paths,
      ({ value }, before) => value !== 'removing' || ['asking', 'removing'].includes(String(before?.value)),
    ),
  ).toEqual([])
  for (const path of paths) {
    const removed = path.steps.filter(({ event }) => (event.type as string) === 'xstate.done.actor.remove')
    const emitted = play(machine, path, undefined).filter(({ type }) => type === 'webhook/deleted')
    expect([path.name, emitted.length]).toEqual([path.name, removed.length])
  }
})
