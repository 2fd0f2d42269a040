import { sql, type Kysely } from 'kysely'

/** Sign-in policy and logo of the workspace. */
export const up = async <T>(db: Kysely<T>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table workspace
     add column second_factor_required boolean not null default false,
     add column second_factor_exempts_sso boolean not null default true,
     add column password_least int not null default 8,
     add column refuses_common_passwords boolean not null default false,
     add column logo_hash text references file,
     add column billing_contact text`,
  // Existing sessions of users with a second factor were opened with it.
  'alter table session add column second_factor boolean not null default true',
  'alter table session alter column second_factor set default false',
]
