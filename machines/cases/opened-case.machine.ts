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
    isAnother: ({ context }, { caseId }: { caseId: number | null }) => caseId !== context.caseId,
    isThere: (_, { testCase }: FoundCase) => testCase !== null,
    isKnown: ({ context }) => context.testCase !== null && context.testCase.id === context.caseId,
    isTouched: ({ context }, { caseIds }: { caseIds: readonly number[] | null }) =>
      context.caseId !== null && (caseIds === null || caseIds.includes(context.caseId)),
    isOfThis: ({ context }, { testCase }: { testCase: TestCase }) => testCase.id === context.caseId,
  },
  actions: {
    want: assign((_, { caseId }: { caseId: number | null }) => ({ caseId, failure: null })),
    show: assign((_, { testCase }: FoundCase) => ({ testCase, failure: null })),
    showDeleted: assign(({ context: { testCase } }) => ({
      testCase: testCase && { ...testCase, deleted: true },
      failure: null,
    })),
    forget: assign({ testCase: null, failure: null }),
    keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: error })),
    emitMissing: emit({ type: 'case/missing' as const }),
  },
}).createMachine({
  id: 'openedCase',
  context: ({ input }) => ({ caseId: input.caseId, testCase: null, failure: null }),
  initial: 'choosing',
  invoke: { id: 'news', src: 'news' },
  on: {
    'case/wanted': {
      guard: { type: 'isAnother', params: ({ event }) => event },
      target: '.choosing',
      actions: { type: 'want', params: ({ event }) => event },
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
            guard: { type: 'isThere', params: ({ event }) => event.output },
            target: 'shown',
            actions: { type: 'show', params: ({ event }) => event.output },
          },
          { guard: 'isKnown', target: 'deleted', actions: 'showDeleted' },
          { target: 'missing' },
        ],
        onError: [
          { guard: 'isKnown', target: 'shown', actions: { type: 'keepFailure', params: ({ event }) => event } },
          { target: 'failed', actions: ['forget', { type: 'keepFailure', params: ({ event }) => event }] },
        ],
      },
      on: {
        // The pending answer may be older than the change.
        'case/saved': {
          guard: { type: 'isOfThis', params: ({ event }) => event },
          target: 'shown',
          actions: { type: 'show', params: ({ event }) => event },
        },
        'case/touched': {
          guard: { type: 'isTouched', params: ({ event }) => event },
          target: 'loading',
          reenter: true,
        },
      },
    },
    shown: {
      on: {
        'case/touched': { guard: { type: 'isTouched', params: ({ event }) => event }, target: 'loading' },
        'case/saved': {
          guard: { type: 'isOfThis', params: ({ event }) => event },
          actions: { type: 'show', params: ({ event }) => event },
        },
      },
    },
    failed: {
      on: {
        'case/retry': 'loading',
        'case/touched': { guard: { type: 'isTouched', params: ({ event }) => event }, target: 'loading' },
      },
    },
    /** It was shown before, and is shown on, to be read and copied. It may be restored. */
    deleted: {
      on: { 'case/touched': { guard: { type: 'isTouched', params: ({ event }) => event }, target: 'loading' } },
    },
    /** The page says that the case was not found, and another can be opened (TREE-50). */
    missing: { entry: ['forget', 'emitMissing'] },
  },
})
