import { assign, emit, fromCallback, setup } from 'xstate'
import type { TestCase } from '../../contract/cases/cases.ts'
import { unprovided } from '../patterns/unprovided.ts'

export type OpenedCaseEvent =
  /** Null closes the preview. 0: an invalid id in the address, which is looked up and not found like any other. */
  | { type: 'case/wanted'; caseId: number | null }
  /** Cases changed by a user; null: possibly any. */
  | { type: 'case/touched'; caseIds: readonly number[] | null }
  /** The answer of the own save. */
  | { type: 'case/saved'; testCase: TestCase }
  | { type: 'case/retry' }

/** An object, because the type of a generic output would be lost. Null: no such case, or it is in the trash bin. */
export interface FoundCase {
  testCase: TestCase | null
}

const show = ({ testCase }: FoundCase) => ({ testCase, failure: null })

/** The previewed case. It stays visible while it reloads, until another case has loaded, and after a deletion, so that unsaved input stays. */
export const openedCase = setup({
  types: {
    context: {} as { caseId: number | null; testCase: TestCase | null; failure: unknown },
    events: {} as OpenedCaseEvent,
    emitted: {} as { type: 'case/missing' },
    input: {} as { caseId: number | null },
  },
  actors: {
    find: unprovided<FoundCase, { caseId: number }>('find'),
    /** Sends `case/touched`, or `case/wanted` where the address names the case. Optional: a list may pass changes on. */
    news: fromCallback(() => undefined),
  },
  guards: {
    isNone: ({ context }) => context.caseId === null,
    isKnown: ({ context }) => context.testCase !== null && context.testCase.id === context.caseId,
    isTouched: ({ context }, caseIds: readonly number[] | null) =>
      context.caseId !== null && (caseIds === null || caseIds.includes(context.caseId)),
  },
  actions: {
    showDeleted: assign(({ context: { testCase } }) => ({
      testCase: testCase && { ...testCase, deleted: true },
      failure: null,
    })),
    forget: assign({ testCase: null, failure: null }),
    emitMissing: emit({ type: 'case/missing' as const }),
  },
}).createMachine({
  id: 'openedCase',
  context: ({ input }) => ({ caseId: input.caseId, testCase: null, failure: null }),
  initial: 'choosing',
  invoke: { id: 'news', src: 'news' },
  on: {
    'case/wanted': {
      guard: ({ context, event }) => event.caseId !== context.caseId,
      target: '.choosing',
      actions: assign(({ event }) => ({ caseId: event.caseId, failure: null })),
    },
  },
  states: {
    choosing: {
      always: [{ guard: 'isNone', target: 'closed' }, { target: 'loading' }],
    },
    closed: { entry: 'forget' },
    loading: {
      invoke: {
        id: 'find',
        src: 'find',
        input: ({ context }) => ({ caseId: context.caseId ?? 0 }),
        onDone: [
          {
            guard: ({ event }) => event.output.testCase !== null,
            target: 'shown',
            actions: assign(({ event }) => show(event.output)),
          },
          { guard: 'isKnown', target: 'deleted', actions: 'showDeleted' },
          { target: 'missing' },
        ],
        onError: [
          { guard: 'isKnown', target: 'shown', actions: assign(({ event }) => ({ failure: event.error })) },
          { target: 'failed', actions: ['forget', assign(({ event }) => ({ failure: event.error }))] },
        ],
      },
      on: {
        // The pending answer may be older than the change.
        'case/saved': {
          guard: ({ context, event }) => event.testCase.id === context.caseId,
          target: 'shown',
          actions: assign(({ event }) => show(event)),
        },
        'case/touched': {
          guard: { type: 'isTouched', params: ({ event }) => event.caseIds },
          target: 'loading',
          reenter: true,
        },
      },
    },
    shown: {
      on: {
        'case/touched': { guard: { type: 'isTouched', params: ({ event }) => event.caseIds }, target: 'loading' },
        'case/saved': {
          guard: ({ context, event }) => event.testCase.id === context.caseId,
          actions: assign(({ event }) => show(event)),
        },
      },
    },
    failed: {
      on: {
        'case/retry': 'loading',
        'case/touched': { guard: { type: 'isTouched', params: ({ event }) => event.caseIds }, target: 'loading' },
      },
    },
    /** It was shown before, and is shown on, to be read and copied. It may be restored. */
    deleted: {
      on: { 'case/touched': { guard: { type: 'isTouched', params: ({ event }) => event.caseIds }, target: 'loading' } },
    },
    /** The page says that the case was not found, and another can be opened (TREE-50). */
    missing: { entry: ['forget', 'emitMissing'] },
  },
})
