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
    delays: { settled: PREVIEW_DELAY_MS },
  }).createMachine({
    id: 'gatePreview',
    invoke: { id: 'form', src: 'form' },
    initial: 'judging',
    context: ({ input }) => ({ thresholds: input.thresholds, verdict: null, failure: null }),
    on: {
      'gate/changed': {
        guard: ({ context, event }) => JSON.stringify(event.thresholds) !== JSON.stringify(context.thresholds),
        target: '.waiting',
        reenter: true,
        actions: assign(({ event }) => ({ thresholds: event.thresholds })),
      },
    },
    states: {
      waiting: { after: { settled: 'judging' } },
      judging: {
        invoke: {
          id: 'judge',
          src: 'judge',
          input: ({ context }) => ({ thresholds: context.thresholds }),
          onDone: { target: 'judged', actions: assign(({ event }) => ({ verdict: event.output, failure: null })) },
          onError: { target: 'failed', actions: assign(({ event }) => ({ failure: event.error })) },
        },
      },
      judged: {},
      failed: { on: { 'gate/retry': 'judging' } },
    },
  })
