import { expect, test } from 'vitest'
import { revealedSecrets, type RevealedSecretsEvent } from '../../../machines/settings/revealed-secrets.machine.ts'
import { breaches, missedBy, pathsOf, play } from '../support/paths.ts'
import { expectTable } from '../support/table.ts'

const events = [
  { type: 'secrets/show' },
  { type: 'secrets/hide' },
  { type: 'secrets/changed' },
  { type: 'xstate.done.actor.reveal', output: { values: { 1: 'hunter2', 2: null } } },
  { type: 'xstate.error.actor.reveal', error: 'refused' },
] as RevealedSecretsEvent[]
const paths = pathsOf(revealedSecrets, { input: undefined, events })

test('each state handles the events of its table', () =>
  expectTable(revealedSecrets, {
    hidden: 'secrets/show',
    revealing: 'done(reveal) error(reveal) secrets/{changed,hide}',
    shown: 'secrets/{changed,hide}',
  }))

test('the paths reach every state and take every transition', () => {
  expect(missedBy(revealedSecrets, paths)).toEqual([])
})

test('[ENVS-11] on every path nothing is kept of what is hidden, and what is shown is there', () => {
  expect(breaches(paths, (s) => !s.matches('hidden') || s.context.values === null)).toEqual([])
  expect(breaches(paths, (s) => !s.matches('shown') || s.context.values !== null)).toEqual([])
})

test('a running machine takes every path, and emits each refusal', () => {
  for (const path of paths) {
    const refusals = path.steps.filter(({ event }) => event.type === ('xstate.error.actor.reveal' as string))
    expect([path.name, play(revealedSecrets, path, undefined).length]).toEqual([path.name, refusals.length])
  }
})
