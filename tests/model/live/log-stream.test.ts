import { createActor, fromPromise, SimulatedClock } from 'xstate'
import { describe, expect, test } from 'vitest'
import { batchQueue } from '../../../machines/live/batch-queue.ts'
import {
  isFollowing,
  isOffline,
  isTaking,
  isWaiting,
  logStream,
  type LogStreamEvent,
  type Missed,
} from '../../../machines/live/log-stream.machine.ts'
import { describeMachine } from '../support/describe-machine.ts'
import { play, toursThrough } from '../support/paths.ts'

const machine = logStream<string>({ jitter: () => 1 })
const input = { stream: 'launch:42' }
const whole = { position: 1, hasGap: false }
const events = [
  { type: 'link/up' },
  { type: 'link/down' },
  { type: 'records/arrived', records: ['r'] },
  { type: 'gap/found' },
  { type: 'xstate.done.actor.append', output: whole },
  { type: 'xstate.done.actor.append', output: { position: 1, hasGap: true } },
  { type: 'xstate.error.actor.append', error: 'refused' },
  { type: 'xstate.done.actor.fetchMissed', output: { records: [], last: 1, isReset: false } },
  { type: 'xstate.done.actor.fetchMissed', output: { records: ['m'], last: 1, isReset: false } },
  { type: 'xstate.done.actor.fetchMissed', output: { records: [], last: 1, isReset: true } },
  { type: 'xstate.error.actor.fetchMissed', error: 'refused' },
  { type: 'xstate.done.actor.reload', output: whole },
  { type: 'xstate.done.actor.reload', output: { position: 1, hasGap: true } },
  { type: 'xstate.error.actor.reload', error: 'refused' },
  { type: 'xstate.after.backOff.logStream.waiting' },
] as unknown as LogStreamEvent<string>[]
const paths = describeMachine(machine, {
  input,
  events,
  stopWhen: ({ context: c }) => c.failures > 1,
  table: {
    idle: 'gap/found link/{down,up} records/arrived',
    offline: 'gap/found link/{down,up} records/arrived',
    catchingUp: 'done(fetchMissed) error(fetchMissed) gap/found link/{down,up} records/arrived',
    reloading: 'done(reload) error(reload) gap/found link/{down,up} records/arrived',
    appending: 'done(append) error(append) gap/found link/{down,up} records/arrived',
    following: 'gap/found link/{down,up} records/arrived',
    waiting: 'after(backOff) gap/found link/{down,up} records/arrived',
  },
})

type Step = (typeof paths)[number]['steps'][number]

test('appends records in order, and follows only after a request has brought the missing ones', () => {
  const holds = ({ event, state }: Step, before: Step['state'] | undefined) => {
    if (state.matches('following') && state.context.isDue) return false
    if ((event.type as string) === 'xstate.error.actor.append')
      return state.matches('waiting') || state.matches('offline')
    if (event.type !== 'records/arrived') return true
    if (before?.matches('following') !== true) return state.context.isDue
    return state.matches('appending') && state.context.batch === event.records
  }
  const broken = paths.filter(({ steps }) => !steps.every((step, i) => holds(step, steps[i - 1]?.state)))
  expect(broken.map(({ name }) => name)).toEqual([])
})

test('is offline as last reported by the link', () => {
  for (const path of paths) {
    let last = ''
    for (const { event, state } of path.steps) {
      if (event.type === 'link/up' || event.type === 'link/down') last = event.type
      if (state.matches('appending')) continue // a pending write ends first
      expect(isOffline(state)).toBe(last === 'link/down')
    }
  }
})

test('emits nothing on its tours', () => {
  for (const path of toursThrough(paths)) expect(play(machine, path, input)).toEqual([])
})

