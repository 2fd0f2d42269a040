import { expect, test } from 'vitest'
import { createActor, fromCallback, fromPromise, SimulatedClock, waitFor } from 'xstate'
import {
  presence,
  type PresenceEvent,
  type PresenceReport,
  type ReportedPresence,
} from '../../../machines/runs/presence.machine.ts'
import { describeMachine } from '../support/describe-machine.ts'

const user = { id: 5, username: 'ben', name: 'Ben', email: 'ben@larkspur.test', photoUrl: null }
const events = [
  { type: 'case/opened', caseId: 1 },
  { type: 'case/opened', caseId: null },
  { type: 'next/wanted', caseIds: [2, 3] },
  { type: 'tab/hidden' },
  { type: 'tab/shown' },
  { type: 'xstate.done.actor.report', output: { people: [{ user, caseId: 2 }], caseId: 1 } },
  { type: 'xstate.done.actor.choice', output: { people: [{ user, caseId: 2 }], caseId: 3 } },
  { type: 'xstate.error.actor.choice', error: 'offline' },
  { type: 'xstate.after.patience.presence.choosing' },
  { type: 'xstate.error.actor.report', error: 'offline' },
  { type: 'xstate.done.actor.leave', output: { people: [], caseId: null } },
  { type: 'xstate.error.actor.leave', error: 'offline' },
  { type: 'xstate.after.pause.presence.waiting' },
] as unknown as PresenceEvent[]

const paths = describeMachine(presence, {
  input: { caseId: null },
  events,
  table: {
    announcing: 'case/opened done(report) error(report) next/wanted tab/hidden',
    waiting: 'after(pause) case/opened next/wanted tab/hidden',
    choosing: 'after(patience) case/opened done(choice) error(choice) next/wanted tab/hidden',
    leaving: 'case/opened done(leave) error(leave) next/wanted tab/shown',
    away: 'case/opened next/wanted tab/shown',
  },
  ignored: {
    announcing: { events: 'tab/shown', because: 'the tab is visible' },
    waiting: { events: 'tab/shown', because: 'the tab is visible' },
    choosing: { events: 'tab/shown', because: 'the tab is visible' },
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

const nextAfter = async (known: ReportedPresence, choice: () => Promise<ReportedPresence>, waitMs = 0) => {
  const reports: PresenceReport[] = []
  const actors = {
    report: fromPromise<ReportedPresence, PresenceReport>(({ input }) => {
      reports.push(input)
      return input.oneOf.length > 0 ? choice() : Promise.resolve(known)
    }),
    place: fromCallback<PresenceEvent>(() => undefined),
    tab: fromCallback<PresenceEvent>(() => undefined),
  }
  const clock = new SimulatedClock()
  const actor = createActor(presence.provide({ actors }), { input: { caseId: 1 }, clock }).start()
  await waitFor(actor, (state) => state.matches('waiting'))
  const chosen = new Promise<number>((resolve) => actor.on('next/chosen', ({ caseId }) => resolve(caseId)))
  actor.send({ type: 'next/wanted', caseIds: [2, 3] })
  clock.increment(waitMs)
  const caseId = await chosen
  actor.stop()
  return { caseId, asked: reports.map(({ oneOf }) => oneOf) }
}
const withBenOn = (caseId: number): ReportedPresence => ({ people: [{ user, caseId }], caseId: 1 })

test('opens the case that the server chose', async () => {
  const { caseId, asked } = await nextAfter(withBenOn(3), () => Promise.resolve({ ...withBenOn(2), caseId: 3 }))
  expect({ caseId, asked }).toEqual({ caseId: 3, asked: [[], [2, 3]] })
})

test.each([
  ['fails', () => Promise.reject(new Error('offline')), 0],
  ['does not answer', () => new Promise<never>(() => undefined), 2000],
])('opens the first case without a known tester when the server %s', async (_, choice, waitMs) => {
  expect((await nextAfter(withBenOn(2), choice, waitMs)).caseId).toBe(3)
  expect((await nextAfter(withBenOn(9), choice, waitMs)).caseId).toBe(2)
})
