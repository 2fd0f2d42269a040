import { expect, test } from 'vitest'
import { createReplicaLag } from '../../../server/db/postgres/replica-lag.ts'

test('a replica is as old as the newest position of the primary that it has replayed', () => {
  let now = 0
  const lag = createReplicaLag(() => now)
  lag.record(100)
  expect(lag.of(90)).toBe(null)
  now = 5_000
  expect(lag.of(100)).toBe(5_000)
  // The primary was idle, and writes again.
  now = 60_000
  lag.record(100)
  lag.record(200)
  now = 61_000
  expect(lag.of(150)).toBe(1_000)
  expect(lag.of(200)).toBe(1_000)
})

test('the age of a replica that has stopped grows, however often it is measured, and is measured again when it is back', () => {
  let now = 0
  const lag = createReplicaLag(() => now)
  for (let position = 0; position <= 1_000; position += 1) {
    lag.record(position)
    expect(lag.of(0)).toBe(now)
    now += 1_000
  }
  expect(lag.of(999)).toBe(2_000)
})
