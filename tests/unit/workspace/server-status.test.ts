import { expect, test } from 'vitest'
import { concernsOf, type ServerStatus } from '../../../contract/workspace/server-status.ts'
import { createRecent } from '../../../server/metrics/recent.ts'

const NOW = Date.parse('2026-11-29T12:00:00Z')
const fine: ServerStatus = {
  version: '1.0.0',
  host: 'node-1',
  startedAt: '2026-11-29T11:00:00Z',
  memoryBytes: 2e8,
  eventLoopDelay: 3,
  minutes: 5,
  calls: { requests: 10, p50: 5, p95: 20 },
  reporting: { requests: 0, p50: null, p95: null },
  liveConnections: 2,
  eventDelay: 120,
  database: {
    engine: 'postgres',
    sizeBytes: 1e9,
    connections: 4,
    maxConnections: 10,
    waiting: 0,
    oldestTransaction: 5,
    replica: { problem: null, lag: 0 },
  },
  disk: { freeBytes: 5e10, sizeBytes: 1e11 },
  launches: { queued: 0, running: 1, queuedFor: 0 },
  deliveries: { pending: 0, failing: 0 },
}

test('a server that nothing slows down has no concerns', () => {
  expect(concernsOf(fine)).toEqual([])
  expect(concernsOf({ ...fine, disk: null, eventDelay: null })).toEqual([])
  expect(concernsOf({ ...fine, database: { ...fine.database, replica: null } })).toEqual([])
})

test.each<[Partial<ServerStatus>, string]>([
  [{ disk: { freeBytes: 4e9, sizeBytes: 1e11 } }, 'The disk of the data folder has 4.0 GB left.'],
  [{ disk: { freeBytes: 9e8, sizeBytes: 2e9 } }, 'The disk of the data folder has 0.9 GB left.'],
  [{ database: { ...fine.database, waiting: 30 } }, '30 requests wait for a database connection: all 10 are in use.'],
  [{ database: { ...fine.database, oldestTransaction: 65_000 } }, 'A transaction has been open for 65 s.'],
  [
    { database: { ...fine.database, replica: { problem: 'behind', lag: 42_000 } } },
    'Reports and exports do not use the read replica. It is 42 s behind.',
  ],
  [{ eventDelay: 7_200 }, 'Live pages received changes up to 7.2 s late.'],
  [{ eventLoopDelay: 900 }, 'The server process is busy: requests waited up to 0.9 s for it.'],
  [
    { launches: { queued: 4, running: 0, queuedFor: 9.5 * 60_000 } },
    '4 launches have been waiting for a worker for 9 minutes, and none is running.',
  ],
  [{ deliveries: { pending: 3, failing: 2 } }, '2 messages to other systems failed and are tried again.'],
])('names the reason why something is slow: %o', (changed, text) => {
  const concerns = concernsOf({ ...fine, ...changed })
  expect(concerns).toHaveLength(1)
  expect(concerns[0]).toContain(text)
})

test('launches that wait behind others that run are no concern', () => {
  const launches = { queued: 4, running: 2, queuedFor: 3_600_000 }
  expect(concernsOf({ ...fine, launches })).toEqual([])
})

test('durations older than five minutes are forgotten', () => {
  let now = NOW
  const recent = createRecent(() => now)
  expect(recent.read()).toEqual({ count: 0, p50: null, p95: null, max: null })
  recent.record(1000)
  now += 4 * 60_000
  for (let n = 0; n < 99; n += 1) recent.record(2)
  expect(recent.read().count).toBe(100)
  expect(Math.round(recent.read().max ?? 0)).toBe(1000)
  now += 60_000
  expect(recent.read().count).toBe(99)
  expect(Math.round(recent.read().max ?? 0)).toBe(2)
})
