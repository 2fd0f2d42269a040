import { assign, fromCallback, setup, stateIn } from 'xstate'
import type { TestPlan } from '../../contract/plans/plans.ts'
import { unprovided } from '../patterns/unprovided.ts'

/** The shown plan may have changed. */
export interface OpenedPlanEvent {
  type: 'plan/refresh'
}

/** An object, because the type of a generic output would be lost. */
export interface ReadPlan {
  plan: TestPlan
}

interface Context {
  plan: TestPlan | null
}

/**
 * The plan of a page, reloaded as it or its runs change. A plan that does not exist, or fails to load at first, is left with the reason
 * (PLANS-26, PLANS-27); a loaded plan survives a network failure, not its deletion.
 */
export const openedPlan = ({ isMissing }: { isMissing: (error: unknown) => boolean }) =>
  setup({
    types: { context: {} as Context, events: {} as OpenedPlanEvent },
    actors: {
      read: unprovided<ReadPlan>('read'),
      /** Sends `plan/refresh`; never while the plan is edited, which must not change under its author. */
      news: fromCallback(() => undefined),
    },
    guards: {
      isOvertaken: stateIn({ reading: 'overtaken' }),
    },
    actions: {
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
              actions: assign(({ event }) => ({ plan: event.output.plan })),
            },
            { target: 'shown', actions: assign(({ event }) => ({ plan: event.output.plan })) },
          ],
          onError: [
            {
              guard: ({ context, event }) => context.plan === null || isMissing(event.error),
              target: 'left',
              actions: { type: 'leave', params: ({ event }) => event },
            },
            { target: 'shown' },
          ],
        },
        states: {
          newest: { on: { 'plan/refresh': 'overtaken' } },
          /** The pending answer may be older than the last change. */
          overtaken: {},
        },
      },
      shown: { on: { 'plan/refresh': 'reading' } },
      left: { type: 'final' },
    },
  })
