import { expect, test } from 'vitest'
import { tokenCreation, type TokenCreationEvent } from '../../../machines/workspace/token-creation.machine.ts'
import { breaches, missedBy, pathsOf, play } from '../support/paths.ts'
import { expectTable } from '../support/table.ts'

const token = { name: 'nightly build', value: 'secret' }
const events = [
  { type: 'token/ask' },
  { type: 'token/create', name: token.name },
  { type: 'token/created', token },
  { type: 'token/close' },
  { type: 'xstate.done.actor.create', output: token },
  { type: 'xstate.error.actor.create', error: 'refused' },
] as TokenCreationEvent[]
const paths = pathsOf(tokenCreation, { input: undefined, events })

test('each state handles the events of its table', () =>
  expectTable(tokenCreation, {
    closed: 'token/{ask,create}',
    asking: 'token/{created,close}',
    creating: 'done(create) error(create)',
    shown: 'token/close',
  }))

test('the paths reach every state and take every transition', () => {
  expect(missedBy(tokenCreation, paths)).toEqual([])
})

test('[TOKN-02] on every path the value is held exactly while it is shown', () => {
  expect(breaches(paths, (s) => (s.context.token !== null) === s.matches('shown'))).toEqual([])
})

test('a running machine emits each token and each refusal', () => {
  for (const path of paths) {
    const ends = path.steps.flatMap(({ event: { type }, state }, i) => {
      const before = path.steps[i - 1]?.state
      if (before === undefined) return []
      if (state.matches('shown') && !before.matches('shown')) return ['tokens/changed']
      return (type as string) === 'xstate.error.actor.create' ? ['token/refused'] : []
    })
    expect([path.name, play(tokenCreation, path, undefined).map(({ type }) => type)]).toEqual([path.name, ends])
  }
})
