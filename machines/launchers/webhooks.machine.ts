import { assign, emit, setup } from 'xstate'
import { unprovided } from '../patterns/unprovided.ts'

export type WebhooksEvent<Hook> =
  | { type: 'webhooks/retry' }
  | { type: 'webhook/add' }
  | { type: 'webhook/edit'; webhook: Hook }
  | { type: 'webhook/test'; webhook: Hook }
  | { type: 'webhook/log'; webhook: Hook }
  | { type: 'webhook/delete'; webhook: Hook }
  | { type: 'webhook/confirm' }
  /** The form was saved. */
  | { type: 'webhook/saved' }
  | { type: 'webhooks/back' }

/** Webhooks of a preset in one dialog: list, form, delivery log, and confirmation of deletion. */
export function webhooksDialog<Hook, Call>() {
  type Context = {
    /** Newest first (HOOK-03). */
    webhooks: readonly Hook[]
    open: Hook | null
    calls: readonly Call[]
    failure: unknown
  }
  const opened = (webhook: Hook | null) => ({ open: webhook, calls: [], failure: null })
  return setup({
    types: {
      context: {} as Context,
      events: {} as WebhooksEvent<Hook>,
      emitted: {} as { type: 'webhook/deleted' } | { type: 'webhook/refused'; error: unknown },
    },
    actors: {
      load: unprovided<readonly Hook[]>('load'),
      remove: unprovided<unknown, { webhook: Hook }>('remove'),
      test: unprovided<unknown, { webhook: Hook }>('test'),
      readCalls: unprovided<readonly Call[], { webhook: Hook }>('readCalls'),
    },
    actions: { emitDeleted: emit({ type: 'webhook/deleted' as const }) },
  }).createMachine({
    id: 'webhooksDialog',
    initial: 'loading',
    context: { webhooks: [], open: null, calls: [], failure: null },
    states: {
      loading: {
        invoke: {
          id: 'load',
          src: 'load',
          onDone: {
            target: 'listing',
            actions: assign(({ event }) => ({ webhooks: event.output.toReversed(), failure: null })),
          },
          onError: { target: 'failed', actions: assign(({ event }) => ({ failure: event.error })) },
        },
      },
      failed: { on: { 'webhooks/retry': 'loading' } },
      listing: {
        on: {
          'webhook/add': { target: 'adding', actions: assign(opened(null)) },
          'webhook/edit': { target: 'editing', actions: assign(({ event }) => opened(event.webhook)) },
          'webhook/test': { target: 'testing', actions: assign(({ event }) => opened(event.webhook)) },
          'webhook/log': { target: 'reading', actions: assign(({ event }) => opened(event.webhook)) },
          'webhook/delete': { target: 'asking', actions: assign(({ event }) => opened(event.webhook)) },
        },
      },
      adding: { on: { 'webhook/saved': 'loading', 'webhooks/back': 'listing' } },
      editing: { on: { 'webhook/saved': 'loading', 'webhooks/back': 'listing' } },
      /** The result is the newest entry of the log. */
      testing: {
        invoke: {
          id: 'test',
          src: 'test',
          input: ({ context }) => ({ webhook: context.open as Hook }),
          onDone: 'reading',
          onError: {
            target: 'listing',
            actions: emit(({ event }) => ({ type: 'webhook/refused', error: event.error })),
          },
        },
        on: { 'webhooks/back': 'listing' },
      },
      reading: {
        invoke: {
          id: 'readCalls',
          src: 'readCalls',
          input: ({ context }) => ({ webhook: context.open as Hook }),
          onDone: { target: 'log', actions: assign(({ event }) => ({ calls: event.output, failure: null })) },
          onError: {
            target: 'listing',
            actions: emit(({ event }) => ({ type: 'webhook/refused', error: event.error })),
          },
        },
        on: { 'webhooks/back': 'listing' },
      },
      log: { on: { 'webhooks/back': 'listing', 'webhooks/retry': 'reading' } },
      asking: { on: { 'webhook/confirm': 'removing', 'webhooks/back': 'listing' } },
      removing: {
        invoke: {
          id: 'remove',
          src: 'remove',
          input: ({ context }) => ({ webhook: context.open as Hook }),
          onDone: { target: 'loading', actions: 'emitDeleted' },
          onError: {
            target: 'listing',
            actions: emit(({ event }) => ({ type: 'webhook/refused', error: event.error })),
          },
        },
      },
    },
  })
}
