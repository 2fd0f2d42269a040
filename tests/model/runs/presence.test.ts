import { expect, test } from 'vitest'
import { presence, type PresenceEvent } from '../../../machines/runs/presence.machine.ts'
import { breaches, missedBy, pathsOf } from '../support/paths.ts'
import { expectTable } from '../support/table.ts'

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
const paths = pathsOf(presence, { input: { caseId: null }, events })

test('each state handles the events of its table', () =>
  expectTable(presence, {
    announcing: 'case/opened done(report) error(report) tab/hidden',
    waiting: 'after(pause) case/opened tab/hidden',
    leaving: 'case/opened done(leave) error(leave) tab/shown',
    away: 'case/opened tab/shown',
  }))

test('the paths reach every state and take every transition', () => expect(missedBy(presence, paths)).toEqual([]))

test('on every path nobody is shown as there while this page cannot know it', () => {
  expect(breaches(paths, (s) => !(s.matches('away') || s.matches('leaving')) || s.context.people.length === 0)).toEqual(
    [],
  )
  const failed = paths.flatMap(({ steps }) =>
    steps.filter(({ event }) => event.type.startsWith('xstate.error.actor.report')),
  )
  expect(failed.filter(({ state }) => state.context.people.length > 0)).toEqual([])
})
