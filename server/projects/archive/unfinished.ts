import { sql, type RawBuilder } from 'kysely'
import type { FastifyBaseLogger } from 'fastify'
import type { Db, Tx } from '../../db/open.ts'
import { repeat, type Repeated } from '../../jobs/repeat.ts'
import { createSliceSize, type SliceSize } from '../../jobs/slices.ts'
import { isDeferred, type AnyTableRule } from './rules.ts'
import { ARCHIVED_TABLES } from './tables.ts'

/** Duration of a server's lease of an import, and interval of its renewal. A server that pauses for longer loses the lease. */
const LEASE_SECONDS = 120
const RENEW_MS = 30_000
const LOOK_MS = 60_000

/** Expression of the end of a lease that begins now. */
export const leaseEnd = sql<Date>`now() + make_interval(secs => ${LEASE_SECONDS})`

/** Runs `act` in a transaction, if the lease of the import has not ended, and renews it. Throws otherwise: the rows are being deleted. */
export const underLease = <T>(db: Db, projectId: number, act: (tx: Tx) => Promise<T>): Promise<T> =>
  db.transaction().execute(async (tx) => {
    const { numAffectedRows } = await sql`
      update project set importing_until = ${leaseEnd} where id = ${projectId} and importing_until > now()`.execute(tx)
    if (numAffectedRows !== 1n) throw new Error('the lease of the import has ended')
    return act(tx)
  })

/**
 * Runs an import, whose lease it renews meanwhile. `onRenewed` is called each time. When the import fails, its key becomes
 * available, and its rows are left to `startRemoval`.
 */
export const whileImporting = async <T>(
  db: Db,
  projectId: number,
  onRenewed: () => Promise<unknown>,
  act: () => Promise<T>,
): Promise<T> => {
  const renew = async (): Promise<void> => {
    await underLease(db, projectId, () => Promise.resolve())
    await onRenewed()
  }
  // The next batch of rows reports a lease that has ended.
  const timer = setInterval(() => void renew().catch(() => undefined), RENEW_MS)
  try {
    return await act()
  } catch (error) {
    // If the database has failed as well, the lease ends by itself.
    await sql`
      update project set importing_until = now(), key = ${unusedKey}
       where id = ${projectId} and importing_until is not null`
      .execute(db)
      .catch(() => undefined)
    throw error
  } finally {
    clearInterval(timer)
  }
}

/** Expression of a key that no project can have, so that the next import can use the key. */
const unusedKey = sql<string>`'import ' || id`

/** Returns the condition that no row of the same table refers to a row, so that inner suites are deleted first. */
const isUnreferred = (name: string, { columns }: AnyTableRule): RawBuilder<boolean> => {
  const column = Object.keys(columns).find((one) => isDeferred(columns[one]))
  return column === undefined
    ? sql`true`
    : sql`not exists (select from ${sql.table(name)} other where ${sql.ref(`other.${column}`)} = ${sql.ref(`${name}.id`)})`
}

/** Tables whose rows are deleted in slices, those that refer to others first. Rows of launches are deleted by `launch_deletion`. */
const TABLES = Object.entries(ARCHIVED_TABLES)
  .toReversed()
  .filter(([, { isOfLaunch }]) => isOfLaunch !== true)
  .map(([name, rule]) => ({
    table: sql.table(name),
    rows: (projectId: number) => sql`${rule.rows(projectId)} and ${isUnreferred(name, rule)}`,
  }))

/**
 * Returns a function that deletes one slice of an import that has failed, or whose server has stopped. It resolves with false when none is left,
 * or other servers work on all of them.
 */
export const createRemoval = (db: Db, createSize: () => SliceSize = createSliceSize): (() => Promise<boolean>) => {
  let size = createSize()
  /** Number of tables without rows, by id of the project. */
  const emptied = new Map<number, number>()
  return async () => {
    let begun = 0
    const deleted = await db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ id: number }>`
        update project set key = ${unusedKey}
         where id = (select id from project where importing_until <= now() order by id limit 1 for update skip locked)
        returning id`.execute(tx)
      const [project] = rows
      if (project === undefined) return null
      for (const [index, { table, rows: isNext }] of TABLES.entries()) {
        if (index < (emptied.get(project.id) ?? 0)) continue
        begun = performance.now()
        const { numAffectedRows } = await sql`
          delete from ${table} where ctid = any(array(
            select ctid from ${table} where ${isNext(project.id)} limit ${size.rows()}))`.execute(tx)
        if (numAffectedRows !== 0n) return Number(numAffectedRows)
        emptied.set(project.id, index + 1)
        // Rows of the next table can take longer.
        size = createSize()
      }
      await tx.deleteFrom('project').where('id', '=', project.id).execute()
      emptied.delete(project.id)
      return 0
    })
    if (deleted === null) return false
    if (deleted > 0) size.took(performance.now() - begun)
    return true
  }
}

/** Deletes the rows of failed and interrupted imports: at the start, each minute, and when woken. `isAlone`: no other server uses the database. */
export const startRemoval = (
  { db, isAlone }: { db: Db; isAlone: boolean },
  log: Pick<FastifyBaseLogger, 'warn'>,
): Repeated => {
  const removeSlice = createRemoval(db)
  let isFirst = isAlone
  const work = async (signal: AbortSignal): Promise<void> => {
    if (isFirst) await sql`update project set importing_until = now() where importing_until is not null`.execute(db)
    isFirst = false
    while (!signal.aborted && (await removeSlice())) {
      // Yields to other calls of this process, which wait for the same database.
      await new Promise(setImmediate)
    }
  }
  return repeat(work, LOOK_MS, (error) =>
    log.warn(
      { err: error },
      'what interrupted imports of projects have written could not be deleted; tried again later',
    ),
  )
}
