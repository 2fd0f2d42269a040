import { assign, setup } from 'xstate'
import type { ReadOnlyCheck } from '../../contract/workspace/users.ts'
import { unprovided } from '../patterns/unprovided.ts'

export type ReadOnlyConversionEvent =
  | { type: 'conversion/confirm' }
  /** Checks again: the obstacles may be gone. */
  | { type: 'conversion/retry' }

/** Makes a regular user read-only (USERS-19, USERS-20): the server reports the consequences, or the obstacles, before the confirmation. */
export const readOnlyConversionMachine = setup({
  types: {
    context: {} as { check: ReadOnlyCheck | null; failure: unknown },
    events: {} as ReadOnlyConversionEvent,
  },
  actors: {
    check: unprovided<ReadOnlyCheck>('check'),
    convert: unprovided<unknown>('convert'),
  },
  actions: {
    forget: assign({ failure: null }),
    /** For a single confirmation: called on success. */
    finish: () => undefined,
  },
}).createMachine({
  id: 'readOnlyConversion',
  context: { check: null, failure: null },
  initial: 'checking',
  states: {
    checking: {
      invoke: {
        id: 'check',
        src: 'check',
        onDone: [
          {
            guard: ({ event }) => event.output.isConvertible,
            target: 'asking',
            actions: assign(({ event }) => ({ check: event.output, failure: null })),
          },
          { target: 'blocked', actions: assign(({ event }) => ({ check: event.output, failure: null })) },
        ],
        onError: { target: 'unchecked', actions: assign(({ event }) => ({ failure: event.error })) },
      },
    },
    /** No answer. */
    unchecked: { on: { 'conversion/retry': { target: 'checking', actions: 'forget' } } },
    /** There are obstacles. */
    blocked: { on: { 'conversion/retry': 'checking' } },
    asking: { on: { 'conversion/confirm': 'converting' } },
    converting: {
      invoke: {
        id: 'convert',
        src: 'convert',
        onDone: { target: 'done', actions: 'finish' },
        onError: { target: 'refused', actions: assign(({ event }) => ({ failure: event.error })) },
      },
    },
    refused: { on: { 'conversion/confirm': { target: 'converting', actions: 'forget' } } },
    done: { type: 'final' },
  },
})
