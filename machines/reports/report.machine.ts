import { assign, emit, fromPromise, setup } from 'xstate'

export type ReportEvent<Query> =
  /** The address asks for it: a link, back, forward. */
  | { type: 'query/opened'; query: Query }
  /** Its reader chose a range, filters or an order. */
  | { type: 'query/asked'; query: Query }
  | { type: 'report/refresh' }

/** Wrapped, or the actor's input would lose its type. */
export interface Asked<Query> {
  query: Query
}

/**
 * One report for the question in its address. The answer to an earlier question stays in sight until the next one arrives; the answer to a
 * question that was replaced meanwhile is dropped.
 */
export function report<Query, Answer>() {
  return setup({
    types: {
      context: {} as { query: Query; answer: Answer | null; failure: unknown },
      events: {} as ReportEvent<Query>,
      emitted: {} as { type: 'query/changed'; query: Query },
      input: {} as Asked<Query>,
    },
    actors: { load: fromPromise<Answer, Asked<Query>>(() => Promise.reject(new Error('load is not provided'))) },
    actions: {
      ask: assign((_, { query }: Asked<Query>) => ({ query })),
      tell: emit(({ context }) => ({ type: 'query/changed' as const, query: context.query })),
      show: assign((_, { output }: { output: Answer }) => ({ answer: output, failure: null })),
      keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: error })),
    },
  }).createMachine({
    id: 'report',
    context: ({ input }) => ({ query: input.query, answer: null, failure: null }),
    initial: 'loading',
    on: {
      'query/opened': {
        target: '.loading',
        reenter: true,
        actions: { type: 'ask', params: ({ event }) => event },
      },
      'query/asked': {
        target: '.loading',
        reenter: true,
        actions: [{ type: 'ask', params: ({ event }) => event }, 'tell'],
      },
      'report/refresh': { target: '.loading', reenter: true },
    },
    states: {
      loading: {
        invoke: {
          id: 'load',
          src: 'load',
          input: ({ context }) => ({ query: context.query }),
          onDone: { target: 'shown', actions: { type: 'show', params: ({ event }) => event } },
          onError: { target: 'failed', actions: { type: 'keepFailure', params: ({ event }) => event } },
        },
      },
      shown: {},
      failed: {},
    },
  })
}
