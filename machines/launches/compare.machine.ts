import { assign, fromPromise, setup } from 'xstate'
import {
  COMPARISON_WINDOW,
  type ComparedTest,
  type Comparison,
  type ComparisonClass,
} from '../../contract/launches/comparison.ts'

/** What the address asks for. `baselineId` null: the launch before. */
export interface ComparisonQuestion {
  baselineId: number | null
  classes: readonly ComparisonClass[]
}

export type CompareEvent =
  | { type: 'question/changed'; question: ComparisonQuestion }
  /** The reader is near the end of the rows that are loaded. */
  | { type: 'rows/wanted' }
  /** Results changed, or the reader retries. */
  | { type: 'comparison/refresh' }

export interface ComparisonWindow extends ComparisonQuestion {
  offset: number
  limit: number
}

/** Tests that differ between two launches, loaded window by window; the rows of an earlier question stay until the next is answered. */
export const compareMachine = setup({
  types: {
    context: {} as {
      question: ComparisonQuestion
      answer: Comparison | null
      rows: readonly ComparedTest[]
      failure: unknown
    },
    events: {} as CompareEvent,
    input: {} as { question: ComparisonQuestion },
  },
  actors: {
    compare: fromPromise<Comparison, ComparisonWindow>(() => Promise.reject(new Error('compare is not provided'))),
    extend: fromPromise<Comparison, ComparisonWindow>(() => Promise.reject(new Error('extend is not provided'))),
  },
  guards: {
    hasMore: ({ context: { rows, answer } }) => answer !== null && rows.length < answer.total,
    /** Rows came or went meanwhile: windows of two moments do not fit together. */
    isOfAnotherMoment: ({ context: { answer } }, { output }: { output: Comparison }) => output.total !== answer?.total,
  },
  actions: {
    ask: assign((_, { question }: { question: ComparisonQuestion }) => ({ question, rows: [] })),
    show: assign((_, { output }: { output: Comparison }) => ({ answer: output, rows: output.items, failure: null })),
    append: assign(({ context: { rows } }, { output }: { output: Comparison }) => ({
      answer: output,
      rows: [...rows, ...output.items],
      failure: null,
    })),
    keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: error })),
  },
}).createMachine({
  id: 'compare',
  context: ({ input }) => ({ question: input.question, answer: null, rows: [], failure: null }),
  initial: 'loading',
  on: {
    'question/changed': {
      target: '.loading',
      reenter: true,
      actions: { type: 'ask', params: ({ event }) => event },
    },
    'comparison/refresh': '.loading',
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
        onDone: { target: 'shown', actions: { type: 'show', params: ({ event }) => event } },
        onError: { target: 'failed', actions: { type: 'keepFailure', params: ({ event }) => event } },
      },
    },
    shown: { on: { 'rows/wanted': { guard: 'hasMore', target: 'extending' } } },
    extending: {
      invoke: {
        id: 'extend',
        src: 'extend',
        input: ({ context: { question, rows } }) => ({ ...question, offset: rows.length, limit: COMPARISON_WINDOW }),
        onDone: [
          { guard: { type: 'isOfAnotherMoment', params: ({ event }) => event }, target: 'loading' },
          { target: 'shown', actions: { type: 'append', params: ({ event }) => event } },
        ],
        onError: { target: 'failed', actions: { type: 'keepFailure', params: ({ event }) => event } },
      },
    },
    failed: {},
  },
})
