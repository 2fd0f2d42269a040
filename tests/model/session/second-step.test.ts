import { expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock } from 'xstate'
import type { OpenSession } from '../../../contract/session/session.ts'
import { secondStepMachine, type SecondStepEvent } from '../../../machines/session/second-step.machine.ts'
import { breaches, missedBy, pathsOf, play } from '../support/paths.ts'
import { expectTable } from '../support/table.ts'

const session = { authToken: 'token' } as OpenSession
const challengedBy = (...methods: ('app' | 'passkey')[]) =>
  ({ type: 'signIn/challenged', ticket: 'abc', expiresInSecs: 300, methods }) as const
const machine = secondStepMachine
const answers = (actor: string) => [
  { type: `xstate.done.actor.${actor}`, output: session },
  { type: `xstate.done.actor.${actor}`, output: null },
  { type: `xstate.error.actor.${actor}`, error: 'refused' },
]
const paths = pathsOf(machine, {
  input: undefined,
  events: [
    challengedBy('app'),
    challengedBy('passkey'),
    challengedBy('app', 'passkey'),
    { type: 'signIn/opened', session },
    { type: 'passkey/use' },
    { type: 'code/recover' },
    { type: 'code/use-app' },
    { type: 'ticket/expired' },
    { type: 'signIn/restart' },
    ...answers('usePasskey'),
    ...answers('offerPasskeys'),
    { type: 'xstate.after.expiry.secondStep.challenged' },
    { type: 'xstate.after.newOffer.secondStep.password.offering' },
  ] as SecondStepEvent[],
})

const OPEN = 'signIn/opened'
const SECOND = `${OPEN} signIn/restart ticket/expired after(expiry)`

test('each state handles the events of its table', () =>
  expectTable(machine, {
    'password.offering': `${OPEN} signIn/challenged passkey/use done(offerPasskeys) error(offerPasskeys) after(newOffer)`,
    'password.quiet': `${OPEN} signIn/challenged passkey/use`,
    'password.passkey': `${OPEN} signIn/challenged passkey/use! done(usePasskey) error(usePasskey)`,
    'challenged.passkey.ready': `${SECOND} passkey/use code/{use-app,recover}`,
    'challenged.passkey.asking': `${SECOND} code/{use-app,recover} done(usePasskey) error(usePasskey)`,
    'challenged.code': `${SECOND} passkey/use code/recover`,
    'challenged.recovery': `${SECOND} passkey/use code/use-app`,
    opened: OPEN,
  }))

test('the paths reach every state and take every transition', () => expect(missedBy(machine, paths)).toEqual([]))

test('a running machine goes every path as the model says', () => {
  for (const path of paths) expect(() => play(machine, path, undefined)).not.toThrow()
})

test('on every path a ticket is held while a second step is asked for, and never else', () =>
  expect(breaches(paths, (s) => s.matches('challenged') === (s.context.ticket !== ''))).toEqual([]))

test('on every path only what the person has set up is asked for', () =>
  expect(
    breaches(
      paths,
      (s) =>
        (!s.matches({ challenged: 'passkey' }) || s.context.methods.includes('passkey')) &&
        (!s.matches({ challenged: 'code' }) || s.context.methods.includes('app')),
    ),
  ).toEqual([]))

test('on every path a refused passkey leaves a way to sign in', () =>
  expect(
    breaches(
      paths,
      (s, before) =>
        s.context.failure === (before?.context.failure ?? null) || s.matches('password') || s.matches('challenged'),
    ),
  ).toEqual([]))

const started = (clock = new SimulatedClock()) => {
  const opened: unknown[] = []
  const actor = createActor(
    machine.provide({
      actors: {
        offerPasskeys: fromPromise<OpenSession | null>(() => Promise.resolve(null)),
        usePasskey: fromPromise<OpenSession | null, { ticket: string | null }>(() => Promise.resolve(session)),
      },
      actions: { open: (_, params) => void opened.push(params.session) },
    }),
    { clock },
  ).start()
  return { actor, opened, clock }
}

test('the ticket expires after the time that the server gave it, and the password is asked for again', () => {
  const { actor, clock } = started()
  actor.send(challengedBy('app'))
  clock.increment(299_999)
  expect(actor.getSnapshot().matches('challenged')).toBe(true)
  clock.increment(1)
  expect(actor.getSnapshot().matches('password')).toBe(true)
  expect(actor.getSnapshot().context.isExpired).toBe(true)
})

test('a passkey in place of the password opens the session once', async () => {
  const { actor, opened } = started()
  actor.send({ type: 'passkey/use' })
  await expect.poll(() => actor.getSnapshot().matches('opened')).toBe(true)
  expect(opened).toEqual([session])
})
