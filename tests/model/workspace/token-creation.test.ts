import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import { tokenCreation, type TokenCreationEvent } from '../../../machines/workspace/token-creation.machine.ts'
import { describeMachine } from '../support/describe-machine.ts'
import { play, toursThrough } from '../support/paths.ts'

const token = { name: 'nightly build', value: 'secret' }
const events = [
  { type: 'token/ask' },
  { type: 'token/create', name: token.name },
  { type: 'token/created', token },
  { type: 'token/close' },
  { type: 'xstate.done.actor.create', output: token },
  { type: 'xstate.error.actor.create', error: 'refused' },
] as TokenCreationEvent[]
const paths = describeMachine(tokenCreation, {
  input: undefined,
  events,
  table: {
    closed: 'token/{ask,create,created}',
    asking: 'token/{created,close}',
    creating: 'done(create) error(create)',
    shown: 'token/close',
  },
  ignored: {
    closed: { events: 'token/close', because: 'no dialog is open' },
    asking: { events: 'token/ask token/create', because: 'the form covers the page' },
    creating: {
      events: 'token/ask token/create token/created token/close',
      because: 'the button shows progress until the answer, and no form is open',
    },
    shown: {
      events: 'token/ask token/create token/created',
      because: 'the value covers the page, and must not be replaced before it was copied',
    },
  },
  invariants: {
    '[TOKN-02] has the value exactly while it is shown': (s) => (s.context.token !== null) === s.matches('shown'),
  },
})

test('emits each token and each rejection', () => {
  for (const path of toursThrough(paths)) {
    const ends = path.steps.flatMap(({ event: { type }, state }, i) => {
      const before = path.steps[i - 1]?.state
      if (before === undefined) return []
      if (state.matches('shown') && !before.matches('shown')) return ['tokens/changed']
      return (type as string) === 'xstate.error.actor.create' ? ['token/refused'] : []
    })
    expect([path.name, play(tokenCreation, path, undefined).map(({ type }) => type)]).toEqual([path.name, ends])
  }
})

test('[TOKN-02] shows the value of a token whose form was closed before the answer', () => {
  const creation = createActor(tokenCreation).start()
  creation.send({ type: 'token/ask' })
  creation.send({ type: 'token/close' })
  creation.send({ type: 'token/created', token })
  expect(creation.getSnapshot().context.token).toEqual(token)
})
