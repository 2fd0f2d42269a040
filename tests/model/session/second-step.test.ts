import { expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock } from 'xstate'
import type { OpenSession } from '../../../contract/session/session.ts'
import { secondStepMachine, type SecondStepEvent } from '../../../machines/session/second-step.machine.ts'
import { describeMachine } from '../support/describe-machine.ts'
import { play, toursThrough } from '../support/paths.ts'

const session = { authToken: 'token' } as OpenSession
const challengedBy = (...methods: ('app' | 'passkey')[]) =>
  ({ type: 'signIn/challenged', ticket: 'abc', expiresInSecs: 300, methods }) as const
const machine = secondStepMachine
const answers = (actor: string) => [
  { type: `xstate.done.actor.${actor}`, output: session },
  { type: `xstate.done.actor.${actor}`, output: null },
  { type: `xstate.error.actor.${actor}`, error: 'refused' },
]
const OPEN = 'signIn/opened'
const SECOND = `${OPEN} signIn/restart ticket/expired after(expiry)`
const paths = describeMachine(machine, {
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
  table: {
    'password.offering': `${OPEN} signIn/challenged passkey/use done(offerPasskeys) error(offerPasskeys) after(newOffer)`,
    'password.quiet': `${OPEN} signIn/challenged passkey/use`,
    'password.passkey': `${OPEN} signIn/challenged passkey/use! done(usePasskey) error(usePasskey)`,
    'challenged.passkey.ready': `${SECOND} passkey/use code/{use-app,recover}`,
    'challenged.passkey.asking': `${SECOND} code/{use-app,recover} done(usePasskey) error(usePasskey)`,
    'challenged.code': `${SECOND} passkey/use code/recover`,
    'challenged.recovery': `${SECOND} passkey/use code/use-app`,
    opened: OPEN,
  },
  ignored: {
    password: {
      events: 'code/recover code/use-app ticket/expired signIn/restart',
      because: 'only the form of the password is shown',
    },
    'challenged.code': {
      events: 'signIn/challenged code/use-app',
      because: 'the second step takes the place of the password, and asks for this code already',
    },
    'challenged.recovery': {
      events: 'signIn/challenged code/recover',
      because: 'the second step takes the place of the password, and asks for this code already',
    },
    'challenged.passkey.ready': {
      events: 'signIn/challenged',
      because: 'the second step takes the place of the password',
    },
    'challenged.passkey.asking': {
      events: 'signIn/challenged passkey/use',
      because: 'the browser asks for the passkey already',
    },
  },
  invariants: {
    'has a ticket exactly while it asks for a second step': (s) =>
      s.matches('challenged') === (s.context.ticket !== ''),
    'asks only for what the user has set up': (s) =>
      (!s.matches({ challenged: 'passkey' }) || s.context.methods.includes('passkey')) &&
      (!s.matches({ challenged: 'code' }) || s.context.methods.includes('app')),
    'leaves a way to sign in when a passkey is rejected': (s, before) =>
      s.context.failure === (before?.context.failure ?? null) || s.matches('password') || s.matches('challenged'),
  },
})

test('a running machine follows the tours as the model does', () => {
  for (const path of toursThrough(paths)) expect(() => play(machine, path, undefined)).not.toThrow()
})

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

test("expires the ticket after the server's time, and asks for the password again", () => {
  const { actor, clock } = started()
  actor.send(challengedBy('app'))
  clock.increment(299_999)
  expect(actor.getSnapshot().matches('challenged')).toBe(true)
  clock.increment(1)
  expect(actor.getSnapshot().matches('password')).toBe(true)
  expect(actor.getSnapshot().context.isExpired).toBe(true)
})

test('opens the session once with a passkey in place of the password', async () => {
  const { actor, opened } = started()
  actor.send({ type: 'passkey/use' })
  await expect.poll(() => actor.getSnapshot().matches('opened')).toBe(true)
  expect(opened).toEqual([session])
})
