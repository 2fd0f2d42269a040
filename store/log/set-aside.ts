import type { Damage, Log } from './log.ts'
import { recount } from './positions.ts'
import { damageOf, isObject, type LogRecord } from './record.ts'
import { changing, type Of } from './within.ts'

type Unreadable = { record: unknown; reason: string }

/** Stores unreadable arrivals, without duplicates. They were never in the log, so their positions stay gaps. */
export async function setAsideArriving(log: Log, damaged: readonly Unreadable[]): Promise<void> {
  // With a full disk they are only reported.
  await changing(log, ['setAside'], (one) => keep(one, damaged)).catch((cause: unknown) =>
    log.trouble$.next({ kind: 'failed', cause }),
  )
  for (const { record, reason } of damaged) log.damage$.next(reported(record, reason))
}

/**
 * Moves damaged records out of the log. Their positions become gaps again, which followers of the stream fetch. A record that was repaired
 * meanwhile stays.
 */
export async function setAsideStored(log: Log, ids: readonly LogRecord['id'][]): Promise<void> {
  const moved = await changing(log, ['records', 'positions', 'snapshots', 'setAside'], async (one) => {
    const { db } = one
    const found: Unreadable[] = []
    const streams = new Set<string>()
    for (const record of await db.records.bulkGet([...ids])) {
      const reason = record === undefined ? null : damageOf(record, log.known)
      if (record === undefined || reason === null) continue
      await db.records.delete(record.id)
      found.push({ record, reason })
      if (typeof record.stream === 'string') streams.add(record.stream)
    }
    await keep(one, found)
    for (const stream of streams) await recount(one, stream)
    return found
  })
  for (const { record, reason } of moved) log.damage$.next(reported(record, reason))
}

/** Deletes an unreadable snapshot: the server has its data. */
export async function setAsideSnapshot(log: Log, key: string, stream: string, reason: string): Promise<void> {
  await changing(log, ['records', 'positions', 'snapshots', 'setAside'], async (one) => {
    const { db } = one
    const record = await db.snapshots.get(key)
    if (record === undefined) return
    await db.snapshots.delete(key)
    await keep(one, [{ record, reason }])
    await recount(one, stream)
  })
  log.damage$.next({ stream, record: key, reason })
}

async function keep(log: Of<'setAside'>, damaged: readonly Unreadable[]): Promise<void> {
  const { setAside } = log.db
  for (const { record, reason } of damaged) {
    const key = keyOf(record, reason)
    if ((await setAside.where('key').equals(key).count()) > 0) continue
    await setAside.add({ key, record, reason, at: Date.now() })
  }
}

function keyOf(record: unknown, reason: string): string {
  const name = isObject(record) ? (record['id'] ?? record['key']) : undefined
  return `${typeof name === 'string' ? name : crypto.randomUUID()} ${reason}`
}

const reported = (record: unknown, reason: string): Damage => {
  const stream = isObject(record) ? record['stream'] : null
  return { stream: typeof stream === 'string' ? stream : null, record, reason }
}
