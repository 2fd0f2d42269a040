import { sql, type Kysely } from 'kysely'

/** Passkeys. Recovery codes belong to the user, so users with a passkey and no authenticator app have them too. */
export const up = async <T>(db: Kysely<T>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // WebAuthn user handle. It reveals nothing about the user.
  'alter table person add column passkey_handle uuid not null default gen_random_uuid()',
  'create unique index person_passkey_handle on person (passkey_handle)',

  `create table passkey (
     id bigint generated always as identity primary key,
     person_id bigint not null references person on delete cascade,
     credential_id bytea not null unique,
     public_key bytea not null,
     counter bigint not null,
     transports jsonb not null default '[]',
     synced boolean not null,
     name text not null,
     created_at timestamptz not null default now(),
     last_used_at timestamptz
   )`,
  'create index passkey_person on passkey (person_id)',

  `create table passkey_challenge (
     hash bytea primary key,
     purpose text not null,
     person_id bigint references person on delete cascade,
     expires_at timestamptz not null
   )`,
  'create index passkey_challenge_expiry on passkey_challenge (expires_at)',

  `alter table recovery_code
     drop constraint recovery_code_person_id_fkey,
     add constraint recovery_code_person_id_fkey foreign key (person_id) references person on delete cascade`,
]
