import { expect, test } from 'vitest'
import { invitationMachine as machine, type InvitationEvent } from '../../../machines/session/invitation.machine.ts'
import { breaches, missedBy, pathsOf, play } from '../support/paths.ts'
import { expectTable } from '../support/table.ts'

const invitation = {
  workspaceName: 'Larkspur',
  email: 'elif@larkspur.test',
  username: 'elif',
  invitedBy: 'Nadia Krol',
  expiresAt: '2026-11-30T10:00:00.000Z',
}
const event = (of: object) => of as unknown as InvitationEvent
const paths = pathsOf(machine, {
  input: undefined,
  events: [
    { type: 'invitation/retry' },
    { type: 'invitation/accepted' },
    event({ type: 'xstate.done.actor.open', output: { kind: 'offered', invitation } }),
    event({ type: 'xstate.done.actor.open', output: { kind: 'occupied' } }),
    event({ type: 'xstate.done.actor.open', output: { kind: 'gone', reason: 'It has expired' } }),
    event({ type: 'xstate.error.actor.open', error: 'no' }),
  ],
})

test('each state handles the events of its table', () =>
  expectTable(machine, {
    opening: 'done(open) error(open)',
    unanswered: 'invitation/retry',
    offered: 'invitation/accepted',
    occupied: '',
    gone: '',
    accepted: '',
  }))

test('the paths reach every state and take every transition', () => expect(missedBy(machine, paths)).toEqual([]))

test('a running machine goes every path as the model says', () => {
  for (const path of paths) expect(() => play(machine, path, undefined)).not.toThrow()
})

test('on every path a form is offered with what the invitation says, and an invalid invitation has its reason', () =>
  expect(
    breaches(
      paths,
      (s) =>
        (!s.matches('offered') || s.context.invitation !== null) && (!s.matches('gone') || s.context.reason !== ''),
    ),
  ).toEqual([]))
