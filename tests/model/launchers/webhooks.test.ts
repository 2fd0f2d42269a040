import { expect, test } from 'vitest'
import { webhooksDialog, type WebhooksEvent } from '../../../machines/launchers/webhooks.machine.ts'
import { missedBy, pathsOf, play } from '../support/paths.ts'

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
  for (const { name, steps } of paths)
    for (const [i, { event, state }] of steps.entries()) {
      if (state.value === 'listing') expect([name, state.context.webhooks]).toEqual([name, ['push', 'oldest']])
      const isChange = event.type === 'webhook/saved' || (event.type as string) === 'xstate.done.actor.remove'
      const wasOpen = ['adding', 'editing', 'removing'].includes(String(steps[i - 1]?.state.value))
      if (isChange && wasOpen && state !== steps[i - 1]?.state && state.value !== 'removing')
        expect([name, state.value]).toEqual([name, 'loading'])
    }
})

test('nothing is deleted that was not asked for', () => {
  for (const path of paths) {
    const values = path.steps.map(({ state }) => state.value)
    values.forEach((value, i) => {
      if (value === 'removing' && values[i - 1] !== 'removing')
        expect([path.name, values[i - 1]]).toEqual([path.name, 'asking'])
    })
    const deleted = path.steps.filter(({ event }) => (event.type as string) === 'xstate.done.actor.remove').length
    expect(play(machine, path, undefined).filter(({ type }) => type === 'webhook/deleted')).toHaveLength(deleted)
  }
})
