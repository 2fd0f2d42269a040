import { expect, test } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { optimistic, type OptimisticEvent } from '../../../machines/patterns/optimistic/optimistic.machine.ts'
import { describeMachine } from '../support/describe-machine.ts'
import { breaches, play, toursThrough } from '../support/paths.ts'

type Role = 'guest' | 'tester' | 'manager'
const roles: readonly Role[] = ['guest', 'tester', 'manager']
const machine = optimistic<Role>()
const events = [
  ...roles.map((value) => ({ type: 'value/set', value })),
  ...roles.map((value) => ({ type: 'value/received', value })),
  { type: 'xstate.done.actor.save', output: {} },
  { type: 'xstate.error.actor.save', error: 'refused' },
] as OptimisticEvent<Role>[]
const input = { value: 'guest' as Role }
const paths = describeMachine(machine, {
  input,
  events,
  table: {
    settled: 'value/{set,received}',
    saving: 'done(save) error(save) value/{set,received}',
  },
})
const reached = (type: string) =>
  paths.flatMap(({ name, steps }) =>
    steps.flatMap(({ event, state }, i) => {
      const before = steps[i - 1]?.state
      return before !== undefined && event.type === type ? [{ name, event, state, before }] : []
    }),
  )

test('[MILESTONES-08] shows a value as soon as it is set', () => {
  for (const { name, event, state } of reached('value/set'))
    expect([name, state.context.shown]).toEqual([name, (event as { value: Role }).value])
})

test('[MILESTONES-09] shows the last saved value after a rejection, or saves what was set meanwhile', () => {
  for (const { name, state, before } of reached('xstate.error.actor.save')) {
    const { shown, sent, saved } = before.context
    expect([name, state.value, state.context.shown]).toEqual(
      shown === sent ? [name, 'settled', saved] : [name, 'saving', shown],
    )
  }
})

test('settles on the saved value, which is the one set last', () => {
  expect(breaches(paths, (s) => !s.matches('settled') || s.context.shown === s.context.saved)).toEqual([])
  for (const { name, state, before } of reached('xstate.done.actor.save'))
    expect([name, state.context.shown]).toEqual([name, before.context.shown])
})

test('ignores a value received during a save', () => {
  const during = reached('value/received').filter(({ before }) => before.matches('saving'))
  for (const { name, state, before } of during)
    expect([name, state.context.shown]).toEqual([name, before.context.shown])
})

test('emits once for each end', () => {
  for (const path of toursThrough(paths)) {
    const ends = path.steps.filter(({ event, state }, i) => {
      const type: string = event.type
      return i > 0 && /^xstate\.(done|error)/.test(type) && state.matches('settled')
    })
    expect([path.name, play(machine, path, input).length]).toEqual([path.name, ends.length])
  }
})

test('names the value that the server has before each save', async () => {
  const saves: { value: Role; saved: Role }[] = []
  const ends: (() => void)[] = []
  const actor = createActor(
    machine.provide({
      actors: {
        save: fromPromise<unknown, { value: Role; saved: Role }>(({ input: save }) => {
          saves.push(save)
          return new Promise<void>((resolve) => ends.push(resolve))
        }),
      },
    }),
    { input },
  ).start()
  actor.send({ type: 'value/set', value: 'tester' })
  actor.send({ type: 'value/set', value: 'manager' })
  const settled = new Promise((resolve) => actor.on('value/saved', resolve))
  ends[0]?.()
  await expect.poll(() => ends.length).toBe(2)
  ends[1]?.()
  expect(await settled).toEqual({ type: 'value/saved', value: 'manager' })
  expect(saves).toEqual([
    { value: 'tester', saved: 'guest' },
    { value: 'manager', saved: 'tester' },
  ])
})
