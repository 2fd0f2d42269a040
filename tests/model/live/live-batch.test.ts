import { SimulatedClock } from 'xstate'
import { describe, expect, test } from 'vitest'
import { batchQueue } from '../../../machines/live/batch-queue.ts'
import { liveBatch, type LiveBatchEvent } from '../../../machines/live/live-batch.machine.ts'
import { missedBy, pathsOf, play } from '../support/paths.ts'
import { expectTable } from '../support/table.ts'

const input = { inProgress: false }
const events = [
  { type: 'messages/arrived' },
  { type: 'batch/filled' },
  { type: 'progress/changed', inProgress: true },
  { type: 'progress/changed', inProgress: false },
  { type: 'xstate.after.settle.liveBatch.collecting' },
] as LiveBatchEvent[]
const paths = pathsOf(liveBatch, { input, events })

test('each state handles the events of its table', () =>
  expectTable(liveBatch, {
    idle: 'messages/arrived progress/changed',
    collecting: 'after(settle) batch/filled progress/changed',
  }))

test('the paths reach every state and take every transition', () => {
  expect(missedBy(liveBatch, paths)).toEqual([])
})

test('on every path a batch is due once for each time that something was collected', () => {
  for (const path of paths) {
    const ends = path.steps.filter(
      ({ state }, i) => state.value === 'idle' && path.steps[i - 1]?.state.value === 'collecting',
    )
    expect(play(liveBatch, path, input)).toHaveLength(ends.length)
  }
})

describe('a queue', () => {
  const queue = (given: { inProgress: boolean; most?: number }) => {
    const clock = new SimulatedClock()
    const applied: string[][] = []
    const { add, progress, stop } = batchQueue<string>((batch) => applied.push([...batch]), {
      most: 100,
      ...given,
      clock,
    })
    return { clock, applied, progress, stop, arrive: (...messages: string[]) => messages.forEach(add) }
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

  test('does not delay a full batch, and no batch is longer than the most', () => {
    const { clock, applied, arrive } = queue({ inProgress: true, most: 2 })
    arrive('a', 'b', 'c', 'd', 'e')
    expect(applied).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ])
    clock.increment(2000)
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
