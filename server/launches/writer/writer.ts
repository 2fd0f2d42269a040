import type { FastifyBaseLogger } from 'fastify'
import { callTransaction, type IdempotencyKey } from '../../db/call-transaction.ts'
import { earlierAnswer, isTaken } from '../../db/idempotency-keys.ts'
import { inBatches } from '../../db/in-batches.ts'
import type { Db, Tx } from '../../db/open.ts'
import { isPlanChanged } from '../../db/statement-names.ts'
import { isConnectionLost } from '../../http/unavailable.ts'
import { Batch, hasChanges, type Needs } from './batch.ts'
import { load } from './load.ts'
import { createIds } from './new-ids.ts'
import { applyAll, isLarge, needsOf, type Entry, type Operation } from './operation.ts'
import { createRowCache, noRowCache, type RowCache } from './row-cache.ts'
import { storing, storingUnchanged } from './store.ts'
import { createLoneWriter } from './write-alone.ts'

/**
 * The only way to write launches, tests, sessions and their logs. Operations that arrive during a transaction are written together in the
 * next one (group commit): one commit acknowledges many calls, and none before it is on disk. A rejected operation does not affect the
 * others.
 */
export interface Writer {
  submit<Answer>(operation: Operation<Answer>): Promise<Answer>
  /**
   * Applies an operation once per idempotency key, across restarts and nodes; a retried request gets the first one's response. Without a given
   * key, the call's own is used, if it has one.
   */
  submitOnce<Answer, Sent>(
    key: IdempotencyKey | null,
    operation: Operation<Answer>,
    answerOf: (answer: Answer) => Sent,
  ): Promise<Sent>
  /** Resolves when all submitted operations are written. */
  idle(): Promise<void>
}

const MAX_AT_ONCE = 500
const TRIES = 3

/** `isAlone`: no other process writes this database. */
export const createWriter = (db: Db, log: Pick<FastifyBaseLogger, 'warn'>, isAlone: boolean): Writer => {
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
    return applyAll(entries, batch)
  }

  const lone = isAlone ? createLoneWriter({ db, ids, cache, next: () => batches.waiting()[0] }) : null
  const write = async (entries: readonly Entry[]): Promise<(() => void)[]> => {
    if (lone !== null) return lone.write(entries)
    return (await writeUnchanged(entries)) ?? writeAmongOthers(entries)
  }
  const newBatch = async (entries: readonly Entry[]): Promise<Batch> =>
    new Batch(await ids.reserve(needsOf(entries)), new Date())

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
      const settled = await fill(tx, batch, entries, noRowCache)
      if (!hasChanges(batch)) return settled
      const answers = await Promise.all((await storing(tx, batch)).map((statement) => statement.execute(tx)))
      version = answers.at(-1)?.rows[0]?.version ?? ''
      return settled
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
      // The operations may be stored: repeating those without an idempotency key could store them twice.
      if (!isAlone && isConnectionLost(error))
        return entries.map(
          ({ reject }) =>
            () =>
              reject(error),
        )
      const [only] = entries
      if (entries.length > 1) {
        // Retried one by one, so that only the failing operation is rejected.
        log.warn({ err: error, operations: entries.length }, 'a batch could not be written; writing one by one')
        const settled: (() => void)[] = []
        for (const entry of entries) settled.push(...(await flush([entry])))
        return settled
      }
      if (tried < TRIES && (isPassing(error) || isAlone)) return flush(entries, tried + 1)
      return [() => only?.reject(error)]
    }
  }

  const batches = inBatches<Entry>(takeAtOnce, async (entries) => {
    const settled = await flush(entries)
    return () => {
      for (const settle of settled) settle()
    }
  })

  const enqueue = <Answer>(operation: Operation<Answer>): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const entry = { operation, resolve, reject }
      lone?.lookAhead(entry)
      batches.add(entry)
    })

  /**
   * Ends the transaction of the call that runs this, since the writer has its own, for many calls. Resolves with the key that it would have
   * stored; null if there is none, or if it is stored.
   */
  const keyOfCall = async (): Promise<IdempotencyKey | null> => {
    const call = callTransaction()
    await call?.end('commit')
    return call === null || call.isBegun ? null : call.key
  }

  return {
    submit: async (operation) => {
      const key = await keyOfCall()
      return enqueue(key === null ? operation : claiming(key, operation, () => null))
    },
    submitOnce: async <Answer, Sent>(
      given: IdempotencyKey | null,
      operation: Operation<Answer>,
      answerOf: (answer: Answer) => Sent,
    ): Promise<Sent> => {
      const key = given ?? (await keyOfCall())
      if (key === null) return answerOf(await enqueue(operation))
      const earlier = await earlierAnswer(db, key)
      if (earlier) return earlier.answer as Sent
      const withAnswer = claiming(key, operation, (answer) => answerOf(answer) ?? {})
      return enqueue(withAnswer).then(answerOf, async (error: unknown) => {
        const same = isTaken(error) ? await earlierAnswer(db, key) : null
        if (!same) throw error
        return same.answer as Sent
      })
    },
    idle: batches.idle,
  }
}

/** An operation that stores an idempotency key with its answer; null for an answer that is stored later. */
const claiming = <Answer>(
  key: IdempotencyKey,
  operation: Operation<Answer>,
  answerOf: (answer: Answer) => unknown,
): Operation<Answer> => ({
  ...operation,
  apply: (batch) => {
    const answer = operation.apply(batch)
    batch.keys.push({ ...key, answer: answerOf(answer) })
    return answer
  },
})

/** Returns how many of the waiting operations are written together: a large one is a batch of its own. */
const takeAtOnce = (waiting: readonly Entry[]): number => {
  const large = waiting.findIndex(({ operation }) => isLarge(operation))
  return large === -1 ? MAX_AT_ONCE : Math.min(MAX_AT_ONCE, Math.max(1, large))
}

/** Transient conflict with another node: serialization failure, deadlock, a uuid that was inserted meanwhile, or a migration. */
const isPassing = (error: unknown): boolean =>
  ['40001', '40P01', '23505'].includes((error as { code?: string }).code ?? '') || isPlanChanged(error)

const SHARED_MS = 5_000

/** Remembers for some seconds the launches that another process wrote concurrently: their cached rows are not used. */
const createShared = (now: () => number = Date.now) => {
  const until = new Map<number, number>()
  const launchesOf = (needs: readonly Needs[]) => needs.flatMap(({ launches }) => launches ?? [])
  return {
    add: (needs: readonly Needs[]): void => {
      for (const [id, end] of until) if (end <= now()) until.delete(id)
      for (const id of launchesOf(needs)) until.set(id, now() + SHARED_MS)
    },
    includes: (needs: readonly Needs[]): boolean =>
      until.size > 0 && launchesOf(needs).some((id) => (until.get(id) ?? 0) > now()),
  }
}
