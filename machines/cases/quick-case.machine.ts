import { assign, emit, setup } from 'xstate'
import type { TestCase } from '../../contract/cases/cases.ts'
import { unprovided } from '../patterns/unprovided.ts'

export type QuickCaseEvent = { type: 'title/typed'; title: string } | { type: 'title/submitted' }

/** An object, because the type of a generic output would be lost. */
export interface CreatedCase {
  testCase: TestCase
}

/** An object, because the type of a generic output would be lost. */
export interface RestoredTitles {
  titles: readonly string[]
}

interface Context {
  typed: string
  /** Titles being saved; the first is in progress. */
  waiting: readonly string[]
  /** Rejected titles, which return to the field. */
  refused: readonly string[]
}

const createdEvent = ({ testCase }: CreatedCase) => ({ type: 'case/created' as const, testCase })

/**
 * Adds cases by title (TCASE-13): the field clears immediately, and a rejected title returns to it. Restored titles queue
 * behind the text in the field.
 */
export const quickCase = setup({
  types: {
    context: {} as Context,
    events: {} as QuickCaseEvent,
    emitted: {} as
      /** All titles that are not saved, in the order in which they were typed. */
      | { type: 'draft/changed'; titles: readonly string[] }
      | { type: 'case/created'; testCase: TestCase }
      | { type: 'case/refused'; error: unknown },
  },
  actors: {
    restore: unprovided<RestoredTitles>('restore'),
    create: unprovided<CreatedCase, { title: string }>('create'),
  },
  guards: {
    hasText: ({ context }) => context.typed.trim() !== '',
    hasMore: ({ context }) => context.waiting.length > 1,
  },
  actions: {
    restore: assign(({ context: { typed, refused } }, { titles }: RestoredTitles) => {
      const [title = '', ...rest] = titles
      return typed === '' ? { typed: title, refused: [...refused, ...rest] } : { refused: [...refused, ...titles] }
    }),
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
    keepDraft: emit(({ context: { typed, waiting, refused } }) => ({
      type: 'draft/changed' as const,
      titles: [...refused, ...waiting, typed].filter((title) => title.trim() !== ''),
    })),
  },
}).createMachine({
  id: 'quickCase',
  context: { typed: '', waiting: [], refused: [] },
  initial: 'resting',
  invoke: {
    id: 'restore',
    src: 'restore',
    onDone: {
      guard: ({ event }) => event.output.titles.length > 0,
      actions: [{ type: 'restore', params: ({ event }) => event.output }, 'keepDraft'],
    },
    onError: {},
  },
  on: { 'title/typed': { actions: [assign(({ event }) => ({ typed: event.title })), 'keepDraft'] } },
  states: {
    resting: {
      on: { 'title/submitted': { guard: 'hasText', target: 'saving', actions: ['queue', 'keepDraft'] } },
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
            actions: ['done', 'keepDraft', emit(({ event }) => createdEvent(event.output))],
          },
          { target: 'resting', actions: ['done', 'keepDraft', emit(({ event }) => createdEvent(event.output))] },
        ],
        onError: [
          {
            guard: 'hasMore',
            target: 'saving',
            reenter: true,
            actions: ['giveBack', 'keepDraft', emit(({ event }) => ({ type: 'case/refused', error: event.error }))],
          },
          {
            target: 'resting',
            actions: ['giveBack', 'keepDraft', emit(({ event }) => ({ type: 'case/refused', error: event.error }))],
          },
        ],
      },
      on: { 'title/submitted': { guard: 'hasText', actions: ['queue', 'keepDraft'] } },
    },
  },
})
