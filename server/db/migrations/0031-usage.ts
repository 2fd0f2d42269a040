import { sql, type Kysely } from 'kysely'

/** Cached usage of the workspace: counting scans whole indexes, which pages must not wait for. */
export const up = async <T>(db: Kysely<T>): Promise<void> => {
  await sql
    .raw(
      `create table workspace_usage (
         id int primary key check (id = 1),
         counted_at timestamptz not null,
         projects jsonb not null,
         stored jsonb not null
       )`,
    )
    .execute(db)
}
