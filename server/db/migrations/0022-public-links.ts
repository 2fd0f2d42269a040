import { sql, type Kysely } from 'kysely'

const tables = [
  `create table public_link (
     id bigint generated always as identity primary key,
     project_id bigint not null references project on delete cascade,
     resource_type text not null,
     resource_id text not null,
     key text not null unique,
     passcode_hash text not null,
     created_by bigint references person on delete set null,
     created_at timestamptz not null default now(),
     expires_at timestamptz,
     revoked_at timestamptz,
     visits int not null default 0,
     last_visit_at timestamptz
   )`,
  'create index public_link_resource on public_link (project_id, resource_type, resource_id)',
  'create index public_link_created_by on public_link (created_by)',
  `create table public_access (
     hash bytea primary key,
     link_id bigint not null references public_link on delete cascade,
     expires_at timestamptz not null
   )`,
  'create index public_access_link on public_access (link_id)',
  'create index public_access_expires on public_access (expires_at)',
]

/** Links that share one resource with holders of the passcode, and the tokens that were issued for it. */
export const up = async <T>(db: Kysely<T>): Promise<void> => {
  for (const table of tables) await sql.raw(table).execute(db)
}
