import { sql } from 'kysely'
import type { Db } from './database.ts'

/** Defaults of PostgreSQL's autovacuum thresholds. */
const minRows = 50
const deadShare = 0.2
const changedShare = 0.1

/**
 * Vacuums tables with many dead rows and analyzes tables with many changes; returns their names. A PostgreSQL server does this in the
 * background; the embedded database has no autovacuum, and its plans would degrade. One table at a time, since each blocks the database.
 */
export const maintain = async (db: Db): Promise<string[]> => {
  await sql`select pg_stat_force_next_flush()`.execute(db) // statistics lag by up to a second otherwise
  const dead = sql`n_dead_tup > ${sql.lit(minRows)} + ${sql.lit(deadShare)} * n_live_tup`
  const changed = sql`n_mod_since_analyze > ${sql.lit(minRows)} + ${sql.lit(changedShare)} * n_live_tup`
  const { rows: due } = await sql<{ name: string; dead: boolean }>`
    select relname as name, ${dead} as dead from pg_stat_user_tables
     where schemaname = 'public' and (${dead} or ${changed}) order by relname`.execute(db)
  for (const { name, dead } of due)
    await sql`${sql.raw(dead ? 'vacuum (analyze)' : 'analyze')} ${sql.table(name)}`.execute(db)
  return due.map(({ name }) => name)
}

/** Runs `maintain` every `everyMs` until stopped. Does not keep the process alive. */
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
