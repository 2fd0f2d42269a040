import { createActor, fromPromise, SimulatedClock } from 'xstate'
import { describe, expect, test } from 'vitest'
import { isGivenUp, liveBatch, unapplied, type LiveBatchEvent } from '../../../machines/live/live-batch.machine.ts'
import { breaches, missedBy, pathsOf, play } from '../support/paths.ts'

const machine = liveBatch<string>({ most: 3, retries: 1 })
const input = { inProgress: false }
const events = [
  { type: 'messages/arrived', messages: ['m'] },
  { type: 'messages/arrived', messages: ['m', 'm', 'm', 'm'] },
  { type: 'messages/arrived', messages: [] },
  { type: 'progress/changed', inProgress: true },
  { type: 'progress/changed', inProgress: false },
  { type: 'batch/flush' },
  { type: 'xstate.done.actor.apply', output: undefined },
  { type: 'xstate.error.actor.apply', error: 'refused' },
  { type: 'xstate.after.settle.liveBatch.collecting' },
  { type: 'xstate.after.backOff.liveBatch.retrying' },
] as LiveBatchEvent<string>[]
const paths = pathsOf(machine, { input, events, stopWhen: (s) => unapplied(s) > 5 })

test('the paths reach every state and take every transition', () => {
  expect(missedBy(machine, paths)).toEqual([])
})

test('on every path what arrived is waiting, under way or applied', () => {
  for (const path of paths) {
    let held = 0
    for (const [i, { event, state }] of path.steps.entries()) {
      const before = path.steps[i - 1]?.state
      if (event.type === 'messages/arrived') held += event.messages.length
      if ((event.type as string) === 'xstate.done.actor.apply' && before?.matches('applying'))
        held -= before.context.batch.length
      expect(unapplied(state)).toBe(held)
    }
  }
})

test('a running machine goes every path, in batches of at most three', () => {
  expect(breaches(paths, ({ context }) => context.batch.length <= 3)).toEqual([])
  for (const path of paths) {
    const applied = path.steps.filter(({ event }) => (event.type as string) === 'xstate.done.actor.apply')
    const told = play(machine, path, input).filter(({ type }) => type === 'batch/applied')
    expect(told).toHaveLength(applied.length)
  }
})

describe('with an actor', () => {
  const run = (given: { inProgress: boolean; refuse?: number; most?: number }) => {
    const clock = new SimulatedClock()
    const applied: string[][] = []
    let refuse = given.refuse ?? 0
    const apply = fromPromise<unknown, { batch: readonly string[] }>(({ input: { batch } }) => {
      if (refuse-- > 0) return Promise.reject(new Error('refused'))
      applied.push([...batch])
      return Promise.resolve()
    })
    const batching = liveBatch<string>({ most: given.most ?? 100, retries: 2 }).provide({ actors: { apply } })
    const actor = createActor(batching, { input: given, clock }).start()
    const idle = () => new Promise((resolve) => setImmediate(resolve))
    const arrive = (...messages: string[]) => actor.send({ type: 'messages/arrived', messages })
    return { actor, clock, applied, arrive, idle }
  }

  test.each([
    ['[LIVE-03] 2000 ms while in progress', true, 2000],
    ['[LIVE-04] 500 ms otherwise', false, 500],
  ])('a batch is applied after %s, counted from its first message', (_, inProgress, delayMs) => {
    const { clock, applied, arrive } = run({ inProgress })
    arrive('a')
    clock.increment(delayMs - 1)
    arrive('b')
    expect(applied).toEqual([])
    clock.increment(1)
    expect(applied).toEqual([['a', 'b']])
  })

  test('[LIVE-04] a launch that ends is shown half a second later', () => {
    const { actor, clock, applied, arrive } = run({ inProgress: true })
    arrive('a')
    actor.send({ type: 'progress/changed', inProgress: false })
    clock.increment(500)
    expect(applied).toEqual([['a']])
  })

  test('a full batch does not wait, and no batch is longer than the most', async () => {
    const { applied, arrive, idle } = run({ inProgress: true, most: 2 })
    arrive('a', 'b', 'c', 'd', 'e')
    await idle()
    expect(applied).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ])
  })

  test('refused batches come again in their order, and wait to be told after the last try', async () => {
    const { actor, clock, applied, arrive, idle } = run({ inProgress: false, refuse: 3 })
    arrive('a')
    clock.increment(500)
    await idle()
    arrive('b')
    for (const _ of [1, 2]) {
      clock.increment(30_000)
      await idle()
    }
    expect(isGivenUp(actor.getSnapshot())).toBe(true)
    arrive('c')
    clock.increment(1e6)
    expect(applied).toEqual([])
    actor.send({ type: 'batch/flush' })
    await idle()
    expect(applied).toEqual([['a', 'b', 'c']])
    expect(unapplied(actor.getSnapshot())).toBe(0)
  })
})
