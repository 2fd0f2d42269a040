import { sql, type RawBuilder } from 'kysely'
import { expect } from 'vitest'
import type { TestApp } from './app.ts'
import { testEngine } from './database.ts'

/**
 * Two concurrent changes: both wait for the row that `lock` selects until both have reached it. The embedded database has one connection,
 * which runs them one after the other.
 */
export const besideEachOther = async <Result>(
  app: TestApp,
  lock: RawBuilder<unknown>,
  begin: () => Promise<Result>,
): Promise<Result> => {
  if (testEngine() === 'pglite') return begin()
  const under = await app.db.transaction().execute(async (tx) => {
    await lock.execute(tx)
    const done = begin()
    await expect
      .poll(async () => {
        // A transaction keeps its first snapshot of the activity.
        await sql`select pg_stat_clear_snapshot()`.execute(tx)
        const { rows } = await sql<{ waiting: number }>`
          select count(*) as waiting from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock'`.execute(tx)
        return rows[0]?.waiting
      })
      .toBe(2)
    return { done }
  })
  return under.done
}

export const EVENTS_OF_WORKSPACE = sql`select from event_stream where stream = 'workspace' for update`
export const WORKSPACE = sql`select from workspace for update`
