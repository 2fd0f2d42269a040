import { Dexie } from 'dexie'
import { inStream, type Log, isDraftStream } from './log.ts'
import { positionOf, recount } from './positions.ts'
import { setAsideStored } from './set-aside.ts'
import { changing, within, type Of } from './within.ts'

export type Compaction = { records: number; snapshots: number }

export type CompactionLimits = {
  /** Snapshots kept per projection, most recently used first. */
  snapshots?: number
  /** A snapshot further behind its stream than this no longer retains records: it is shown as stale, and reloaded. */
  tail?: number
  /** Number of damaged records kept, newest first. */
  setAside?: number
  /** Number of command streams kept that have nothing unsent, most recently used first. */
  commandStreams?: number
}

/**
 * Deletes what the server can deliver again: records that every fresh snapshot of their stream includes, and the least used snapshots.
 * Never deletes unconfirmed records or what this tab shows. Returns the number of deletions.
 */
export async function compact(log: Log, limits: CompactionLimits = {}): Promise<Compaction> {
  const { snapshots: keep = 50, tail = 5000, setAside: max = 500, commandStreams = 30 } = limits
  const { db } = log
  await setAsideUnordered(log)
  const isShown = (name: string) => log.shown.has(name)
  const { gone, records } = await dropLeastUsed(log, keep, isShown)
  const spare = (await db.setAside.count()) - max
  if (spare > 0) await db.setAside.orderBy('turn').limit(spare).delete()
  let dropped = records + (await dropCommandStreams(log, commandStreams, isShown))
  const places = (await db.snapshots.orderBy('[stream+sequence]').keys()) as unknown as [string, number][]
  for (const stream of new Set(places.map(([name]) => name))) {
    let some = await dropConfirmed(log, stream, tail, isShown)
    for (; some > 0; some = await dropConfirmed(log, stream, tail, isShown)) dropped += some
  }
  return { records: dropped, snapshots: gone }
}

/** Deletes per transaction, at about 0.1 ms each, so that live data does not wait. */
const AT_ONCE = 1000

type IsShown = (name: string) => boolean

/** Records that every fresh snapshot of the stream includes, oldest first: may stop after any of them. */
const dropConfirmed = (whole: Log, stream: string, tail: number, isShown: IsShown): Promise<number> =>
  changing(whole, ['records', 'snapshots', 'positions'], async (log) => {
    const { applied } = await positionOf(log, stream)
    // A visible snapshot is still folded further, however far behind it is.
    const fresh = (await snapshotsOf(log, stream)).find(
      ({ key, sequence }) => sequence >= applied - tail || isShown(key),
    )
    return fresh === undefined ? 0 : dropServers(log, stream, fresh.sequence, AT_ONCE)
  })

/** Ascending by sequence. */
async function snapshotsOf(log: Of<'snapshots'>, stream: string): Promise<{ key: string; sequence: number }[]> {
  const within = log.db.snapshots.where('[stream+sequence]').between([stream, 0], [stream, Dexie.maxKey], true, true)
  const places = (await within.keys()) as unknown as [string, number][]
  const keys = await within.primaryKeys()
  return places.map(([, sequence], i) => ({ key: keys[i] ?? '', sequence }))
}

const dropServers = (log: Of<'records'>, stream: string, upTo: number, max: number): Promise<number> =>
  log.db.records
    .where('[stream+sequence]')
    .between([stream, 0], [stream, upTo], true, true)
    .filter(({ origin }) => origin !== 'here')
    .limit(max)
    .delete()

const dropLeastUsed = (whole: Log, keep: number, isShown: IsShown): Promise<{ gone: number; records: number }> =>
  changing(whole, ['records', 'snapshots', 'positions'], async (log) => {
    const { db } = log
    const used = (await db.snapshots.orderBy('[projection+at]').keys()) as unknown as [string, number][]
    const keys = await db.snapshots.orderBy('[projection+at]').primaryKeys()
    const projections = used.map(([projection]) => projection)
    // Oldest first within each projection, one projection after the other.
    const gone = keys.filter((key, i) => projections.lastIndexOf(projections[i] ?? '') - i >= keep && !isShown(key))
    const streams = new Set(
      (await db.snapshots.bulkGet(gone)).flatMap((snapshot) => (snapshot ? [snapshot.stream] : [])),
    )
    await db.snapshots.bulkDelete(gone)
    let records = 0
    for (const stream of streams) {
      if ((await snapshotsOf(log, stream)).length === 0) records += await dropServers(log, stream, Infinity, Infinity)
      await recount(log, stream) // the deleted snapshot may have bridged a gap
    }
    return { gone: gone.length, records }
  })

/** Command streams that the server can deliver again, because it has everything that was done in them. */
const dropCommandStreams = (whole: Log, keep: number, isShown: IsShown): Promise<number> =>
  within(whole, async (log) => {
    const { positions, outbox } = log.db
    const last: { stream: string; at: number }[] = []
    for (const stream of await positions.toCollection().primaryKeys()) {
      if (isDraftStream(stream) || (await outbox.where('stream').equals(stream).count()) > 0) continue
      // Besides drafts only commands have local records, so their definitions need not be loaded.
      const newest = await inStream(log, stream).last()
      if (newest?.origin === 'here') last.push({ stream, at: newest.at })
    }
    last.sort((a, b) => b.at - a.at)
    let dropped = 0
    // The position stays: followers continue from there.
    for (const { stream } of last.slice(keep).filter(({ stream }) => !isShown(stream)))
      dropped += await inStream(log, stream).delete()
    return dropped
  })

/** A record without a readable stream and sequence is in no index: no stream would ever find it. */
async function setAsideUnordered(log: Log): Promise<void> {
  const { records } = log.db
  const [all, ordered] = await Promise.all([records.count(), records.orderBy('[stream+sequence]').count()])
  if (all === ordered) return
  const known = new Set(await records.orderBy('[stream+sequence]').primaryKeys())
  await setAsideStored(
    log,
    (await records.toCollection().primaryKeys()).filter((id) => !known.has(id)),
  )
}
