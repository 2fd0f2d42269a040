import { expect, test } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'
import { resource, type Loaded, type ResourceEvent } from '../../../machines/patterns/resource.machine.ts'
import { breaches, missedBy, pathsOf, play } from '../support/paths.ts'
import { expectTable } from '../support/table.ts'

const machine = resource<string>()
const events = [
  { type: 'resource/refresh' },
  { type: 'resource/retry' },
  { type: 'resource/changed', value: 'changed' },
  { type: 'xstate.done.actor.load', output: { value: 'loaded' } },
  { type: 'xstate.error.actor.load', error: 'unreachable' },
] as ResourceEvent<string>[]
const unknown = { input: {}, events }
const known = { input: { remembered: 'remembered' }, events }
const paths = pathsOf(machine, unknown)

test('each state handles the events of its table', () =>
  expectTable(machine, {
    'loading.newest': 'done(load) error(load) resource/{changed,refresh}',
    'loading.overtaken': 'done(load) error(load) resource/changed',
    shown: 'resource/{changed,refresh,retry}',
    failed: 'resource/{changed,refresh,retry}',
  }))

test('the paths reach every state and take every transition', () => {
  expect(missedBy(machine, [...paths, ...pathsOf(machine, known)])).toEqual([])
})

test('on every path something is shown exactly when something is known, and it is never lost again', () => {
  expect(breaches(paths, (s) => !s.matches('shown') || s.context.value !== null)).toEqual([])
  expect(breaches(paths, (s) => !s.matches('failed') || s.context.value === null)).toEqual([])
  expect(breaches(paths, (s, before) => (before?.context.value ?? null) === null || s.context.value !== null)).toEqual(
    [],
  )
})

test('what this browser remembers is shown at once, and stays when the server cannot be asked', () => {
  const ways = pathsOf(machine, known)
  expect(breaches(ways, (s) => s.context.value !== null)).toEqual([])
  expect(breaches(ways, (s) => !s.matches('failed'))).toEqual([])
})

test('a change reported while a call is pending causes one more call, because the pending answer may be older', async () => {
  const asked: ((value: string) => void)[] = []
  const actor = createActor(
    machine.provide({
      actors: {
        load: fromPromise<Loaded<string>>(async () => ({
          value: await new Promise<string>((resolve) => asked.push(resolve)),
        })),
      },
    }),
    { input: {} },
  ).start()
  const shows = (value: string) => waitFor(actor, ({ context }) => context.value === value)
  actor.send({ type: 'resource/refresh' })
  actor.send({ type: 'resource/refresh' })
  asked[0]?.('before')
  await shows('before')
  expect(asked).toHaveLength(2)
  asked[1]?.('after')
  await shows('after')
  expect(actor.getSnapshot().value).toBe('shown')

  actor.send({ type: 'resource/refresh' })
  actor.send({ type: 'resource/changed', value: 'saved' })
  asked[2]?.('before it was saved')
  asked[3]?.('saved, and changed by another')
  await shows('saved, and changed by another')
  expect(asked).toHaveLength(4)
})

test('a running machine goes every path', () => {
  expect(paths.map((path) => play(machine, path, unknown.input)).flat()).toEqual([])
})
