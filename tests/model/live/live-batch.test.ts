import { SimulatedClock } from 'xstate'
import { describe, expect, test } from 'vitest'
import { batchQueue } from '../../../machines/live/batch-queue.ts'
import { liveBatch, type LiveBatchEvent } from '../../../machines/live/live-batch.machine.ts'
import { describeMachine } from '../support/describe-machine.ts'
import { play, toursThrough } from '../support/paths.ts'

const input = { inProgress: false, isReady: true }
const events = [
  { type: 'messages/arrived' },
  { type: 'batch/filled' },
  { type: 'progress/changed', inProgress: true },
  { type: 'progress/changed', inProgress: false },
  { type: 'receiver/busy' },
  { type: 'receiver/ready' },
  { type: 'xstate.after.settle.liveBatch.collecting' },
] as LiveBatchEvent[]
const paths = describeMachine(liveBatch, {
  input,
  events,
  table: {
    idle: 'messages/arrived progress/changed receiver/{busy,ready}',
    collecting: 'after(settle) batch/filled progress/changed receiver/{busy,ready}',
    due: 'always progress/changed receiver/{busy,ready}',
  },
  ignored: {
    idle: { events: 'batch/filled', because: 'no batch is being collected' },
    collecting: { events: 'messages/arrived', because: 'the delay of this batch runs already' },
    due: {
      events: 'messages/arrived batch/filled',
      because: 'the batch takes all messages of the queue, these as well',
    },
  },
})

test('announces a batch once for each time that messages were collected, and only while the receiver is ready', () => {
  for (const path of toursThrough(paths)) {
    const ends = path.steps.filter(
      ({ state }, i) => state.value === 'idle' && path.steps[i - 1] && path.steps[i - 1]?.state.value !== 'idle',
    )
    expect(play(liveBatch, path, input)).toHaveLength(ends.length)
    for (const { state } of ends) expect(state.context.isReady).toBe(true)
  }
})

describe('a queue', () => {
  const queue = (given: { inProgress: boolean; isReady?: boolean; max?: number }) => {
    const clock = new SimulatedClock()
    const applied: string[][] = []
    const { add, progress, ready, stop } = batchQueue<string>((batch) => applied.push([...batch]), {
      max: 100,
      isReady: true,
      ...given,
      clock,
    })
    return { clock, applied, progress, ready, stop, arrive: (...messages: string[]) => messages.forEach(add) }
  }

  test.each([
    ['[LIVE-03] 2000 ms while in progress', true, 2000],
    ['[LIVE-04] 500 ms otherwise', false, 500],
  ])('applies a batch after %s, counted from its first message', (_, inProgress, delayMs) => {
    const { clock, applied, arrive } = queue({ inProgress })
    arrive('a')
    clock.increment(delayMs - 1)
    arrive('b')
    expect(applied).toEqual([])
    clock.increment(1)
    expect(applied).toEqual([['a', 'b']])
    arrive('c')
    clock.increment(delayMs)
    expect(applied).toEqual([['a', 'b'], ['c']])
  })

  test('[LIVE-04] shows the end of a launch half a second later', () => {
    const { clock, applied, arrive, progress } = queue({ inProgress: true })
    arrive('a')
    progress(false)
    clock.increment(500)
    expect(applied).toEqual([['a']])
  })

  test('is not delayed by messages about a launch that is in progress, as before', () => {
    const { clock, applied, arrive, progress } = queue({ inProgress: true })
    arrive('a')
    clock.increment(1500)
    progress(true)
    clock.increment(500)
    expect(applied).toEqual([['a']])
  })

  test('does not delay a full batch, and no batch is longer than the most', () => {
    const { clock, applied, arrive } = queue({ inProgress: true, max: 2 })
    arrive('a', 'b', 'c', 'd', 'e')
    expect(applied).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ])
    clock.increment(2000)
    expect(applied.at(-1)).toEqual(['e'])
  })

  test('holds messages while the receiver is busy, and passes them on in order in one batch', () => {
    const { clock, applied, arrive, ready } = queue({ inProgress: false, isReady: false, max: 2 })
    arrive('a')
    clock.increment(500)
    arrive('b', 'c', 'd')
    clock.increment(500)
    expect(applied).toEqual([])
    ready(true)
    expect(applied).toEqual([['a', 'b', 'c', 'd']])
    arrive('e')
    ready(false)
    ready(true)
    expect(applied).toHaveLength(1)
    clock.increment(500)
    expect(applied.at(-1)).toEqual(['e'])
  })

  test('applies nothing once it is stopped', () => {
    const { clock, applied, arrive, stop } = queue({ inProgress: false })
    arrive('a')
    stop()
    clock.increment(500)
    expect(applied).toEqual([])
  })
})
