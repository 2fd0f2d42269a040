import { expect, test } from 'vitest'
import { webhooksDialog, type WebhooksEvent } from '../../../machines/launchers/webhooks.machine.ts'
import { describeMachine } from '../support/describe-machine.ts'
import { play, toursThrough } from '../support/paths.ts'

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
const paths = describeMachine(machine, {
  input: undefined,
  events,
  table: {
    loading: 'done(load) error(load)',
    failed: 'webhooks/retry',
    listing: 'webhook/{add,delete,edit,log,test}',
    adding: 'webhook/saved webhooks/back',
    editing: 'webhook/saved webhooks/back',
    testing: 'done(test) error(test) webhooks/back',
    reading: 'done(readCalls) error(readCalls) webhooks/back',
    log: 'webhooks/{back,retry}',
    asking: 'webhook/confirm webhooks/back',
    removing: 'done(remove) error(remove)',
  },
  ignored: {
    loading: {
      events:
        'webhooks/retry webhooks/back webhook/add webhook/edit webhook/test webhook/log webhook/delete webhook/confirm webhook/saved',
      because: 'the list is not shown yet',
    },
    failed: {
      events:
        'webhooks/back webhook/add webhook/edit webhook/test webhook/log webhook/delete webhook/confirm webhook/saved',
      because: 'only the failure and its retry are shown',
    },
    listing: {
      events: 'webhooks/retry webhooks/back webhook/confirm webhook/saved',
      because: 'only the list is shown',
    },
    adding: {
      events: 'webhooks/retry webhook/add webhook/edit webhook/test webhook/log webhook/delete webhook/confirm',
      because: 'only the form is shown',
    },
    editing: {
      events: 'webhooks/retry webhook/add webhook/edit webhook/test webhook/log webhook/delete webhook/confirm',
      because: 'only the form is shown',
    },
    testing: {
      events:
        'webhooks/retry webhook/add webhook/edit webhook/test webhook/log webhook/delete webhook/confirm webhook/saved',
      because: 'only the calls of the tested webhook are shown, and its refresh shows progress',
    },
    reading: {
      events:
        'webhooks/retry webhook/add webhook/edit webhook/test webhook/log webhook/delete webhook/confirm webhook/saved',
      because: 'only the calls are shown, and their refresh shows progress',
    },
    log: {
      events: 'webhook/add webhook/edit webhook/test webhook/log webhook/delete webhook/confirm webhook/saved',
      because: 'only the calls are shown',
    },
    asking: {
      events: 'webhooks/retry webhook/add webhook/edit webhook/test webhook/log webhook/delete webhook/saved',
      because: 'only the confirmation is shown',
    },
    removing: {
      events:
        'webhooks/retry webhooks/back webhook/add webhook/edit webhook/test webhook/log webhook/delete webhook/confirm webhook/saved',
      because: 'the confirmation shows progress until the answer',
    },
  },
  invariants: {
    '[HOOK-03] lists webhooks in reverse': ({ value, context }) =>
      value !== 'listing' || String(context.webhooks) === 'push,oldest',
    'deletes only after a confirmation': ({ value }, before) =>
      value !== 'removing' || ['asking', 'removing'].includes(String(before?.value)),
  },
})

test('[HOOK-03] reads the list again after each change', () => {
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

test('emits each deletion once', () => {
  for (const path of toursThrough(paths)) {
    const removed = path.steps.filter(({ event }) => (event.type as string) === 'xstate.done.actor.remove')
    const emitted = play(machine, path, undefined).filter(({ type }) => type === 'webhook/deleted')
    expect([path.name, emitted.length]).toEqual([path.name, removed.length])
  }
})
