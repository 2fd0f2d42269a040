import { sql, type Kysely } from 'kysely'

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create table event_stream (
      stream text primary key,
      sequence bigint not null,
      pruned bigint not null default 0
    )`.execute(db)
  await sql`
    create table event (
      id bigint generated always as identity primary key,
      uid uuid not null default gen_random_uuid(),
      xid xid8 not null default pg_current_xact_id(),
      stream text not null,
      sequence bigint not null,
      type text not null,
      payload jsonb not null,
      project_id bigint,
      person_id bigint,
      at timestamptz not null default now(),
      unique (stream, sequence)
    )`.execute(db)
  await sql`create index event_by_transaction on event (xid, id)`.execute(db)
  await sql`create index event_by_age on event (at)`.execute(db)
}
