import { expect, test } from 'vitest'
import { isFull, withRoom } from '../../../store/log/room.ts'
import { aLog } from './support/events.ts'

const quota = { name: 'QuotaExceededError' }
const within = (depth: number): object => (depth === 0 ? quota : { inner: within(depth - 1) })

test.each([
  ['the disk itself', quota, true],
  ['inside of another error', { name: 'AbortError', inner: quota }, true],
  ['as its cause', { name: 'AbortError', cause: { cause: quota } }, true],
  ['among several failures', { failures: [{ name: 'ConstraintError' }, quota] }, true],
  ['as deep as errors are wrapped', within(4), true],
  ['deeper than errors are wrapped', within(5), false],
  ['another failure', { name: 'ConstraintError', failures: 'QuotaExceededError' }, false],
  ['words', 'QuotaExceededError', false],
  ['nothing', null, false],
])('distinguishes a full disk from other failures: %s', (_, error, isIt) => expect(isFull(error)).toBe(isIt))

/** Writes that end in turn as `ends` say: an error is thrown, anything else is the answer. */
const writing = (...ends: unknown[]) => {
  const log = aLog()
  const troubles: unknown[] = []
  let stored = 0
  log.trouble$.subscribe((trouble) => troubles.push(trouble))
  log.stored$.subscribe(() => (stored += 1))
  const attempts: number[] = []
  const write = () => {
    const end = ends[attempts.length]
    attempts.push(attempts.length)
    return end instanceof Error ? Promise.reject(end) : Promise.resolve(end)
  }
  return { outcome: withRoom(log, write), emitted: () => ({ attempts: attempts.length, troubles, stored }) }
}
const full = Object.assign(new Error('no room'), quota)
const other = new Error('closed')

test('a write is tried once more when the disk was full, and no other time', async () => {
  const good = writing('answer')
  expect(await good.outcome).toBe('answer')
  expect(good.emitted()).toEqual({ attempts: 1, troubles: [], stored: 1 })
  const made = writing(full, 'answer')
  expect(await made.outcome).toBe('answer')
  expect(made.emitted()).toEqual({ attempts: 2, troubles: [], stored: 1 })
  const refused = writing(other, 'answer')
  await expect(refused.outcome).rejects.toBe(other)
  expect(refused.emitted()).toEqual({ attempts: 1, troubles: [], stored: 0 })
})

test('a disk that stays full is reported, and the error of the second attempt is thrown', async () => {
  const again = Object.assign(new Error('still no room'), quota)
  const stays = writing(full, again)
  await expect(stays.outcome).rejects.toBe(again)
  expect(stays.emitted()).toEqual({ attempts: 2, troubles: [{ kind: 'full', cause: again }], stored: 0 })
  const broke = writing(full, other)
  await expect(broke.outcome).rejects.toBe(other)
  expect(broke.emitted()).toEqual({ attempts: 2, troubles: [], stored: 0 })
})
