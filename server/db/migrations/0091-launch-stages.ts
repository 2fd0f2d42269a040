import { sql, type Kysely } from 'kysely'

/** Times of a launch's stages, output lines that report errors, and workers known to be lost. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table launch_execution
     add column cloned_at timestamptz,
     add column command_ended_at timestamptz,
     -- Lines of its output that report an error.
     add column error_lines int not null default 0`,

  `alter table launch_output add column is_error boolean not null default false`,
  `create index launch_output_errors on launch_output (execution_id, place) where is_error`,

  // Whether followers of the workers were notified that it stopped responding.
  `alter table launch_worker add column is_lost boolean not null default false`,
]
