import { expect, test } from 'vitest'
import { revealedSecrets, type RevealedSecretsEvent } from '../../../machines/settings/revealed-secrets.machine.ts'
import { describeMachine } from '../support/describe-machine.ts'
import { play, toursThrough } from '../support/paths.ts'

const events = [
  { type: 'secrets/show' },
  { type: 'secrets/hide' },
  { type: 'secrets/changed' },
  { type: 'xstate.done.actor.reveal', output: { values: { 1: 'hunter2', 2: null } } },
  { type: 'xstate.error.actor.reveal', error: 'refused' },
] as RevealedSecretsEvent[]
const paths = describeMachine(revealedSecrets, {
  input: undefined,
  events,
  table: {
    hidden: 'secrets/show',
    revealing: 'done(reveal) error(reveal) secrets/{changed,hide}',
    shown: 'secrets/{changed,hide}',
  },
  ignored: {
    hidden: { events: 'secrets/hide secrets/changed', because: 'nothing is shown that could be hidden or change' },
    revealing: { events: 'secrets/show', because: 'the button shows progress until the answer' },
    shown: { events: 'secrets/show', because: 'the button is now the one that hides' },
  },
  invariants: {
    '[ENVS-11] forgets hidden secrets': (s) => !s.matches('hidden') || s.context.values === null,
    '[ENVS-11] has the secrets while it shows them': (s) => !s.matches('shown') || s.context.values !== null,
  },
})

test('emits each rejection', () => {
  for (const path of toursThrough(paths)) {
    const refusals = path.steps.filter(({ event }) => event.type === ('xstate.error.actor.reveal' as string))
    expect([path.name, play(revealedSecrets, path, undefined).length]).toEqual([path.name, refusals.length])
  }
})
