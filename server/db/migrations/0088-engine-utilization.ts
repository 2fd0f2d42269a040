import { sql, type Kysely } from 'kysely'

/** Engine time is added up over a range, and counted with the usage of each project. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create index launch_execution_started on launch_execution (started_at) where started_at is not null`,
  `create index launch_execution_active on launch_execution (state) where state in ('queued', 'running')`,
  // Counts from before lack the engine time: they are made anew when somebody asks.
  `delete from workspace_usage`,
]
