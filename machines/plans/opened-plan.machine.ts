import { assign, fromCallback, fromPromise, setup, stateIn } from 'xstate'
import type { TestPlan } from '../../contract/plans/plans.ts'

/** What is shown of the plan may have changed. */
export interface OpenedPlanEvent {
  type: 'plan/refresh'
}

/** Wrapped, or the actor's output would lose its type. */
export interface ReadPlan {
  plan: TestPlan
}

interface Context {
  plan: TestPlan | null
}

/**
 * The plan that a page is about, read again as it or its runs change. A plan that does not exist, or that could not be read at all, is
 * left with the reason (PLANS-26, PLANS-27); one that was read once stays through a failure of the network, not through its end.
 */
export const openedPlan = ({ isMissing }: { isMissing: (error: unknown) => boolean }) =>
  setup({
    types: { context: {} as Context, events: {} as OpenedPlanEvent },
    actors: {
      read: fromPromise<ReadPlan>(() => Promise.reject(new Error('read is not provided'))),
      /** Sends `plan/refresh`; nothing where the plan is edited, which does not change under the author's hand. */
      news: fromCallback(() => undefined),
    },
    guards: {
      isOvertaken: stateIn({ reading: 'overtaken' }),
      isLost: ({ context }, { error }: { error: unknown }) => context.plan === null || isMissing(error),
    },
    actions: {
      show: assign((_, { plan }: ReadPlan) => ({ plan })),
      leave: (_, _failed: { error: unknown }) => undefined,
    },
  }).createMachine({
    id: 'openedPlan',
    context: { plan: null },
    invoke: { id: 'news', src: 'news' },
    initial: 'reading',
    states: {
      reading: {
        initial: 'newest',
        invoke: {
          id: 'read',
          src: 'read',
          onDone: [
            {
              guard: 'isOvertaken',
              target: 'reading',
              reenter: true,
              actions: { type: 'show', params: ({ event }) => event.output },
            },
            { target: 'shown', actions: { type: 'show', params: ({ event }) => event.output } },
          ],
          onError: [
            {
              guard: { type: 'isLost', params: ({ event }) => event },
              target: 'left',
              actions: { type: 'leave', params: ({ event }) => event },
            },
            { target: 'shown' },
          ],
        },
        states: {
          newest: { on: { 'plan/refresh': 'overtaken' } },
          /** The pending answer may predate what changed last. */
          overtaken: {},
        },
      },
      shown: { on: { 'plan/refresh': 'reading' } },
      left: { type: 'final' },
    },
  })
