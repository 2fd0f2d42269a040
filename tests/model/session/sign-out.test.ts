import { createActor, fromPromise, waitFor } from 'xstate'
import { expect, test } from 'vitest'
import { signOutMachine, type SignOutEvent } from '../../../machines/session/sign-out.machine.ts'
import { describeMachine } from '../support/describe-machine.ts'
import { play, toursThrough } from '../support/paths.ts'

const failure = new Error('no disk')
const events = [
  { type: 'sign-out/cancel' },
  { type: 'unsent/send' },
  { type: 'unsent/seal', passphrase: 'olive tree' },
  { type: 'unsent/seal', passphrase: '' },
  { type: 'unsent/seal', passphrase: 'olive' },
  { type: 'unsent/export' },
  { type: 'unsent/drop' },
  { type: 'drop/confirm' },
  { type: 'drop/cancel' },
  { type: 'xstate.done.actor.look', output: { commands: 0, files: 0, drafts: 0 } },
  { type: 'xstate.done.actor.look', output: { commands: 2, files: 1, drafts: 0 } },
  { type: 'xstate.done.actor.look', output: { commands: 0, files: 0, drafts: 1 } },
  { type: 'xstate.error.actor.look', error: failure },
  ...['send', 'seal', 'export', 'drop'].flatMap((name) => [
    { type: `xstate.done.actor.${name}`, output: undefined },
    { type: `xstate.error.actor.${name}`, error: failure },
  ]),
] as SignOutEvent[]
const paths = describeMachine(signOutMachine, {
  input: undefined,
  events,
  table: {
    looking: 'done(look) error(look)',
    asking: 'sign-out/cancel unsent/{drop,export,seal,send}',
    confirming: 'drop/{cancel,confirm} sign-out/cancel',
    sending: 'done(send) error(send) sign-out/cancel',
    sealing: 'done(seal) error(seal)',
    exporting: 'done(export) error(export)',
    dropping: 'done(drop) error(drop)',
    staying: '',
    leaving: '',
  },
  ignored: {
    looking: {
      events: 'sign-out/cancel unsent/send unsent/seal unsent/export unsent/drop drop/confirm drop/cancel',
      because: 'no question is open yet',
    },
    asking: { events: 'drop/confirm drop/cancel', because: 'no confirmation is open' },
    sending: {
      events: 'unsent/send unsent/seal unsent/export unsent/drop drop/confirm drop/cancel',
      because: 'the button shows progress while the work is sent, which can only be cancelled',
    },
    sealing: {
      events: 'sign-out/cancel unsent/send unsent/seal unsent/export unsent/drop drop/confirm drop/cancel',
      because: 'the button shows progress while the file is written',
    },
    exporting: {
      events: 'sign-out/cancel unsent/send unsent/seal unsent/export unsent/drop drop/confirm drop/cancel',
      because: 'the button shows progress while the file is written',
    },
    confirming: {
      events: 'unsent/send unsent/seal unsent/export unsent/drop',
      because: 'the confirmation covers the question',
    },
    dropping: {
      events: 'sign-out/cancel unsent/send unsent/seal unsent/export unsent/drop drop/confirm drop/cancel',
      because: 'the button shows progress while the work is deleted',
    },
  },
})

test('lets no user leave with unsent work that was not sent, sealed or given up', () => {
  const MAY_LEAVE_AFTER = [
    'xstate.done.actor.look',
    'xstate.error.actor.look',
    'xstate.done.actor.seal',
    'xstate.done.actor.drop',
  ]
  for (const { steps } of paths)
    for (const [i, { event, state }] of steps.entries()) {
      if (!state.matches('leaving') || steps[i - 1]?.state.matches('leaving')) continue
      expect(MAY_LEAVE_AFTER).toContain(event.type)
      const { output } = event as { output?: { commands: number; drafts: number } }
      expect((output?.commands ?? 0) + (output?.drafts ?? 0)).toBe(0)
    }
})

test('asks about drafts alone, and sends only what can be sent', () => {
  const states = paths.flatMap(({ steps }) => steps.map(({ state }) => state))
  const withDrafts = states.filter(({ context: { work } }) => work.drafts > 0)
  expect(withDrafts.some((state) => state.matches('asking'))).toBe(true)
  expect(withDrafts.filter((state) => state.matches('sending'))).toEqual([])
})

test('gives up work that is in no file only after a second question', () => {
  const givenUp = paths.flatMap(({ steps }) =>
    steps.flatMap(({ event, state }, i) => {
      const before = steps[i - 1]?.state
      const isNew = state.matches('dropping') && before?.matches('dropping') !== true
      return isNew ? [{ by: event.type, isExported: state.context.isExported }] : []
    }),
  )
  expect(new Set(givenUp.map(({ by, isExported }) => `${by} ${isExported}`))).toEqual(
    new Set(['drop/confirm false', 'unsent/drop true']),
  )
})

test('shows why a missing or short passphrase is rejected, and seals nothing with it', () => {
  const refused = paths.flatMap(({ steps }) =>
    steps.flatMap(({ event, state }, i) =>
      event.type === 'unsent/seal' && event.passphrase.length < 8 && steps[i - 1]?.state.matches('asking')
        ? [[event.passphrase, state.value, state.context.passphraseProblem] as const]
        : [],
    ),
  )
  expect(new Set(refused.map((one) => one.join(': ')))).toEqual(
    new Set([': asking: This field is required', 'olive: asking: Must have at least 8 characters']),
  )
})

test('emits once whether the user leaves or stays', () => {
  const said: Partial<Record<string, string[]>> = { leaving: ['session/leave'], staying: ['session/stay'] }
  for (const path of toursThrough(paths)) {
    const emitted = play(signOutMachine, path, undefined).map(({ type }) => type)
    expect(emitted).toEqual(said[String(path.steps.at(-1)?.state.value)] ?? [])
  }
})

/** A user with unsent work chooses to seal it. */
const sealWith = async (passphrase: string, unsent = { commands: 1, files: 0, drafts: 0 }) => {
  const sealed: string[] = []
  const actor = createActor(
    signOutMachine.provide({
      actors: {
        look: fromPromise(() => Promise.resolve(unsent)),
        send: fromPromise(() => new Promise<void>(() => undefined)),
        seal: fromPromise(({ input }) => {
          sealed.push(input.passphrase)
          return Promise.resolve()
        }),
      },
    }),
  ).start()
  const requested = await waitFor(actor, (snapshot) => !snapshot.matches('looking'))
  const canSend = requested.matches('asking') ? requested.can({ type: 'unsent/send' }) : null
  actor.send({ type: 'unsent/seal', passphrase })
  await new Promise(setImmediate)
  return { sealed, state: actor.getSnapshot().value, canSend }
}

test('seals work with the given passphrase of at least eight characters', async () => {
  expect(await sealWith('1234567')).toMatchObject({ sealed: [], state: 'asking' })
  expect(await sealWith('12345678')).toMatchObject({ sealed: ['12345678'], state: 'leaving' })
})

test.each([
  [{ commands: 0, files: 0, drafts: 0 }, null],
  [{ commands: 1, files: 0, drafts: 0 }, true],
  [{ commands: 0, files: 1, drafts: 0 }, true],
  [{ commands: 1, files: 1, drafts: 2 }, true],
  [{ commands: 0, files: 0, drafts: 2 }, false],
  [{ commands: 0, files: 1, drafts: 1 }, true],
])('%o unsent: null asks nothing, true offers to send it', async (unsent, canSend) => {
  expect((await sealWith('', unsent)).canSend).toBe(canSend)
})
