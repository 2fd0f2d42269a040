import { expect, test } from 'vitest'
import { observationsMachine, type ObservationsEvent } from '../../../machines/exploratory/observations.machine.ts'
import { describeMachine } from '../support/describe-machine.ts'
import { play, toursThrough } from '../support/paths.ts'

const events = [
  { type: 'observations/select', ids: ['a'], isSelected: true },
  { type: 'observations/select', ids: ['a', 'b'], isSelected: true },
  { type: 'observations/select', ids: ['a'], isSelected: false },
  { type: 'selection/clear' },
  { type: 'observation/edit', id: 'a' },
  { type: 'edit/close' },
  { type: 'deletion/ask', ids: [] },
  { type: 'deletion/ask', ids: ['a'] },
  { type: 'deletion/ask', ids: ['b'] },
  { type: 'deletion/confirm' },
  { type: 'deletion/cancel' },
  { type: 'xstate.done.actor.remove', output: undefined },
  { type: 'xstate.error.actor.remove', error: 'no room' },
] as ObservationsEvent[]
const ALWAYS = 'observations/select selection/clear observation/edit edit/close'
const paths = describeMachine(observationsMachine, {
  input: undefined,
  events,
  table: {
    listed: `${ALWAYS} deletion/ask`,
    asking: `${ALWAYS} deletion/{confirm,cancel}`,
    deleting: `${ALWAYS} done(remove) error(remove)`,
  },
  ignored: {
    listed: { events: 'deletion/confirm deletion/cancel', because: 'no question is open' },
    asking: { events: 'deletion/ask', because: 'the question covers the page' },
    deleting: {
      events: 'deletion/ask deletion/confirm deletion/cancel',
      because: 'the buttons of the question show progress until the answer',
    },
  },
  invariants: {
    'selects no observation twice': ({ context: { selected } }) => new Set(selected).size === selected.length,
    'has observations to delete exactly while it asks or deletes': (s) =>
      s.context.deleting.length > 0 !== s.matches('listed'),
  },
})
const reached = (type: string) =>
  paths.flatMap(({ name, steps }) =>
    steps.flatMap(({ event, state }, i) => {
      const before = steps[i - 1]?.state
      return before !== undefined && event.type === type ? [{ name, event, state, before }] : []
    }),
  )

test('clears the selection after a deletion, and closes the editor of a deleted observation only', () => {
  for (const { name, state, before } of reached('xstate.done.actor.remove')) {
    const { edited, deleting } = before.context
    const isGone = edited !== null && deleting.includes(edited)
    expect([name, state.value, state.context.selected]).toEqual([name, 'listed', []])
    expect([name, state.context.edited]).toEqual([name, isGone ? null : edited])
  }
})

test('asks again about the same observations after a failed deletion, and keeps the selection', () => {
  for (const { name, state, before } of reached('xstate.error.actor.remove')) {
    const { selected, deleting } = before.context
    expect([name, state.value, state.context]).toMatchObject([
      name,
      'asking',
      { selected, deleting, failure: 'no room' },
    ])
  }
})

test('emits each deletion', () => {
  for (const path of toursThrough(paths)) {
    const deletions = path.steps.filter(({ event }) => (event.type as string) === 'xstate.done.actor.remove')
    expect([path.name, play(observationsMachine, path, undefined).length]).toEqual([path.name, deletions.length])
  }
})
