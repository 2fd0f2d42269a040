/** A typed value, and its debounced copy, for work that is too slow for every key. */
import { assign, setup } from 'xstate'

export type SettledValueEvent<Value> = { type: 'value/changed'; value: Value }

export const settledValue = <Value>({ pauseMs }: { pauseMs: number }) =>
  setup({
    types: {
      context: {} as { value: Value; settled: Value },
      input: {} as { value: Value },
      events: {} as SettledValueEvent<Value>,
    },
    actions: {
      settle: assign(({ context }) => ({ settled: context.value })),
    },
    delays: { pause: pauseMs },
  }).createMachine({
    id: 'settledValue',
    context: ({ input: { value } }) => ({ value, settled: value }),
    initial: 'settled',
    on: {
      'value/changed': { target: '.changing', reenter: true, actions: assign(({ event }) => ({ value: event.value })) },
    },
    states: {
      settled: {},
      changing: { after: { pause: { target: 'settled', actions: 'settle' } } },
    },
  })
