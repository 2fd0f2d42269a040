import { sql } from 'kysely'
import type { Db } from './database.ts'

/** PostgreSQL's own rule for when a table is due, with its defaults. */
const leastRows = 50
const deadShare = 0.2
const changedShare = 0.1

/**
 * Cleans the tables that have collected dead rows and counts anew those that have changed much; answers their names. On PostgreSQL a
 * server process does this by itself; the embedded database has no such process, and would choose ever worse plans.
 * One table at a time: each holds the database for its length.
 */
export const maintain = async (db: Db): Promise<string[]> => {
  await sql`select pg_stat_force_next_flush()`.execute(db) // the counts below lag by up to a second otherwise
  const dead = sql`n_dead_tup > ${sql.lit(leastRows)} + ${sql.lit(deadShare)} * n_live_tup`
  const changed = sql`n_mod_since_analyze > ${sql.lit(leastRows)} + ${sql.lit(changedShare)} * n_live_tup`
  const { rows: due } = await sql<{ name: string; dead: boolean }>`
    select relname as name, ${dead} as dead from pg_stat_user_tables
     where schemaname = 'public' and (${dead} or ${changed}) order by relname`.execute(db)
  for (const { name, dead } of due)
    await sql`${sql.raw(dead ? 'vacuum (analyze)' : 'analyze')} ${sql.table(name)}`.execute(db)
  return due.map(({ name }) => name)
}

/** Maintains every `everyMs` until stopped. Does not keep the process alive. */
export const keepMaintained = (
  db: Db,
  everyMs: number,
  onError: (error: unknown) => void,
): { stop: () => Promise<void> } => {
  let running: Promise<unknown> = Promise.resolve()
  let stopped = false
  const timer = setInterval(() => {
    running = running.then(() => (stopped ? [] : maintain(db))).catch(onError)
  }, everyMs)
  timer.unref()
  return {
    stop: async () => {
      stopped = true
      clearInterval(timer)
      await running
    },
  }
}
