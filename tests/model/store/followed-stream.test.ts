import { knownEvents } from '../../../store/projections/known-events.ts'
import { BehaviorSubject, filter, firstValueFrom, NEVER, timeout } from 'rxjs'
import { SimulatedClock } from 'xstate'
import { afterEach, expect, test, vi } from 'vitest'
import { NO_STATISTICS } from '../../../contract/launches/launches.ts'
import type { LiveMessage } from '../../../contract/live.ts'
import { BEHIND_PATIENCE_MS } from '../../../machines/shell/storage-health.machine.ts'
import type { Live, LiveState } from '../../../services/live/live.ts'
import { append } from '../../../store/log/append.ts'
import { closeLog, openLog, type Log } from '../../../store/log/log.ts'
import { toRecord, type StreamSource } from '../../../store/log/log-stream.ts'
import { streamPosition } from '../../../store/log/positions.ts'
import { launchOf } from '../../../store/projections/launch.ts'
import { project$ } from '../../../store/projections/project.ts'
import { putSnapshot } from '../../../store/log/snapshots.ts'
import type { ConnectionState } from '../../../views/application/connection-state.ts'
import { watchStorage } from '../../../views/application/log/storage-health.ts'
import { followStream } from '../../../views/application/log/stream-following.ts'
import type { StorageNotice } from '../../../views/application/application.ts'
import '../../unit/store/support/events.ts'
import { aLaunch } from '../../unit/store/support/launches.ts'

const stream = 'project:7'
const key = 'launch:1'
const own = launchOf(1)

/** The count shows which events a state contains. */
const message = (sequence: number): LiveMessage => ({
  type: 'TEST_RUN_STATISTICS',
  event: 'launch/statistics',
  testRunStatistics: { testRunId: 1, reviewed: false, ...NO_STATISTICS, passed: sequence },
  uid: `event-${sequence}`,
  stream,
  sequence,
  at: '2026-01-02T03:04:05.000Z',
})
const after = (sequence: number, last: number) =>
  Array.from({ length: last - sequence }, (_, i) => message(sequence + 1 + i))

/** A connected channel without messages: the stream has to request what it misses. */
const quietChannel = (): Live => ({
  state$: new BehaviorSubject<LiveState>('live'),
  follow: (_, onConnected) => {
    queueMicrotask(onConnected)
    return NEVER
  },
  followNews: () => NEVER,
  close: () => Promise.resolve(),
})

const opened: Log[] = []
const aLog = async (sequences: number) => {
  const log = openLog(`followed-${opened.length}`, knownEvents)
  opened.push(log)
  const clock = new SimulatedClock()
  const connection$ = new BehaviorSubject<ConnectionState>('online')
  const storage$ = new BehaviorSubject<StorageNotice | null>(null)
  watchStorage(log, { connection$, storage$ }, clock)
  await putSnapshot(log, own, { key, stream, sequence: 0, state: { launch: aLaunch(), isDeleted: false } })
  await append(log, after(0, sequences).map(toRecord))
  return { log, clock, connection$, storage$, notice: () => storage$.value?.kind ?? null }
}

const follow = (log: Log, fetchMissed: StreamSource['fetchMissed']) =>
  followStream({
    log,
    live: quietChannel(),
    stream,
    destinations: ['/topic/statistics'],
    source: { fetchMissed, reload: () => Promise.reject(new Error('not needed here')) },
    inProgress: false,
  })

const until = <T>(value$: Parameters<typeof firstValueFrom<T>>[0], holds: (value: T) => boolean) =>
  firstValueFrom(value$.pipe(filter(holds), timeout(20_000)))

afterEach(() => {
  vi.restoreAllMocks()
  opened.forEach(closeLog)
})

/** Overwrites a record on disk with nonsense, as a faulty disk or another program may. */
const damage = (log: Log, sequence: number) =>
  log.db.records.update(`event-${sequence}`, { payload: { nonsense: true } })

test('a damaged record in the middle of a followed stream is set aside, fetched again and folded', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  const { log, clock, notice } = await aLog(5)
  await damage(log, 3)
  const requests: number[] = []
  const followed = follow(log, (_, from) => {
    requests.push(from)
    return Promise.resolve({ events: after(from, 5), last: 5, reset: false })
  })
  // Nothing is missing yet: the damaged record has not been read.
  await until(log.behind, (readers) => readers.size === 0 && requests.length === 1)
  const shown = await until(project$({ log, projection: own, key, stream }), ({ sequence }) => sequence === 5)
  expect([shown.isStale, shown.state.launch?.statistics.passed, requests]).toEqual([false, 5, [5, 2]])
  expect((await log.db.setAside.toArray()).map(({ record }) => (record as { id: string }).id)).toEqual(['event-3'])
  expect(await streamPosition(log, stream)).toMatchObject({ applied: 5, head: 5 })
  clock.increment(BEHIND_PATIENCE_MS)
  expect(notice()).toBe(null)
  followed.stop()
})

test('the reader learns of updates that stay missing while the server answers, until they arrive', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  const { log, clock, connection$, storage$, notice } = await aLog(5)
  await damage(log, 3)
  const shown = project$({ log, projection: own, key, stream }).subscribe()
  await until(log.behind, (readers) => readers.size === 1)
  connection$.next('offline')
  clock.increment(BEHIND_PATIENCE_MS)
  expect(notice()).toBe(null)
  connection$.next('online')
  clock.increment(BEHIND_PATIENCE_MS - 1)
  expect(notice()).toBe(null)
  clock.increment(1)
  expect(notice()).toBe('stale')
  await append(log, [toRecord(message(3))])
  await until(storage$, (emitted) => emitted === null)
  shown.unsubscribe()
})

test('reports a full disk until a write succeeds, and damage that cannot be repaired', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  const { log, notice, storage$ } = await aLog(1)
  const add = vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(() => {
    throw new DOMException('no room', 'QuotaExceededError')
  })
  expect(await append(log, [toRecord(message(2))])).toMatchObject({ isInMemory: true })
  expect(notice()).toBe('full')
  add.mockRestore()
  expect(await append(log, [toRecord(message(3))])).toMatchObject({ isInMemory: false })
  expect(notice()).toBe(null)
  const mine = { ...toRecord(message(1)), stream: 'draft:1', origin: 'here', id: 'mine', payload: null }
  await append(log, [mine])
  expect(notice()).toBe('lost')
  storage$.value?.dismiss()
  expect(notice()).toBe(null)
})
