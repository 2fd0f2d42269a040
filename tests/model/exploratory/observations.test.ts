import { expect, test } from 'vitest'
import { observationsMachine, type ObservationsEvent } from '../../../machines/exploratory/observations.machine.ts'
import { breaches, missedBy, pathsOf, play } from '../support/paths.ts'
import { expectTable } from '../support/table.ts'

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
const paths = pathsOf(observationsMachine, { input: undefined, events })
const reached = (type: string) =>
  paths.flatMap(({ name, steps }) =>
    steps.flatMap(({ event, state }, i) => {
      const before = steps[i - 1]?.state
      return before !== undefined && event.type === type ? [{ name, event, state, before }] : []
    }),
  )

const ALWAYS = 'observations/select selection/clear observation/edit edit/close'

test('each state handles the events of its table', () =>
  expectTable(observationsMachine, {
    listed: `${ALWAYS} deletion/ask`,
    asking: `${ALWAYS} deletion/{confirm,cancel}`,
    deleting: `${ALWAYS} done(remove) error(remove)`,
  }))

test('the paths reach every state and take every transition', () => {
  expect(missedBy(observationsMachine, paths)).toEqual([])
})

test('on every path nothing is selected twice, and only a question or a deletion holds what it is about', () => {
  expect(breaches(paths, ({ context: { selected } }) => new Set(selected).size === selected.length)).toEqual([])
  expect(breaches(paths, (s) => s.context.deleting.length > 0 !== s.matches('listed'))).toEqual([])
})

test('on every path a deletion clears the selection, and closes the editor only of a deleted observation', () => {
  for (const { name, state, before } of reached('xstate.done.actor.remove')) {
    const { edited, deleting } = before.context
    const isGone = edited !== null && deleting.includes(edited)
    expect([name, state.value, state.context.selected]).toEqual([name, 'listed', []])
    expect([name, state.context.edited]).toEqual([name, isGone ? null : edited])
  }
})

test('on every path a failed deletion asks again about the same ones and keeps the selection', () => {
  for (const { name, state, before } of reached('xstate.error.actor.remove')) {
    const { selected, deleting } = before.context
    expect([name, state.value, state.context]).toMatchObject([
      name,
      'asking',
      { selected, deleting, failure: 'no room' },
    ])
  }
})

test('a running machine emits each deletion', () => {
  for (const path of paths) {
    const deletions = path.steps.filter(({ event }) => (event.type as string) === 'xstate.done.actor.remove')
    expect([path.name, play(observationsMachine, path, undefined).length]).toEqual([path.name, deletions.length])
  }
})
