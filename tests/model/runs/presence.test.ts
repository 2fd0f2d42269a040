import { expect, test } from 'vitest'
import { presence, type PresenceEvent } from '../../../machines/runs/presence.machine.ts'
import { describeMachine } from '../support/describe-machine.ts'

const person = { id: 5, username: 'ben', name: 'Ben', email: 'ben@larkspur.test', photoUrl: null }
const events = [
  { type: 'case/opened', caseId: 1 },
  { type: 'case/opened', caseId: null },
  { type: 'tab/hidden' },
  { type: 'tab/shown' },
  { type: 'xstate.done.actor.report', output: { people: [{ person, caseId: 2 }] } },
  { type: 'xstate.error.actor.report', error: 'offline' },
  { type: 'xstate.done.actor.leave', output: { people: [] } },
  { type: 'xstate.error.actor.leave', error: 'offline' },
  { type: 'xstate.after.pause.presence.waiting' },
] as unknown as PresenceEvent[]

const paths = describeMachine(presence, {
  input: { caseId: null },
  events,
  table: {
    announcing: 'case/opened done(report) error(report) tab/hidden',
    waiting: 'after(pause) case/opened tab/hidden',
    leaving: 'case/opened done(leave) error(leave) tab/shown',
    away: 'case/opened tab/shown',
  },
  ignored: {
    announcing: { events: 'tab/shown', because: 'the tab is visible' },
    waiting: { events: 'tab/shown', because: 'the tab is visible' },
    leaving: { events: 'tab/hidden', because: 'the tab is hidden' },
    away: { events: 'tab/hidden', because: 'the tab is hidden' },
  },
  invariants: {
    'lists no other users while the tab is hidden': (s) =>
      !(s.matches('away') || s.matches('leaving')) || s.context.people.length === 0,
  },
})

test('lists no other users after a failed report', () => {
  const failed = paths.flatMap(({ steps }) =>
    steps.filter(({ event }) => event.type.startsWith('xstate.error.actor.report')),
  )
  expect(failed).not.toEqual([])
  expect(failed.filter(({ state }) => state.context.people.length > 0)).toEqual([])
})
