import type { FastifyBaseLogger } from 'fastify'
import { eventChannel } from '../../db/events.ts'
import { earlierAnswer, isTaken, type IdempotencyKey } from '../../db/idempotency-keys.ts'
import { inBatches } from '../../db/in-batches.ts'
import { inOneTrip } from '../../db/one-trip.ts'
import type { Db, OpenedDatabase, Tx } from '../../db/open.ts'
import { Batch, changed, type Needs } from './batch.ts'
import { load } from './load.ts'
import { createIds } from './new-ids.ts'
import { createRowCache, noRowCache, type RowCache } from './row-cache.ts'
import { createShared } from './shared-launches.ts'
import { storing, storingUnchanged } from './store.ts'

/** Change of launches: the rows that it needs, and the function that changes them in memory. */
export interface Operation<Answer> {
  needs: Needs
  /** Throws a `Refusal` only before its first change. The caller gets the return value after the commit. */
  apply(batch: Batch): Answer
}

/**
 * The only way to write launches, tests, sessions and their logs. Operations that arrive during a transaction are written together in the
 * next one (group commit): one commit acknowledges many calls, and none before it is on disk. A rejected operation does not affect the
 * others.
 */
export interface Writer {
  submit<Answer>(operation: Operation<Answer>): Promise<Answer>
  /** Applies an operation once per idempotency key, across restarts and nodes; a retried request gets the first one's response. */
  submitOnce<Answer, Sent>(
    key: IdempotencyKey | null,
    operation: Operation<Answer>,
    answerOf: (answer: Answer) => Sent,
  ): Promise<Sent>
  /** Resolves when all submitted operations are written. */
  idle(): Promise<void>
}

interface Entry {
  operation: Operation<unknown>
  resolve(answer: unknown): void
  reject(error: unknown): void
}

const MOST_AT_ONCE = 500
const TRIES = 3

/** `wake`: as returned by opening the database. When it is not null, no other process writes this database. */
export const createWriter = (db: Db, log: Pick<FastifyBaseLogger, 'warn'>, wake: OpenedDatabase['wake']): Writer => {
  const cache = createRowCache()
  const shared = createShared()
  const ids = createIds(db)

  const fill = async (
    source: Db | Tx,
    batch: Batch,
    entries: readonly Entry[],
    known: Pick<RowCache, 'launches' | 'tests'>,
  ): Promise<(() => void)[]> => {
    await load(source, batch, needsOf(entries), known)
    return entries.map(({ operation, resolve, reject }) => {
      try {
        const answer = operation.apply(batch)
        return () => resolve(answer)
      } catch (error) {
        return () => reject(error)
      }
    })
  }

  const write = async (entries: readonly Entry[]): Promise<(() => void)[]> => {
    if (wake !== null) return writeAlone(entries, wake)
    return (await writeUnchanged(entries)) ?? writeAmongOthers(entries)
  }
  const newBatch = async (entries: readonly Entry[]): Promise<Batch> =>
    new Batch(await ids.ahead(needsOf(entries)), new Date())

  /** No other process can change the rows between read and write: no lock is needed, and the transaction is one round trip. */
  const writeAlone = async (entries: readonly Entry[], tell: (channel: string) => void): Promise<(() => void)[]> => {
    const batch = await newBatch(entries)
    const settled = await fill(db, batch, entries, cache)
    if (!hasChanges(batch)) return settled
    const statements = await storing(db, batch, false)
    const [only] = statements
    if (statements.length === 1 && only) await only.execute(db)
    else await inOneTrip(db, statements)
    cache.written(batch, '')
    tell(eventChannel)
    return settled
  }

  /**
   * Writes rows that this process wrote last, as most changes do: uses the cached rows, and verifies their versions in the writing
   * statement. One round trip instead of one per lock, read and write. Null when the cache is insufficient or stale.
   */
  const writeUnchanged = async (entries: readonly Entry[]): Promise<(() => void)[] | null> => {
    const needs = needsOf(entries)
    if (!cache.knowsAll(needs) || shared.includes(needs)) return null
    const batch = await newBatch(entries)
    const settled = await fill(db, batch, entries, cache)
    // An operation without changes also depends on current rows, and there is no statement to verify them.
    if (!hasChanges(batch)) return null
    const statement = await storingUnchanged(db, batch, cache.versions(batch))
    if (statement === null) return null
    const [stored] = (await statement.execute(db)).rows
    if (stored?.held !== true) {
      cache.clear()
      shared.add(needs)
      return null
    }
    cache.written(batch, stored.version)
    return settled
  }

  const writeAmongOthers = async (entries: readonly Entry[]): Promise<(() => void)[]> => {
    const batch = await newBatch(entries)
    let version = ''
    const settled = await db.transaction().execute(async (tx) => {
      const told = await fill(tx, batch, entries, noRowCache)
      if (!hasChanges(batch)) return told
      const answers = await Promise.all((await storing(tx, batch, true)).map((statement) => statement.execute(tx)))
      version = answers.at(-1)?.rows[0]?.version ?? ''
      return told
    })
    cache.written(batch, version)
    return settled
  }

  /** Writes the operations; resolves with the functions that settle their callers. */
  const flush = async (entries: readonly Entry[], tried = 1): Promise<(() => void)[]> => {
    try {
      return await write(entries)
    } catch (error) {
      cache.clear()
      const [only] = entries
      if (entries.length > 1) {
        // Retried one by one, so that only the failing operation is rejected.
        log.warn({ err: error, operations: entries.length }, 'a batch could not be written; writing one by one')
        const settled: (() => void)[] = []
        for (const entry of entries) settled.push(...(await flush([entry])))
        return settled
      }
      if (tried < TRIES && (isPassing(error) || wake !== null)) return flush(entries, tried + 1)
      return [() => only?.reject(error)]
    }
  }

  const batches = inBatches<Entry>(MOST_AT_ONCE, async (entries) => {
    const settled = await flush(entries)
    return () => {
      for (const settle of settled) settle()
    }
  })

  const submit = <Answer>(operation: Operation<Answer>) =>
    new Promise<Answer>((resolve, reject) => batches.add({ operation, resolve, reject }))

  return {
    submit,
    submitOnce: async <Answer, Sent>(
      key: IdempotencyKey | null,
      operation: Operation<Answer>,
      answerOf: (answer: Answer) => Sent,
    ): Promise<Sent> => {
      if (key === null) return answerOf(await submit(operation))
      const earlier = await earlierAnswer(db, key)
      if (earlier) return earlier.answer as Sent
      const withKey: Operation<Sent> = {
        ...operation,
        apply: (batch) => {
          const answer = answerOf(operation.apply(batch))
          batch.keys.push({ ...key, answer: answer ?? {} })
          return answer
        },
      }
      return submit(withKey).catch(async (error: unknown) => {
        const same = isTaken(error) ? await earlierAnswer(db, key) : null
        if (!same) throw error
        return same.answer as Sent
      })
    },
    idle: batches.idle,
  }
}

const needsOf = (entries: readonly Entry[]): Needs[] => entries.map(({ operation }) => operation.needs)

const hasChanges = (batch: Batch): boolean =>
  changed(batch.launches).length +
    changed(batch.tests).length +
    changed(batch.sessions).length +
    batch.logLines.length +
    batch.newLinks.size +
    batch.artifacts.length +
    batch.keys.length +
    batch.causeTags.size +
    batch.artifactsChanged.size >
  0

/** Transient conflict with another node: serialization failure, deadlock, or a uuid that was inserted meanwhile. */
const isPassing = (error: unknown): boolean =>
  ['40001', '40P01', '23505'].includes((error as { code?: string }).code ?? '')