describe('with actors', () => {
  /** A server and a log of numbers; the log holds 1 to 3 at first. */
  const run = (world: { missed?: (after: number) => Missed<number>; failures?: number }) => {
    const clock = new SimulatedClock()
    const held = new Set([1, 2, 3])
    const sentRequests: string[] = []
    let failures = world.failures ?? 0
    const place = () => {
      let position = 0
      while (held.has(position + 1)) position += 1
      return { position, hasGap: Math.max(...held) > position }
    }
    const nothing = (after: number): Missed<number> => ({ records: [], last: after, isReset: false })
    const streaming = logStream<number>({ jitter: () => 1 }).provide({
      actors: {
        append: fromPromise(({ input: { records } }) => {
          for (const n of records) held.add(n)
          return Promise.resolve(place())
        }),
        fetchMissed: fromPromise(() => {
          const { position } = place()
          sentRequests.push(`after ${position}`)
          if (failures-- > 0) return Promise.reject(new Error('unreachable'))
          return Promise.resolve((world.missed ?? nothing)(position))
        }),
        reload: fromPromise(({ input: { last } }) => {
          sentRequests.push(`reload to ${last}`)
          for (let n = 1; n <= last; n += 1) held.add(n)
          return Promise.resolve(place())
        }),
      },
    })
    const actor = createActor(streaming, { input: { stream: 'launch:42' }, clock }).start()
    const settled = () => new Promise((resolve) => setImmediate(resolve))
    const queue = batchQueue<number>((records) => actor.send({ type: 'records/arrived', records }), {
      inProgress: false,
      isReady: false,
      max: 1,
      clock,
    })
    actor.subscribe((snapshot) => queue.ready(isTaking(snapshot)))
    const arrive = (record: number) => queue.add(record)
    return { actor, clock, held, asked: sentRequests, arrive, settled }
  }
  const upTo = (last: number) => (after: number) => ({
    records: Array.from({ length: Math.max(0, last - after) }, (_, i) => after + 1 + i),
    last,
    isReset: false,
  })

  test('fetches what was missed while the link was down, together with new messages', async () => {
    const { actor, arrive, held, asked, settled } = run({ missed: upTo(6) })
    arrive(8)
    actor.send({ type: 'link/up' })
    arrive(7)
    await settled()
    expect([...held].sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    expect(asked).toEqual(['after 3'])
    expect(isFollowing(actor.getSnapshot())).toBe(true)
  })

  test('requests a gap in the arriving records, and reloads one that the server no longer has', async () => {
    let isKept = true
    const missed = (after: number) => (isKept ? upTo(after)(after) : { records: [], last: 9, isReset: true })
    const { actor, arrive, held, asked, settled } = run({ missed })
    actor.send({ type: 'link/up' })
    await settled()
    isKept = false
    arrive(6)
    await settled()
    expect(asked).toEqual(['after 3', 'after 3', 'reload to 9'])
    expect(held.size).toBe(9)
    expect(isFollowing(actor.getSnapshot())).toBe(true)
  })

  test('requests a gap above the reloaded records after a pause', async () => {
    let isKept = false
    const missed = (after: number) => (isKept ? upTo(12)(after) : { records: [], last: 9, isReset: true })
    const { actor, clock, arrive, held, asked, settled } = run({ missed })
    held.add(12)
    actor.send({ type: 'link/up' })
    await settled()
    expect(isWaiting(actor.getSnapshot())).toBe(true)
    isKept = true
    arrive(13)
    clock.increment(1000)
    await settled()
    expect(asked).toEqual(['after 3', 'reload to 9', 'after 9'])
    expect(Math.max(...held)).toBe(held.size)
    expect(isFollowing(actor.getSnapshot())).toBe(true)
  })

  test('a replay that leaves a hole ends in a reload, not in another replay', async () => {
    const { actor, arrive, asked, settled } = run({ missed: () => ({ records: [6], last: 6, isReset: false }) })
    actor.send({ type: 'link/up' })
    await settled()
    arrive(7)
    await settled()
    expect(asked).toEqual(['after 3', 'reload to 6'])
  })

  test('a replay that ends before the newest number of the server ends in a reload', async () => {
    const { actor, held, asked, settled } = run({ missed: () => ({ records: [4], last: 6, isReset: false }) })
    actor.send({ type: 'link/up' })
    await settled()
    expect(asked).toEqual(['after 3', 'reload to 6'])
    expect(held.size).toBe(6)
    expect(isFollowing(actor.getSnapshot())).toBe(true)
  })

  test('a link that drops and returns during a write is followed by a replay', async () => {
    const { actor, arrive, asked, settled } = run({})
    actor.send({ type: 'link/up' })
    await settled()
    arrive(4)
    actor.send({ type: 'link/down' })
    actor.send({ type: 'link/up' })
    await settled()
    expect(asked).toEqual(['after 3', 'after 4'])
  })

  test('failures are tried again after growing pauses', async () => {
    const { actor, clock, asked, settled } = run({ failures: 2 })
    actor.send({ type: 'link/up' })
    await settled()
    expect(isWaiting(actor.getSnapshot())).toBe(true)
    clock.increment(1000)
    await settled()
    clock.increment(1999)
    await settled()
    expect(asked).toHaveLength(2)
    clock.increment(1)
    await settled()
    expect(asked).toHaveLength(3)
    expect(isFollowing(actor.getSnapshot())).toBe(true)
  })
})
