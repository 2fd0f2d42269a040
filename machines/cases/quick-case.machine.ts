import { assign, emit, fromPromise, setup } from 'xstate'
import type { TestCase } from '../../contract/cases/cases.ts'

export type QuickCaseEvent = { type: 'title/typed'; title: string } | { type: 'title/submitted' }

/** An object, because the type of a generic output would be lost. */
export interface CreatedCase {
  testCase: TestCase
}

interface Context {
  typed: string
  /** Titles being saved; the first is in progress. */
  waiting: readonly string[]
  /** Rejected titles, which return to the field. */
  refused: readonly string[]
}

/** Adds cases by title (TCASE-13): the field clears immediately, and a rejected title returns to it. */
export const quickCase = setup({
  types: {
    context: {} as Context,
    events: {} as QuickCaseEvent,
    emitted: {} as
      | { type: 'draft/changed'; title: string }
      | { type: 'case/created'; testCase: TestCase }
      | { type: 'case/refused'; error: unknown },
  },
  actors: {
    restore: fromPromise<string | null>(() => Promise.reject(new Error('restore is not provided'))),
    create: fromPromise<CreatedCase, { title: string }>(() => Promise.reject(new Error('create is not provided'))),
  },
  guards: {
    hasWords: ({ context }) => context.typed.trim() !== '',
    hasMore: ({ context }) => context.waiting.length > 1,
  },
  actions: {
    type: assign((_, { title }: { title: string }) => ({ typed: title })),
    queue: assign(({ context: { typed, waiting, refused } }) => ({
      waiting: [...waiting, typed.trim()],
      typed: refused[0] ?? '',
      refused: refused.slice(1),
    })),
    done: assign(({ context: { waiting } }) => ({ waiting: waiting.slice(1) })),
    giveBack: assign(({ context: { typed, waiting, refused } }) => {
      const [title = '', ...left] = waiting
      return typed === '' ? { typed: title, waiting: left } : { refused: [...refused, title], waiting: left }
    }),
    keepDraft: emit(({ context: { typed, waiting } }) => ({
      type: 'draft/changed' as const,
      title: typed || (waiting.at(-1) ?? ''),
    })),
    emitCreated: emit((_, { testCase }: CreatedCase) => ({ type: 'case/created' as const, testCase })),
    emitRefused: emit((_, { error }: { error: unknown }) => ({ type: 'case/refused' as const, error })),
  },
}).createMachine({
  id: 'quickCase',
  context: { typed: '', waiting: [], refused: [] },
  initial: 'restoring',
  on: { 'title/typed': { actions: [{ type: 'type', params: ({ event }) => event }, 'keepDraft'] } },
  states: {
    // What is typed meanwhile wins over the draft.
    restoring: {
      invoke: {
        id: 'restore',
        src: 'restore',
        onDone: {
          target: 'resting',
          actions: { type: 'type', params: ({ event }) => ({ title: event.output ?? '' }) },
        },
        onError: 'resting',
      },
      on: {
        'title/typed': { target: 'resting', actions: [{ type: 'type', params: ({ event }) => event }, 'keepDraft'] },
      },
    },
    resting: {
      on: { 'title/submitted': { guard: 'hasWords', target: 'saving', actions: ['queue', 'keepDraft'] } },
    },
    saving: {
      invoke: {
        id: 'create',
        src: 'create',
        input: ({ context }) => ({ title: context.waiting[0] ?? '' }),
        onDone: [
          {
            guard: 'hasMore',
            target: 'saving',
            reenter: true,
            actions: ['done', 'keepDraft', { type: 'emitCreated', params: ({ event }) => event.output }],
          },
          {
            target: 'resting',
            actions: ['done', 'keepDraft', { type: 'emitCreated', params: ({ event }) => event.output }],
          },
        ],
        onError: [
          {
            guard: 'hasMore',
            target: 'saving',
            reenter: true,
            actions: ['giveBack', 'keepDraft', { type: 'emitRefused', params: ({ event }) => event }],
          },
          {
            target: 'resting',
            actions: ['giveBack', 'keepDraft', { type: 'emitRefused', params: ({ event }) => event }],
          },
        ],
      },
      on: { 'title/submitted': { guard: 'hasWords', actions: ['queue', 'keepDraft'] } },
    },
  },
})
