import { expect, test } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'
import { resource, type Loaded, type ResourceEvent } from '../../../machines/patterns/resource.machine.ts'
import { describeMachine } from '../support/describe-machine.ts'
import { breaches, play, toursThrough } from '../support/paths.ts'

const machine = resource<string>()
const events = [
  { type: 'resource/refresh' },
  { type: 'resource/retry' },
  { type: 'resource/changed', value: 'changed' },
  { type: 'xstate.done.actor.load', output: { value: 'loaded' } },
  { type: 'xstate.error.actor.load', error: 'unreachable' },
] as ResourceEvent<string>[]
const paths = describeMachine(machine, {
  input: {},
  events,
  walks: [{}, { input: { remembered: 'remembered' } }],
  table: {
    'loading.newest': 'done(load) error(load) resource/{changed,refresh}',
    'loading.overtaken': 'done(load) error(load) resource/changed',
    shown: 'resource/{changed,refresh,retry}',
    failed: 'resource/{changed,refresh,retry}',
  },
  ignored: {
    loading: { events: 'resource/retry', because: 'a retry is offered only after a failure' },
    'loading.overtaken': { events: 'resource/refresh', because: 'the resource is loaded again already' },
  },
  invariants: {
    'shows only a known value': (s) => !s.matches('shown') || s.context.value !== null,
    'fails only without a value': (s) => !s.matches('failed') || s.context.value === null,
    'never loses a value': (s, before) => (before?.context.value ?? null) === null || s.context.value !== null,
  },
})

test('shows the remembered value first, and keeps it when the server is unreachable', () => {
  const remembering = paths.filter(({ steps }) => steps[0]?.state.context.value === 'remembered')
  expect(remembering.length).toBeGreaterThan(0)
  expect(breaches(remembering, (s) => s.context.value !== null && !s.matches('failed'))).toEqual([])
})

test('loads once more when a change is reported during a load, because the pending answer may be older', async () => {
  const requested: ((value: string) => void)[] = []
  const actor = createActor(
    machine.provide({
      actors: {
        load: fromPromise<Loaded<string>>(async () => ({
          value: await new Promise<string>((resolve) => requested.push(resolve)),
        })),
      },
    }),
    { input: {} },
  ).start()
  const shows = (value: string) => waitFor(actor, ({ context }) => context.value === value)
  actor.send({ type: 'resource/refresh' })
  actor.send({ type: 'resource/refresh' })
  requested[0]?.('before')
  await shows('before')
  expect(requested).toHaveLength(2)
  requested[1]?.('after')
  await shows('after')
  expect(actor.getSnapshot().value).toBe('shown')

  actor.send({ type: 'resource/refresh' })
  actor.send({ type: 'resource/changed', value: 'saved' })
  requested[2]?.('before it was saved')
  requested[3]?.('saved, and changed by another')
  await shows('saved, and changed by another')
  expect(requested).toHaveLength(4)
})

test('emits nothing on its tours', () => {
  const fresh = paths.filter(({ steps }) => steps[0]?.state.context.value === null)
  expect(toursThrough(fresh).flatMap((path) => play(machine, path, {}))).toEqual([])
})
