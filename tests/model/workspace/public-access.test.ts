import { describe, expect, test } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import {
  publicAccess as machine,
  type Authorised,
  type PublicAccessEvent,
} from '../../../machines/workspace/public-access.machine.ts'
import { describeMachine } from '../support/describe-machine.ts'
import { play, toursThrough } from '../support/paths.ts'

const event = (of: object) => of as unknown as PublicAccessEvent
const answers = (actor: string) => [
  event({ type: `xstate.done.actor.${actor}`, output: { kind: 'opened', token: actor } }),
  event({ type: `xstate.done.actor.${actor}`, output: { kind: 'refused', message: 'The passcode is wrong' } }),
  event({ type: `xstate.done.actor.${actor}`, output: { kind: 'unknown' } }),
  event({ type: `xstate.error.actor.${actor}`, error: new Error('Cannot reach the server') }),
]
const paths = describeMachine(machine, {
  input: undefined,
  events: [
    { type: 'passcode/typed', passcode: 'olive' },
    { type: 'passcode/typed', passcode: '' },
    { type: 'passcode/submit' },
    { type: 'access/lost' },
    { type: 'resource/gone' },
    ...answers('authorise'),
    ...answers('renew'),
  ],
  table: {
    asking: 'passcode/{typed,submit}',
    authorising: 'done(authorise) error(authorise) passcode/typed',
    'open.shown': 'access/lost resource/gone',
    'open.renewing': 'done(renew) error(renew) resource/gone',
    unknown: '',
  },
  ignored: {
    asking: { events: 'access/lost resource/gone', because: 'nothing is shown that could be lost' },
    authorising: {
      events: 'passcode/submit access/lost resource/gone',
      because: 'the button shows progress until the answer, and nothing is shown that could be lost',
    },
    'open.shown': { events: 'passcode/typed passcode/submit', because: 'the form is closed' },
    'open.renewing': {
      events: 'passcode/typed passcode/submit access/lost',
      because: 'the form is closed, and the access is renewed already',
    },
  },
  invariants: {
    '[PUBLIC-07] shows content exactly while it has a token': (s) => s.matches('open') === (s.context.token !== null),
    '[PUBLIC-02] [PUBLIC-03] sends nothing without a passcode, and shows that it is missing': (s) =>
      !(s.matches('authorising') && s.context.passcode === '') && !(s.context.isMissing && s.context.passcode !== ''),
  },
})

test('a running machine follows the tours as the model does', () => {
  for (const path of toursThrough(paths)) expect(() => play(machine, path, undefined)).not.toThrow()
})

test('[PUBLIC-07] shows the form with the reason after a rejection', () => {
  const outputOf = ({ event }: { event: PublicAccessEvent }) => (event as { output?: Authorised }).output
  const refused = paths.flatMap(({ steps }) => steps.filter((step) => outputOf(step)?.kind === 'refused'))
  expect(refused.length).toBeGreaterThan(0)
  for (const { state } of refused)
    expect([state.value, state.context.warning]).toEqual(['asking', 'The passcode is wrong'])
})

describe('a rejected token', () => {
  const opened = async (answer: () => Promise<Authorised>) => {
    const given: string[] = []
    let turn = 0
    const actor = createActor(
      machine.provide({
        actors: {
          authorise: fromPromise<Authorised, { passcode: string }>(({ input }) => {
            given.push(input.passcode)
            turn += 1
            return turn === 1 ? Promise.resolve({ kind: 'opened', token: 'first' }) : answer()
          }),
        },
      }),
    ).start()
    const settled: string[] = []
    actor.on('access/settled', ({ outcome }) => settled.push(outcome))
    actor.send({ type: 'passcode/typed', passcode: 'olive-tree' })
    actor.send({ type: 'passcode/submit' })
    await expect.poll(() => actor.getSnapshot().matches('open')).toBe(true)
    actor.send({ type: 'access/lost' })
    expect(actor.getSnapshot().matches({ open: 'renewing' })).toBe(true)
    await expect.poll(() => settled.length).toBe(1)
    return { actor, given, settled }
  }

  test('[PUBLIC-10] [SESSION-12] is replaced with the given passcode, without a question', async () => {
    const { actor, given, settled } = await opened(() => Promise.resolve({ kind: 'opened', token: 'second' }))
    expect(given).toEqual(['olive-tree', 'olive-tree'])
    expect(settled).toEqual(['renewed'])
    expect(actor.getSnapshot().context.token).toBe('second')
  })

  test('[PUBLIC-06] shows that a revoked link is unknown, and keeps the content without an answer', async () => {
    const gone = await opened(() => Promise.resolve({ kind: 'unknown' }))
    expect(gone.actor.getSnapshot().matches('unknown')).toBe(true)
    expect(gone.actor.getSnapshot().context).toMatchObject({ passcode: '', token: null })
    expect(gone.settled).toEqual(['refused'])
    const away = await opened(() => Promise.reject(new Error('Cannot reach the server')))
    expect(away.actor.getSnapshot().matches({ open: 'shown' })).toBe(true)
    expect(away.settled).toEqual(['unanswered'])
  })
})
