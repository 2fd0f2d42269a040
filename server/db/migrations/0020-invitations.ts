import { sql, type Kysely } from 'kysely'

/** Invitation links of pending users. At most one per user: a new link replaces the previous one. */
export const up = async <T>(db: Kysely<T>): Promise<void> => {
  await sql
    .raw(
      `create table invitation (
         person_id bigint primary key references person on delete cascade,
         token_hash bytea not null unique,
         invited_by bigint references person on delete set null,
         expires_at timestamptz not null,
         accepted_at timestamptz,
         created_at timestamptz not null default now()
       )`,
    )
    .execute(db)
}
