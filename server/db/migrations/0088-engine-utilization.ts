import { sql, type Kysely } from 'kysely'

/** Sums engine time over a range, and includes it in each project's usage. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create index launch_execution_started on launch_execution (started_at) where started_at is not null`,
  `create index launch_execution_active on launch_execution (state) where state in ('queued', 'running')`,
  // Cached counts lack the engine time: they are recomputed on demand.
  `delete from workspace_usage`,
]
