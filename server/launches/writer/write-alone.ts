import type { RawBuilder } from 'kysely'
import { inOneTrip, readInOneTrip } from '../../db/one-trip.ts'
import type { Db } from '../../db/open.ts'
import { quarantineOf } from '../quarantine/active.ts'
import { Batch, hasChanges, type Needs } from './batch.ts'
import { load, readFailureTags } from './load.ts'
import type { createIds } from './new-ids.ts'
import { applyAll, isLarge, needsOf, type Entry } from './operation.ts'
import type { RowCache } from './row-cache.ts'
import { storing, type Stored } from './store.ts'

/** Batch with the operations applied, ready to be written. */
interface Built {
  batch: Batch
  /** Settle the callers. */
  settled: (() => void)[]
  statements: RawBuilder<Stored>[]
}

/** Batch with what a large operation needs from the database, without the rows of its launch. */
interface LookedUp {
  batch: Batch
  /** Count of batches that had assigned tags before this was read. */
  taggedBefore: number
}

interface Parts {
  db: Db
  ids: ReturnType<typeof createIds>
  cache: RowCache
  /** The operation after the batch that is being written. */
  next: () => Entry | undefined
}

/**
 * Writes batches while no other process can change rows between read and write: no lock is needed, and a transaction is one round trip.
 *
 * The database works in its own thread. A large operation therefore does not wait until the batch before it is written: what it needs from
 * the database is read when it is submitted, and it is applied to the rows of that batch as if they were written already. If that write
 * fails, or the rows change in another way before its turn, it is built again.
 */
export const createLoneWriter = ({ db, ids, cache, next }: Parts) => {
  const lookedUp = new WeakMap<Entry, Promise<LookedUp | null>>()
  const builtAhead = new WeakMap<Entry, Promise<Built | null>>()
  /** Counts the batches that assigned tags to causes, which makes tags stale that were read before. */
  let tagged = 0

  const readLookups = async (needs: Needs): Promise<LookedUp> => {
    const taggedBefore = tagged
    const [reserved, tags, isQuarantined] = await readInOneTrip(db, (source) =>
      Promise.all([
        ids.reserve([needs], source),
        readFailureTags(source, [needs]),
        quarantineOf(source, needs.quarantine ?? []),
      ]),
    )
    const batch = new Batch(reserved, new Date())
    for (const [cause, tag] of tags) batch.failureTags.set(cause, tag)
    batch.isQuarantined = isQuarantined
    return { batch, taggedBefore }
  }

  const finish = async (batch: Batch, entries: readonly Entry[]): Promise<Built> => {
    const settled = applyAll(entries, batch)
    return { batch, settled, statements: hasChanges(batch) ? await storing(db, batch) : [] }
  }

  const build = async (entries: readonly Entry[]): Promise<Built> => {
    const batch = new Batch(await ids.reserve(needsOf(entries)), new Date())
    await load(db, batch, needsOf(entries), cache)
    return finish(batch, entries)
  }

  /** Builds on what was read when the operation was submitted; null when that is not enough, or not true any more. */
  const buildOnLookups = async (entry: Entry): Promise<Built | null> => {
    const reading = lookedUp.get(entry)
    // A batch is filled once.
    lookedUp.delete(entry)
    const found = await reading
    const { needs } = entry.operation
    if (!found || found.taggedBefore !== tagged || !cache.knowsAll([needs])) return null
    cache.launches(found.batch, needs.launches ?? [])
    return finish(found.batch, [entry])
  }

  const buildNext = (): void => {
    const entry = next()
    if (entry && lookedUp.has(entry)) builtAhead.set(entry, orNull(buildOnLookups(entry)))
  }

  const builtBefore = async (entries: readonly Entry[]): Promise<Built | null> => {
    const [only] = entries
    if (only === undefined || entries.length > 1) return null
    const built = await (builtAhead.get(only) ?? orNull(buildOnLookups(only)))
    // Used once: a second attempt to write starts over.
    builtAhead.delete(only)
    return built !== null && cache.holds(built.batch) ? built : null
  }

  return {
    /** Reads what a large operation needs, ahead of its turn. */
    lookAhead: (entry: Entry): void => {
      if (isLarge(entry.operation)) lookedUp.set(entry, orNull(readLookups(entry.operation.needs)))
    },

    write: async (entries: readonly Entry[]): Promise<(() => void)[]> => {
      const { batch, settled, statements } = (await builtBefore(entries)) ?? (await build(entries))
      if (!hasChanges(batch)) return settled
      // The caller clears the cache when the write fails.
      cache.written(batch, '')
      if (batch.causeTags.size > 0) tagged += 1
      await inOneTrip(db, statements, buildNext)
      return settled
    },
  }
}

/** A fault ahead of its turn is reported in its turn, where the work is done again. */
const orNull = <T>(work: Promise<T>): Promise<T | null> => work.catch(() => null)
