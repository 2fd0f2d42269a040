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
    /** Newest first. */
    webhooks: readonly Hook[]
    open: Hook | null
    calls: readonly Call[]
    failure: unknown
  }
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
    actions: {
      /** HOOK-03. */
      keep: assign((_, { webhooks }: { webhooks: readonly Hook[] }) => ({
        webhooks: webhooks.toReversed(),
        failure: null,
      })),
      keepCalls: assign((_, { calls }: { calls: readonly Call[] }) => ({ calls, failure: null })),
      fail: assign((_, { error }: { error: unknown }) => ({ failure: error })),
      open: assign((_, { webhook }: { webhook: Hook | null }) => ({ open: webhook, calls: [], failure: null })),
      emitDeleted: emit({ type: 'webhook/deleted' as const }),
      emitRefused: emit((_, { error }: { error: unknown }) => ({ type: 'webhook/refused' as const, error })),
    },
  }).createMachine({
    id: 'webhooksDialog',
    initial: 'loading',
    context: { webhooks: [], open: null, calls: [], failure: null },
    states: {
      loading: {
        invoke: {
          id: 'load',
          src: 'load',
          onDone: { target: 'listing', actions: { type: 'keep', params: ({ event }) => ({ webhooks: event.output }) } },
          onError: { target: 'failed', actions: { type: 'fail', params: ({ event }) => event } },
        },
      },
      failed: { on: { 'webhooks/retry': 'loading' } },
      listing: {
        on: {
          'webhook/add': { target: 'adding', actions: { type: 'open', params: { webhook: null } } },
          'webhook/edit': { target: 'editing', actions: { type: 'open', params: ({ event }) => event } },
          'webhook/test': { target: 'testing', actions: { type: 'open', params: ({ event }) => event } },
          'webhook/log': { target: 'reading', actions: { type: 'open', params: ({ event }) => event } },
          'webhook/delete': { target: 'asking', actions: { type: 'open', params: ({ event }) => event } },
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
          onError: { target: 'listing', actions: { type: 'emitRefused', params: ({ event }) => event } },
        },
        on: { 'webhooks/back': 'listing' },
      },
      reading: {
        invoke: {
          id: 'readCalls',
          src: 'readCalls',
          input: ({ context }) => ({ webhook: context.open as Hook }),
          onDone: { target: 'log', actions: { type: 'keepCalls', params: ({ event }) => ({ calls: event.output }) } },
          onError: { target: 'listing', actions: { type: 'emitRefused', params: ({ event }) => event } },
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
          onError: { target: 'listing', actions: { type: 'emitRefused', params: ({ event }) => event } },
        },
      },
    },
  })
}
