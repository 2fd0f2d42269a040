import { expect, test } from 'vitest'
import { optimisticFlag, type OptimisticFlagEvent } from '../../../machines/patterns/optimistic-flag.machine.ts'
import { breaches, missedBy, pathsOf, play } from '../support/paths.ts'
import { expectTable } from '../support/table.ts'

const events = [
  { type: 'flag/set', value: true },
  { type: 'flag/set', value: false },
  { type: 'flag/told', value: true },
  { type: 'flag/told', value: false },
  { type: 'xstate.done.actor.save', output: {} },
  { type: 'xstate.error.actor.save', error: 'refused' },
] as OptimisticFlagEvent[]
const input = { value: false }
const paths = pathsOf(optimisticFlag, { input, events })
const reached = (type: string) =>
  paths.flatMap(({ name, steps }) =>
    steps.flatMap(({ event, state }, i) => {
      const before = steps[i - 1]?.state
      return before !== undefined && event.type === type ? [{ name, event, state, before }] : []
    }),
  )

test('each state handles the events of its table', () =>
  expectTable(optimisticFlag, {
    settled: 'flag/{set,told}',
    saving: 'done(save) error(save) flag/{set,told}',
  }))

test('the paths reach every state and take every transition', () => {
  expect(missedBy(optimisticFlag, paths)).toEqual([])
})

test('[MILESTONES-08] on every path a press is shown at once', () => {
  for (const { name, event, state } of reached('flag/set'))
    expect([name, state.context.shown]).toEqual([name, (event as { value: boolean }).value])
})

test('[MILESTONES-09] on every path a refusal shows again what was last known to be saved', () => {
  for (const { name, state, before } of reached('xstate.error.actor.save'))
    expect([name, state.value, state.context.shown]).toEqual([name, 'settled', before.context.saved])
})

test('settled, it shows what is saved; and no save ends with another value than the last press', () => {
  expect(breaches(paths, (s) => !s.matches('settled') || s.context.shown === s.context.saved)).toEqual([])
  for (const { name, state, before } of reached('xstate.done.actor.save'))
    expect([name, state.context.shown]).toEqual([name, before.context.shown])
})

test('a running machine goes every path, and tells of each end', () => {
  for (const path of paths) {
    const ends = path.steps.filter(({ event, state }, i) => {
      const type: string = event.type
      return i > 0 && /^xstate\.(done|error)/.test(type) && state.matches('settled')
    })
    expect([path.name, play(optimisticFlag, path, input).length]).toEqual([path.name, ends.length])
  }
})
