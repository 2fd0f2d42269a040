import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { inBatches } from '../../../server/db/in-batches.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Work that ends when the test decides, and the answers of each caller. */
const world = (max = 10) => {
  const begun: string[] = []
  const emitted: string[] = []
  let finish = () => undefined as void
  const batches = inBatches<string>(max, (entries) => {
    begun.push(entries.join(' '))
    return new Promise((resolve) => {
      finish = () => resolve(() => void emitted.push(...entries))
    })
  })
  const done = async () => {
    finish()
    await vi.advanceTimersByTimeAsync(0)
  }
  return { batches, begun, emitted, done }
}

test('entries added during a batch form the next one, and are answered when it is done', async () => {
  const { batches, begun, emitted, done } = world()
  for (const entry of ['a', 'b', 'c']) batches.add(entry)
  expect(begun).toEqual(['a'])
  expect(emitted).toEqual([])
  await done()
  expect(emitted).toEqual(['a'])
  batches.add('a again')
  await vi.advanceTimersByTimeAsync(0)
  expect(begun).toEqual(['a', 'b c a again'])
})

test('waits only briefly for callers that may not return', async () => {
  const { batches, begun, done } = world()
  batches.add('a')
  batches.add('b')
  await done()
  expect(begun).toEqual(['a'])
  await vi.advanceTimersByTimeAsync(2)
  expect(begun).toEqual(['a', 'b'])
})

test('waits longer for them when a batch takes long', async () => {
  const { batches, begun, done } = world()
  batches.add('a')
  batches.add('b')
  await vi.advanceTimersByTimeAsync(12)
  await done()
  await vi.advanceTimersByTimeAsync(5)
  expect(begun).toEqual(['a'])
  batches.add('a again')
  await vi.advanceTimersByTimeAsync(0)
  expect(begun).toEqual(['a', 'b a again'])
})

test('a batch holds no more than it may', async () => {
  const { batches, begun, done } = world(2)
  for (const entry of ['a', 'b', 'c', 'd']) batches.add(entry)
  await done()
  expect(begun).toEqual(['a', 'b c'])
})

test('is idle when all callers are answered', async () => {
  const { batches, emitted, done } = world()
  batches.add('a')
  batches.add('b')
  const seen: string[][] = []
  void batches.idle().then(() => seen.push([...emitted]))
  await done()
  await vi.advanceTimersByTimeAsync(2)
  expect(seen).toEqual([])
  await done()
  await vi.advanceTimersByTimeAsync(2)
  expect(seen).toEqual([['a', 'b']])
})
