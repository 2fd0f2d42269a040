import { assign, setup } from 'xstate'
import type { Invitation } from '../../contract/workspace/invitations.ts'
import { unprovided } from '../patterns/unprovided.ts'

export type InvitationEvent =
  | { type: 'invitation/retry' }
  /** The invitation was accepted: the account is active and signed in. */
  | { type: 'invitation/accepted' }

/** `occupied`: accepting would sign out the user who is signed in. `gone`: the link is no longer valid. */
export type Opened =
  | { kind: 'offered'; invitation: Invitation }
  | { kind: 'occupied' }
  | { kind: 'gone'; reason: string }

/** Invitation link: the form that accepts it, or the reason why it cannot be accepted. */
export const invitationMachine = setup({
  types: {
    context: {} as { invitation: Invitation | null; reason: string; failure: unknown },
    events: {} as InvitationEvent,
  },
  actors: { open: unprovided<Opened>('open') },
  actions: {
    keep: assign((_, opened: Opened) => ({
      invitation: opened.kind === 'offered' ? opened.invitation : null,
      reason: opened.kind === 'gone' ? opened.reason : '',
    })),
    forget: assign({ failure: null }),
  },
}).createMachine({
  id: 'invitation',
  context: { invitation: null, reason: '', failure: null },
  initial: 'opening',
  states: {
    opening: {
      invoke: {
        id: 'open',
        src: 'open',
        onDone: [
          {
            guard: ({ event }) => event.output.kind === 'offered',
            target: 'offered',
            actions: { type: 'keep', params: ({ event }) => event.output },
          },
          { guard: ({ event }) => event.output.kind === 'occupied', target: 'occupied' },
          { target: 'gone', actions: { type: 'keep', params: ({ event }) => event.output } },
        ],
        onError: { target: 'unanswered', actions: assign(({ event }) => ({ failure: event.error })) },
      },
    },
    unanswered: { on: { 'invitation/retry': { target: 'opening', actions: 'forget' } } },
    offered: { on: { 'invitation/accepted': 'accepted' } },
    occupied: { type: 'final' },
    gone: { type: 'final' },
    accepted: { type: 'final' },
  },
})
