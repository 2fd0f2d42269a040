import { assign, emit, fromCallback, setup } from 'xstate'
import { unprovided } from '../patterns/unprovided.ts'

export type ReportEvent<Query> =
  /** The address changed: a link, back, forward. */
  | { type: 'query/opened'; query: Query }
  /** The reader chose a range, filters or an order. */
  | { type: 'query/asked'; query: Query }
  | { type: 'report/refresh' }
  /** From the actor `news`: the report's data has changed. */
  | { type: 'report/outdated' }

/** An object, because the type of a generic input would be lost. `isFresh`: ignores cached answers. */
export interface Asked<Query> {
  query: Query
  isFresh: boolean
}

/**
 * A report for its address's query. The previous answer stays visible until the next arrives; outdated answers are dropped. News refresh it
 * in the background, without a loading state and without an error.
 */
export function report<Query, Answer>() {
  return setup({
    types: {
      context: {} as { query: Query; answer: Answer | null; failure: unknown; isOutdated: boolean },
      events: {} as ReportEvent<Query>,
      emitted: {} as { type: 'query/changed'; query: Query },
      input: {} as Pick<Asked<Query>, 'query'>,
    },
    actors: {
      load: unprovided<Answer, Asked<Query>>('load'),
      /** Sends `report/outdated`. */
      news: fromCallback(() => undefined),
    },
    guards: { isOutdated: ({ context }) => context.isOutdated },
    actions: {
      emitQuery: emit(({ context }) => ({ type: 'query/changed' as const, query: context.query })),
      markOutdated: assign({ isOutdated: true }),
      markCurrent: assign({ isOutdated: false }),
    },
  }).createMachine({
    id: 'report',
    context: ({ input }) => ({ query: input.query, answer: null, failure: null, isOutdated: false }),
    invoke: { id: 'news', src: 'news' },
    initial: 'loading',
    on: {
      'query/opened': { target: '.loading', reenter: true, actions: assign(({ event }) => ({ query: event.query })) },
      'query/asked': {
        target: '.loading',
        reenter: true,
        actions: [assign(({ event }) => ({ query: event.query })), 'emitQuery'],
      },
      'report/refresh': { target: '.loading', reenter: true },
    },
    states: {
      loading: {
        entry: 'markCurrent',
        invoke: {
          id: 'load',
          src: 'load',
          input: ({ context }) => ({ query: context.query, isFresh: false }),
          onDone: { target: 'shown', actions: assign(({ event }) => ({ answer: event.output, failure: null })) },
          onError: { target: 'failed', actions: assign(({ event }) => ({ failure: event.error })) },
        },
        on: { 'report/outdated': { actions: 'markOutdated' } },
      },
      shown: {
        always: { guard: 'isOutdated', target: 'refreshing' },
        on: { 'report/outdated': 'refreshing' },
      },
      refreshing: {
        entry: 'markCurrent',
        invoke: {
          id: 'refresh',
          src: 'load',
          input: ({ context }) => ({ query: context.query, isFresh: true }),
          onDone: { target: 'shown', actions: assign(({ event }) => ({ answer: event.output, failure: null })) },
          // Retried with the next news.
          onError: { target: 'shown', actions: 'markCurrent' },
        },
        on: { 'report/outdated': { actions: 'markOutdated' } },
      },
      /** News may be of what made it fail. */
      failed: { on: { 'report/outdated': 'loading' } },
    },
  })
}
