import { assign, setup } from 'xstate'
import {
  COMPARISON_WINDOW,
  type ComparedTest,
  type Comparison,
  type ComparisonClass,
} from '../../contract/launches/comparison.ts'
import { unprovided, unprovidedCallback } from '../patterns/unprovided.ts'

/** Query of the address. `baselineId` null: the previous launch. */
export interface ComparisonQuestion {
  baselineId: number | null
  classes: readonly ComparisonClass[]
}

export type CompareEvent =
  | { type: 'question/changed'; question: ComparisonQuestion }
  /** Index of the last visible row. */
  | { type: 'rows/shown'; last: number }
  /** Results changed, or the reader retries. */
  | { type: 'comparison/refresh' }

export interface ComparisonWindow extends ComparisonQuestion {
  offset: number
  limit: number
}

/** More rows load when the list is this close to the end of those that are loaded. */
const ROWS_AHEAD = 50

/** Tests that differ between two launches, loaded in windows; rows of the previous query stay until the next is answered. */
export const compareMachine = setup({
  types: {
    context: {} as {
      question: ComparisonQuestion
      answer: Comparison | null
      rows: readonly ComparedTest[]
      /** Index of the last visible row; null before this query has rendered. */
      lastShown: number | null
      failure: unknown
    },
    events: {} as CompareEvent,
    input: {} as { question: ComparisonQuestion },
  },
  actors: {
    compare: unprovided<Comparison, ComparisonWindow>('compare'),
    extend: unprovided<Comparison, ComparisonWindow>('extend'),
    /** Sends `comparison/refresh` when results have changed. */
    news: unprovidedCallback('news'),
    /** Sends `question/changed` when the address changes. */
    address: unprovidedCallback('address'),
  },
  guards: {
    needsMore: ({ context: { rows, answer, lastShown } }) =>
      answer !== null && rows.length < answer.total && lastShown !== null && lastShown >= rows.length - ROWS_AHEAD,
    /** Rows were added or removed meanwhile: windows of two moments do not fit together. */
    isOfAnotherMoment: ({ context: { answer } }, output: Comparison) => output.total !== answer?.total,
  },
}).createMachine({
  id: 'compare',
  context: ({ input }) => ({ question: input.question, answer: null, rows: [], lastShown: null, failure: null }),
  initial: 'loading',
  invoke: [
    { id: 'news', src: 'news' },
    { id: 'address', src: 'address' },
  ],
  on: {
    'question/changed': {
      guard: ({ context, event }) => JSON.stringify(context.question) !== JSON.stringify(event.question),
      target: '.loading',
      reenter: true,
      actions: assign(({ event }) => ({ question: event.question, rows: [], lastShown: null })),
    },
    'comparison/refresh': '.loading',
    'rows/shown': { actions: assign(({ event }) => ({ lastShown: event.last })) },
  },
  states: {
    loading: {
      on: { 'comparison/refresh': { target: 'loading', reenter: true } },
      invoke: {
        id: 'compare',
        src: 'compare',
        input: ({ context: { question, rows } }) => ({
          ...question,
          offset: 0,
          limit: Math.max(COMPARISON_WINDOW, Math.min(rows.length, COMPARISON_WINDOW * 10)),
        }),
        onDone: {
          target: 'shown',
          actions: assign(({ event }) => ({ answer: event.output, rows: event.output.items, failure: null })),
        },
        onError: { target: 'failed', actions: assign(({ event }) => ({ failure: event.error })) },
      },
    },
    shown: { always: { guard: 'needsMore', target: 'extending' } },
    extending: {
      invoke: {
        id: 'extend',
        src: 'extend',
        input: ({ context: { question, rows } }) => ({ ...question, offset: rows.length, limit: COMPARISON_WINDOW }),
        onDone: [
          { guard: { type: 'isOfAnotherMoment', params: ({ event }) => event.output }, target: 'loading' },
          {
            target: 'shown',
            actions: assign(({ context: { rows }, event }) => ({
              answer: event.output,
              rows: [...rows, ...event.output.items],
              failure: null,
            })),
          },
        ],
        onError: { target: 'failed', actions: assign(({ event }) => ({ failure: event.error })) },
      },
    },
    failed: {},
  },
})
