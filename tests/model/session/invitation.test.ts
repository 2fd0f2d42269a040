import { expect, test } from 'vitest'
import { invitationMachine as machine, type InvitationEvent } from '../../../machines/session/invitation.machine.ts'
import { describeMachine } from '../support/describe-machine.ts'
import { play, toursThrough } from '../support/paths.ts'

const invitation = {
  workspaceName: 'Larkspur',
  email: 'elif@larkspur.test',
  username: 'elif',
  invitedBy: 'Nadia Krol',
  expiresAt: '2026-11-30T10:00:00.000Z',
}
const event = (of: object) => of as unknown as InvitationEvent
const paths = describeMachine(machine, {
  input: undefined,
  events: [
    { type: 'invitation/retry' },
    { type: 'invitation/accepted' },
    event({ type: 'xstate.done.actor.open', output: { kind: 'offered', invitation } }),
    event({ type: 'xstate.done.actor.open', output: { kind: 'occupied' } }),
    event({ type: 'xstate.done.actor.open', output: { kind: 'gone', reason: 'It has expired' } }),
    event({ type: 'xstate.error.actor.open', error: 'no' }),
  ],
  table: {
    opening: 'done(open) error(open)',
    unanswered: 'invitation/retry',
    offered: 'invitation/accepted',
    occupied: '',
    gone: '',
    accepted: '',
  },
  ignored: {
    opening: { events: 'invitation/retry invitation/accepted', because: 'no invitation is shown yet' },
    offered: { events: 'invitation/retry', because: 'a retry is offered only after a failure' },
    unanswered: { events: 'invitation/accepted', because: 'only the failure and its retry are shown' },
  },
  invariants: {
    'offers a form with the values of the invitation, and shows why an invitation is invalid': (s) =>
      (!s.matches('offered') || s.context.invitation !== null) && (!s.matches('gone') || s.context.reason !== ''),
  },
})

test('a running machine follows the tours as the model does', () => {
  for (const path of toursThrough(paths)) expect(() => play(machine, path, undefined)).not.toThrow()
})
