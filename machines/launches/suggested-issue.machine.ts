import { assign, emit, setup } from 'xstate'
import { unprovided } from '../patterns/unprovided.ts'

/** `failureKey`: cause whose failures are linked; null for a single test on its page. */
export interface AcceptedIssue {
  failureKey: string | null
  issueId: string
}

export type SuggestedIssueEvent = { type: 'suggestion/accept' } & AcceptedIssue

/** Links the issue that the same failure had in an earlier launch. One at a time: ignores further presses while pending. */
export const suggestedIssue = setup({
  types: {
    context: {} as { accepted: AcceptedIssue },
    events: {} as SuggestedIssueEvent,
    emitted: {} as
      | { type: 'issue/linked'; count: number; issueId: string }
      /** A shown suggestion may be outdated: reload it. */
      | { type: 'issue/refused'; error: unknown },
  },
  actors: {
    link: unprovided<{ linked: number }, AcceptedIssue>('link'),
  },
}).createMachine({
  id: 'suggestedIssue',
  context: { accepted: { failureKey: null, issueId: '' } },
  initial: 'idle',
  states: {
    idle: {
      on: {
        'suggestion/accept': {
          target: 'linking',
          actions: assign(({ event: { failureKey, issueId } }) => ({ accepted: { failureKey, issueId } })),
        },
      },
    },
    linking: {
      invoke: {
        id: 'link',
        src: 'link',
        input: ({ context }) => context.accepted,
        onDone: {
          target: 'idle',
          actions: emit(({ context, event }) => ({
            type: 'issue/linked',
            count: event.output.linked,
            issueId: context.accepted.issueId,
          })),
        },
        onError: { target: 'idle', actions: emit(({ event }) => ({ type: 'issue/refused', error: event.error })) },
      },
    },
  },
})
