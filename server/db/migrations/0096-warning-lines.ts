import { sql, type Kysely } from 'kysely'

/** Output lines that report a warning, as those that report an error. Earlier output has none. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table launch_execution add column warning_lines int not null default 0`,
  `alter table launch_output add column is_warning boolean not null default false`,
  `create index launch_output_warnings on launch_output (execution_id, place) where is_warning`,
]
