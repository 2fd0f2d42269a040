/** Applies the form's thresholds to the latest launch, debounced. */
import { assign, fromCallback, setup } from 'xstate'
import { unprovided } from '../patterns/unprovided.ts'

export type GatePreviewEvent<Thresholds> = { type: 'gate/changed'; thresholds: Thresholds } | { type: 'gate/retry' }

const PREVIEW_DELAY_MS = 400

export const gatePreview = <Thresholds, Verdict>() =>
  setup({
    types: {
      context: {} as { thresholds: Thresholds; verdict: Verdict | null; failure: unknown },
      input: {} as { thresholds: Thresholds },
      events: {} as GatePreviewEvent<Thresholds>,
    },
    actors: {
      /** Sends `gate/changed` as the form changes. */
      form: fromCallback(() => undefined),
      judge: unprovided<Verdict | null, { thresholds: Thresholds }>('judge'),
    },
    guards: {
      isOther: ({ context }, { thresholds }: { thresholds: Thresholds }) =>
        JSON.stringify(thresholds) !== JSON.stringify(context.thresholds),
    },
    actions: {
      take: assign((_, { thresholds }: { thresholds: Thresholds }) => ({ thresholds })),
      keep: assign((_, { verdict }: { verdict: Verdict | null }) => ({ verdict, failure: null })),
      fail: assign((_, { error }: { error: unknown }) => ({ failure: error })),
    },
    delays: { settled: PREVIEW_DELAY_MS },
  }).createMachine({
    id: 'gatePreview',
    invoke: { id: 'form', src: 'form' },
    initial: 'judging',
    context: ({ input }) => ({ thresholds: input.thresholds, verdict: null, failure: null }),
    on: {
      'gate/changed': {
        guard: { type: 'isOther', params: ({ event }) => event },
        target: '.waiting',
        reenter: true,
        actions: { type: 'take', params: ({ event }) => event },
      },
    },
    states: {
      waiting: { after: { settled: 'judging' } },
      judging: {
        invoke: {
          id: 'judge',
          src: 'judge',
          input: ({ context }) => ({ thresholds: context.thresholds }),
          onDone: { target: 'judged', actions: { type: 'keep', params: ({ event }) => ({ verdict: event.output }) } },
          onError: { target: 'failed', actions: { type: 'fail', params: ({ event }) => event } },
        },
      },
      judged: {},
      failed: { on: { 'gate/retry': 'judging' } },
    },
  })
