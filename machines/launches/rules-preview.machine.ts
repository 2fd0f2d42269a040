/** Previews unsaved rules: applies them to past launches after the user stops typing, page by page until the preview is complete. */
import { assign, fromCallback, setup } from 'xstate'
import { unprovided } from '../patterns/unprovided.ts'

export type RulesPreviewEvent<Rules> = { type: 'rules/changed'; rules: Rules } | { type: 'rules/retry' }

const PREVIEW_DELAY_MS = 400

/** `isComplete` tells whether a preview needs no further call. */
export const rulesPreview = <Rules, Preview>({ isComplete }: { isComplete: (preview: Preview) => boolean }) =>
  setup({
    types: {
      context: {} as {
        rules: Rules
        /** Of the current rules, as far as they have been applied; before that, of the rules before them. */
        preview: Preview | null
        /** Where the next call continues; null if it begins. */
        partial: Preview | null
        failure: unknown
      },
      input: {} as { rules: Rules },
      events: {} as RulesPreviewEvent<Rules>,
    },
    actors: {
      /** Sends `rules/changed` as the form changes. */
      form: fromCallback(() => undefined),
      /** Resolves with a preview that continues the partial one. */
      apply: unprovided<Preview, { rules: Rules; partial: Preview | null }>('apply'),
    },
    delays: { settled: PREVIEW_DELAY_MS },
  }).createMachine({
    id: 'rulesPreview',
    invoke: { id: 'form', src: 'form' },
    initial: 'applying',
    context: ({ input }) => ({ rules: input.rules, preview: null, partial: null, failure: null }),
    on: {
      'rules/changed': {
        guard: ({ context, event }) => JSON.stringify(event.rules) !== JSON.stringify(context.rules),
        target: '.waiting',
        reenter: true,
        actions: assign(({ event }) => ({ rules: event.rules, partial: null })),
      },
    },
    states: {
      waiting: { after: { settled: 'applying' } },
      applying: {
        invoke: {
          id: 'apply',
          src: 'apply',
          input: ({ context }) => ({ rules: context.rules, partial: context.partial }),
          onDone: [
            {
              guard: ({ event }) => isComplete(event.output),
              target: 'applied',
              actions: assign(({ event }) => ({ preview: event.output, partial: null, failure: null })),
            },
            {
              target: 'applying',
              reenter: true,
              actions: assign(({ event }) => ({ preview: event.output, partial: event.output, failure: null })),
            },
          ],
          onError: { target: 'failed', actions: assign(({ event }) => ({ failure: event.error })) },
        },
      },
      applied: {},
      failed: { on: { 'rules/retry': 'applying' } },
    },
  })
