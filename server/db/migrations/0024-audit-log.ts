import { sql, type Kysely } from 'kysely'

/** Audit log of the workspace: a hash chain that an altered or missing entry breaks. */
export const up = async <T>(db: Kysely<T>): Promise<void> => {
  const statements = [
    `create table audit_entry (
       id bigint generated always as identity primary key,
       event_uid uuid not null unique,
       at timestamptz not null,
       person_id bigint,
       actor text,
       type text not null,
       stream text not null,
       subject text not null,
       payload jsonb not null,
       address text,
       hash bytea not null
     )`,
    `create index audit_entry_at on audit_entry (at)`,
    `create index audit_entry_person on audit_entry (person_id, id)`,
    `create index audit_entry_type on audit_entry (type, id)`,
    `create table audit_head (
       id integer primary key check (id = 1),
       hash bytea not null,
       pruned_hash bytea not null
     )`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
