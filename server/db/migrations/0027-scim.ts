import { sql, type Kysely } from 'kysely'

/** SCIM 2.0 provisioning: tokens of directories, and the directories' ids of users and groups. */
export const up = async <T>(db: Kysely<T>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table scim_token (
     id bigint generated always as identity primary key,
     name text not null,
     hash bytea not null unique,
     group_id bigint references user_group on delete set null,
     last_used_at timestamptz,
     created_at timestamptz not null default now()
   )`,
  'create index scim_token_group on scim_token (group_id)',
  'alter table person add column scim_user_name text, add column external_id text',
  'create unique index person_scim_user_name on person (lower(scim_user_name)) where scim_user_name is not null',
  'create index person_external_id on person (external_id) where external_id is not null',
  'alter table user_group add column external_id text',
]
