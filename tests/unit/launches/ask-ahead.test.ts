import { expect, test } from 'vitest'
import { askAhead } from '../../../views/launches/launch/ask-ahead.ts'

const world = () => {
  const sentRequests: string[] = []
  let now = 0
  let isRefused = false
  const reads = askAhead<string, string>(
    async (question) => {
      sentRequests.push(question)
      if (isRefused) throw new Error('refused')
      return `${question} ${sentRequests.length}`
    },
    (question) => question,
    () => now,
  )
  return {
    asked: sentRequests,
    reads,
    pass: (ms: number) => (now += ms),
    refuse: (refused: boolean) => (isRefused = refused),
  }
}
const answered = () => new Promise((resolve) => setTimeout(resolve))

test('an answer requested ahead is used once and not requested again', async () => {
  const { reads, asked } = world()
  reads.expect('failed')
  reads.expect('failed')
  expect(reads.known('failed')).toBeNull()
  await answered()
  expect(reads.known('failed')).toBe('failed 1')
  expect(await reads.take('failed')).toBe('failed 1')
  expect(await reads.take('failed')).toBe('failed 2')
  expect(asked).toHaveLength(2)
})

test('requests again an answer that is too old or precedes a change', async () => {
  const { reads, pass } = world()
  reads.expect('failed')
  await answered()
  pass(30_001)
  expect(reads.known('failed')).toBeNull()
  expect(await reads.take('failed')).toBe('failed 2')
  reads.expect('failed')
  reads.forget()
  expect(await reads.take('failed')).toBe('failed 4')
})

test('a refusal of a prefetch is not reported: the caller requests the answer again', async () => {
  const { reads, refuse } = world()
  refuse(true)
  reads.expect('early')
  const taken = reads.take('early')
  refuse(false)
  expect(await taken).toBe('early 2')
  refuse(true)
  reads.expect('late')
  await answered()
  await expect(reads.take('late')).rejects.toThrow('refused')
})

test('keeps only the newest few answers', async () => {
  const { reads, asked } = world()
  for (const question of ['a', 'b', 'c', 'd', 'e']) reads.expect(question)
  await answered()
  expect(reads.known('a')).toBeNull()
  expect(reads.known('e')).toBe('e 5')
  expect(asked).toHaveLength(5)
})
