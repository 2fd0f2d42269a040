import { Dexie } from 'dexie'
import { LaunchesQuery, type Launch } from '../../../contract/launches/launches.ts'
import { append } from '../../../store/log/append.ts'
import { launches, launchesKey, launchesWindow } from '../../../store/projections/launches.ts'
import { closeLog, openLog } from '../../../store/log/log.ts'
import { project } from '../../../store/projections/project.ts'
import type { LogRecord } from '../../../store/log/record.ts'
import { putSnapshot } from '../../../store/log/snapshots.ts'

const STREAM = 'project:7'

const statistics = (sequence: number): LogRecord => ({
  id: crypto.randomUUID(),
  stream: STREAM,
  sequence,
  type: 'launch/statistics',
  at: Date.now(),
  origin: 'server',
  payload: {
    testRunId: 1 + (sequence % 25),
    reviewed: false,
    passed: sequence,
    passedManually: 0,
    failed: 1,
    failedAsKnown: 0,
    skipped: 0,
    blocked: 0,
    aborted: 0,
    inProgress: 1,
  },
})

const seconds = async (act: () => Promise<unknown>): Promise<number> => {
  const begun = performance.now()
  await act()
  return (performance.now() - begun) / 1000
}

const inBatches = async (
  records: readonly LogRecord[],
  size: number,
  write: (batch: readonly LogRecord[]) => Promise<unknown>,
) => {
  for (let at = 0; at < records.length; at += size) await write(records.slice(at, at + size))
}

/** Seconds to append this many events in batches: with the log, and with a bare Dexie table with the same keys. */
const measureAppend = async (count: number, batch: number) => {
  const records = Array.from({ length: count }, (_, i) => statistics(i + 1))
  const bare = new Dexie(`bare-${crypto.randomUUID()}`)
  bare.version(1).stores({ records: 'id, &[stream+sequence]' })
  await bare.open()
  const log = openLog(`log-${crypto.randomUUID()}`)
  const ours = await seconds(() => inBatches(records, batch, (part) => append(log, part)))
  const theirs = await seconds(() => inBatches(records, batch, (part) => bare.table('records').bulkAdd([...part])))
  closeLog(log)
  await bare.delete()
  return { ours, theirs }
}

/** Seconds to open a window on a stream of this many events, and to read only the events. */
const measureReplay = async (count: number) => {
  const log = openLog(`log-${crypto.randomUUID()}`)
  const records = Array.from({ length: count }, (_, i) => statistics(i + 1))
  await inBatches(records, 5000, (part) => append(log, part))
  const key = launchesKey(7, '')
  const items = Array.from(
    { length: 25 },
    (_, i) => ({ id: i + 1, statistics: { passed: 0 }, reviewed: false }) as unknown as Launch,
  )
  await putSnapshot(log, launches, {
    key,
    stream: STREAM,
    sequence: 0,
    state: launchesWindow({ items, total: 25, query: LaunchesQuery.parse({}) }),
  })
  const read = await seconds(() =>
    log.db.records.where('[stream+sequence]').between([STREAM, 0], [STREAM, Infinity]).toArray(),
  )
  const replay = await seconds(() => project({ log, projection: launches, key, stream: STREAM }))
  const readAgain = await seconds(() =>
    log.db.records.where('[stream+sequence]').between([STREAM, 0], [STREAM, Infinity]).toArray(),
  )
  closeLog(log)
  return { replay, read: Math.min(read, readAgain) }
}

Object.assign(window, { measureAppend, measureReplay })
