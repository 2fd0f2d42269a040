import { assign, emit, setup } from 'xstate'
import type { FieldValues } from '../../contract/workspace/integration-kinds.ts'
import type { CheckResult } from '../../contract/workspace/integrations.ts'
import { unprovided } from '../patterns/unprovided.ts'

export type IntegrationCheckEvent =
  | { type: 'check/start'; values: FieldValues }
  | { type: 'check/cancel' }
  /** The form was edited: the result no longer applies. */
  | { type: 'values/changed' }

/** Checks the connection with the values of a form, saved or not. A check that is cancelled, or followed by an edit, has no result. */
export const integrationCheck = setup({
  types: {
    context: {} as { values: FieldValues; result: CheckResult | null; failure: unknown },
    events: {} as IntegrationCheckEvent,
    emitted: {} as { type: 'check/finished' },
  },
  actors: {
    check: unprovided<CheckResult, { values: FieldValues }>('check'),
  },
  actions: {
    forget: assign({ values: {}, result: null, failure: null }),
    emitFinished: emit({ type: 'check/finished' as const }),
  },
}).createMachine({
  id: 'integrationCheck',
  context: { values: {}, result: null, failure: null },
  initial: 'idle',
  states: {
    idle: { entry: 'forget', on: { 'check/start': 'checking' } },
    checking: {
      entry: assign(({ event }) => ({
        values: event.type === 'check/start' ? event.values : {},
        result: null,
        failure: null,
      })),
      invoke: {
        id: 'check',
        src: 'check',
        input: ({ context }) => ({ values: context.values }),
        onDone: [
          {
            guard: ({ event }) => event.output.problem !== null,
            target: 'failed',
            actions: [assign(({ event }) => ({ result: event.output })), 'emitFinished'],
          },
          { target: 'connected', actions: [assign(({ event }) => ({ result: event.output })), 'emitFinished'] },
        ],
        // The check itself failed: nothing is known about the connection.
        onError: { target: 'refused', actions: assign(({ event }) => ({ failure: event.error })) },
      },
      on: { 'check/cancel': 'idle', 'values/changed': 'idle' },
    },
    connected: { on: { 'check/start': 'checking', 'values/changed': 'idle' } },
    failed: { on: { 'check/start': 'checking', 'values/changed': 'idle' } },
    refused: { on: { 'check/start': 'checking', 'values/changed': 'idle' } },
  },
})
