import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { inOneTrip } from '../../db/one-trip.ts'
import type { Db, Tx } from '../../db/open.ts'
import { Batch, changed, type Needs, type NewIds } from './batch.ts'
import { load } from './load.ts'
import { createRowCache, noRowCache } from './row-cache.ts'
import { storing } from './store.ts'

/** One change of launches: what it needs to find, and what it does to the rows in memory. */
export interface Operation<Answer> {
  needs: Needs
  /** Throws a `Refusal` before it has changed anything, or not at all. Its answer is given after the commit. */
  apply(batch: Batch): Answer
}

/**
 * The one way to write launches, tests, sessions and their logs. Operations that arrive while a transaction runs are written
 * together in the next: one commit acknowledges many calls, and none before it is on disk. A refused operation takes no other
 * with it.
 */
export interface Writer {
  submit<Answer>(operation: Operation<Answer>): Promise<Answer>
  /** Resolves when all that was submitted is written. */
  idle(): Promise<void>
}

interface Entry {
  operation: Operation<unknown>
  resolve(answer: unknown): void
  reject(error: unknown): void
}

const MOST_AT_ONCE = 500
const TRIES = 3
const GATHER_MS = 2

/** `isAlone`: no other process writes this database, so that rows need not be read again before each change. */
export const createWriter = (db: Db, log: Pick<FastifyBaseLogger, 'warn'>, isAlone: boolean): Writer => {
  const cache = isAlone ? createRowCache() : noRowCache
  const ids = createIds(db)
  let waiting: Entry[] = []
  let joined: (() => void) | null = null
  let draining: Promise<void> | null = null

  const fill = async (source: Db | Tx, batch: Batch, entries: readonly Entry[]): Promise<(() => void)[]> => {
    await load(
      source,
      batch,
      entries.map(({ operation }) => operation.needs),
      cache,
    )
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
    const batch = new Batch(await ids.ahead(entries.map(({ operation }) => operation.needs.creates)), new Date())
    const settled = isAlone ? await writeAlone(batch, entries) : await writeAmongOthers(batch, entries)
    cache.written(batch)
    return settled
  }

  /** Nobody can change the rows between reading and writing them: no lock is needed, and the transaction is one trip. */
  const writeAlone = async (batch: Batch, entries: readonly Entry[]): Promise<(() => void)[]> => {
    const settled = await fill(db, batch, entries)
    if (hasChanges(batch)) await inOneTrip(db, await storing(db, batch))
    return settled
  }

  const writeAmongOthers = (batch: Batch, entries: readonly Entry[]): Promise<(() => void)[]> =>
    db.transaction().execute(async (tx) => {
      const settled = await fill(tx, batch, entries)
      if (hasChanges(batch)) for (const statement of await storing(tx, batch)) await statement.execute(tx)
      return settled
    })

  const flush = async (entries: readonly Entry[], tried = 1): Promise<void> => {
    try {
      for (const settle of await write(entries)) settle()
    } catch (error) {
      cache.clear()
      const [only] = entries
      if (entries.length > 1) {
        // One of them cannot be written: alone, it fails alone.
        log.warn({ err: error, operations: entries.length }, 'a batch could not be written; writing one by one')
        for (const entry of entries) await flush([entry])
      } else if (tried < TRIES && (isPassing(error) || isAlone)) await flush(entries, tried + 1)
      else only?.reject(error)
    }
  }

  /** Resolves once so many wait, or after a moment. */
  const gathered = (wanted: number): Promise<void> =>
    new Promise((resolve) => {
      const go = () => {
        clearTimeout(timer)
        joined = null
        resolve()
      }
      const timer = setTimeout(go, GATHER_MS)
      joined = () => {
        if (waiting.length >= wanted) go()
      }
    })

  const drain = async (): Promise<void> => {
    while (waiting.length > 0) {
      const entries = waiting.slice(0, MOST_AT_ONCE)
      waiting = waiting.slice(MOST_AT_ONCE)
      await flush(entries)
      // Whoever was just answered is about to speak again: a moment's wait saves them a transaction of their own.
      const speakers = entries.length + waiting.length
      if (speakers > 1 && waiting.length < MOST_AT_ONCE) await gathered(speakers)
    }
    draining = null
  }

  return {
    submit: <Answer>(operation: Operation<Answer>) =>
      new Promise<Answer>((resolve, reject) => {
        waiting.push({ operation, resolve, reject })
        joined?.()
        draining ??= drain()
      }),
    idle: async () => {
      await draining
    },
  }
}

const hasChanges = (batch: Batch): boolean =>
  changed(batch.launches).length +
    changed(batch.tests).length +
    changed(batch.sessions).length +
    batch.logLines.length +
    batch.newLinks.size +
    batch.artifacts.length +
    batch.retold.size >
  0

/** Another node was quicker, or waited for us while we waited for it: deadlock, serialisation, a uuid that is there now. */
const isPassing = (error: unknown): boolean =>
  ['40001', '40P01', '23505'].includes((error as { code?: string }).code ?? '')

const BLOCK = 200

/** Ids are fetched in blocks, so that rows know theirs before they are written. Unused ones are lost at a restart. */
const createIds = (db: Db) => {
  const fetched: Record<'launch' | 'test' | 'test_session', number[]> = { launch: [], test: [], test_session: [] }
  const fill = async (table: keyof typeof fetched, needed: number, block: number) => {
    const missing = needed - fetched[table].length
    if (missing <= 0) return
    const { rows } = await sql<{ id: number }>`
      select nextval(pg_get_serial_sequence(${table}, 'id'))::bigint as id
        from generate_series(1, ${Math.max(block, missing)}::int)`.execute(db)
    fetched[table].push(...rows.map(({ id }) => id))
  }
  const take = (table: keyof typeof fetched) => () => {
    const id = fetched[table].shift()
    if (id === undefined) throw new Error(`no ${table} id was fetched ahead`)
    return id
  }
  return {
    /** One for each row that is to be created. */
    ahead: async (creates: readonly Needs['creates'][]): Promise<NewIds> => {
      const count = (what: Needs['creates']) => creates.filter((one) => one === what).length
      // A launch's number is what people call it by: no block of them is lost at a restart.
      await fill('launch', count('launch'), 1)
      await fill('test', count('test'), BLOCK)
      await fill('test_session', count('session'), BLOCK)
      return { launch: take('launch'), test: take('test'), session: take('test_session') }
    },
  }
}
