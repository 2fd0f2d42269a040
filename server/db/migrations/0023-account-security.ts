import { sql, type Kysely } from 'kysely'

/** Sessions record their device, sign-ins are logged, and users may have a second factor. */
export const up = async <T>(db: Kysely<T>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  'alter table session add column user_agent text, add column address text',

  `create table sign_in (
     id bigint generated always as identity primary key,
     person_id bigint not null references person on delete cascade,
     method text not null,
     refused boolean not null,
     user_agent text,
     address text,
     created_at timestamptz not null default now()
   )`,
  'create index sign_in_person on sign_in (person_id, id)',
  'create index sign_in_created_at on sign_in (created_at)',

  `create table second_factor (
     person_id bigint primary key references person on delete cascade,
     secret bytea not null,
     last_step int not null default 0,
     confirmed_at timestamptz
   )`,
  `create table recovery_code (
     person_id bigint not null references second_factor on delete cascade,
     hash bytea not null,
     primary key (person_id, hash)
   )`,
  `create table second_factor_ticket (
     hash bytea primary key,
     person_id bigint not null references person on delete cascade,
     password_digest bytea not null,
     expires_at timestamptz not null
   )`,
  'create index second_factor_ticket_expiry on second_factor_ticket (expires_at)',
]
