import { sql, type Kysely } from 'kysely'

/** External systems that the workspace is connected to, one of each kind. Secrets are encrypted together. */
export const up = async <T>(db: Kysely<T>): Promise<void> => {
  await sql
    .raw(
      `create table integration (
         key text primary key,
         enabled boolean not null,
         field_values jsonb not null,
         secrets bytea not null,
         secrets_entered jsonb not null,
         revision integer not null default 1,
         checked_at timestamptz,
         check_problem text,
         check_account text,
         created_at timestamptz not null default now()
       )`,
    )
    .execute(db)
}
