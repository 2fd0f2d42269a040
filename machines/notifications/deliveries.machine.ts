/** Delivery log of a notification rule: test message, and sending again. */
import { assign, emit, fromCallback, setup } from 'xstate'
import { unprovided } from '../patterns/unprovided.ts'

export type DeliveriesEvent<Delivery> =
  | { type: 'deliveries/reload' }
  /** From the actor `news`: a message was sent or attempted. */
  | { type: 'deliveries/outdated' }
  | { type: 'deliveries/test' }
  | { type: 'deliveries/resend'; delivery: Delivery }

/** `isTest`: opened by the button that sends a test message. */
export const deliveriesLog = <Delivery>() => {
  interface Context {
    deliveries: readonly Delivery[]
    /** Deliveries to send again, one after the other. */
    again: readonly Delivery[]
    failure: unknown
    /** A test message is to be sent. */
    isTest: boolean
    /** The log changed while a message was being sent. */
    isOutdated: boolean
  }
  const queue = (context: Context, delivery: Delivery) => ({ again: [...context.again, delivery] })
  /** Adds the newest entry without reloading the log. */
  const add = (context: Context, delivery: Delivery) => ({
    deliveries: [delivery, ...context.deliveries],
  })
  return setup({
    types: {
      context: {} as Context,
      input: {} as { isTest: boolean },
      events: {} as DeliveriesEvent<Delivery>,
      emitted: {} as { type: 'delivery/sent'; delivery: Delivery } | { type: 'delivery/refused'; error: unknown },
    },
    actors: {
      load: unprovided<readonly Delivery[]>('load'),
      /** Sends `deliveries/outdated`. */
      news: fromCallback(() => undefined),
      test: unprovided<Delivery>('test'),
      resend: unprovided<Delivery, { delivery: Delivery }>('resend'),
    },
    actions: {
      /** Rejected ones are not sent again by themselves. */
      forgetFirst: assign(({ context }) => ({ again: context.again.slice(1) })),
    },
    guards: {
      isTestWanted: ({ context }) => context.isTest,
      isOutdated: ({ context }) => context.isOutdated,
      hasAgain: ({ context }) => context.again.length > 0,
    },
  }).createMachine({
    id: 'deliveriesLog',
    initial: 'loading',
    invoke: { id: 'news', src: 'news' },
    context: ({ input }) => ({ deliveries: [], again: [], failure: null, isTest: input.isTest, isOutdated: false }),
    states: {
      loading: {
        on: { 'deliveries/outdated': { target: 'loading', reenter: true } },
        invoke: {
          id: 'load',
          src: 'load',
          onDone: { target: 'log', actions: assign(({ event }) => ({ deliveries: event.output, failure: null })) },
          onError: { target: 'failed', actions: assign(({ event }) => ({ failure: event.error })) },
        },
      },
      failed: { on: { 'deliveries/reload': 'loading', 'deliveries/outdated': 'loading' } },
      /** Shows the loaded deliveries while it loads them again. A load that fails is repeated with the next news. */
      log: {
        initial: 'current',
        always: [
          { guard: 'isTestWanted', target: 'testing', actions: assign({ isTest: false }) },
          { guard: 'hasAgain', target: 'resending' },
        ],
        states: {
          current: {
            always: { guard: 'isOutdated', target: 'refreshing' },
            on: { 'deliveries/outdated': 'refreshing' },
          },
          refreshing: {
            entry: assign({ isOutdated: false }),
            invoke: {
              id: 'refresh',
              src: 'load',
              onDone: {
                target: 'current',
                actions: assign(({ event }) => ({ deliveries: event.output, failure: null })),
              },
              onError: 'current',
            },
            on: { 'deliveries/outdated': { target: 'refreshing', reenter: true } },
          },
        },
        on: {
          'deliveries/reload': 'loading',
          'deliveries/test': 'testing',
          'deliveries/resend': { actions: assign(({ context, event }) => queue(context, event.delivery)) },
        },
      },
      testing: {
        on: {
          'deliveries/outdated': { actions: assign({ isOutdated: true }) },
          'deliveries/reload': { actions: assign({ isOutdated: true }) },
          'deliveries/resend': { actions: assign(({ context, event }) => queue(context, event.delivery)) },
        },
        invoke: {
          id: 'test',
          src: 'test',
          onDone: {
            target: 'log',
            actions: [
              assign(({ context, event }) => add(context, event.output)),
              emit(({ event }) => ({ type: 'delivery/sent', delivery: event.output })),
            ],
          },
          onError: { target: 'log', actions: emit(({ event }) => ({ type: 'delivery/refused', error: event.error })) },
        },
      },
      resending: {
        on: {
          'deliveries/outdated': { actions: assign({ isOutdated: true }) },
          'deliveries/reload': { actions: assign({ isOutdated: true }) },
          'deliveries/test': { actions: assign({ isTest: true }) },
          'deliveries/resend': { actions: assign(({ context, event }) => queue(context, event.delivery)) },
        },
        exit: 'forgetFirst',
        invoke: {
          id: 'resend',
          src: 'resend',
          input: ({ context }) => ({ delivery: context.again[0] as Delivery }),
          onDone: {
            target: 'log',
            actions: [
              assign(({ context, event }) => add(context, event.output)),
              emit(({ event }) => ({ type: 'delivery/sent', delivery: event.output })),
            ],
          },
          onError: { target: 'log', actions: emit(({ event }) => ({ type: 'delivery/refused', error: event.error })) },
        },
      },
    },
  })
}
