import { sql, type Kysely } from 'kysely'

/** External systems of requirements, and the address of a requirement. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql
    .raw(`create table requirement_system (
      id bigint generated always as identity primary key,
      project_id bigint not null references project on delete cascade,
      name text not null,
      key_prefix text not null,
      address text not null
    )`)
    .execute(db)
  await sql
    .raw('create unique index requirement_system_name on requirement_system (project_id, lower(name))')
    .execute(db)
  await sql
    .raw('create unique index requirement_system_key_prefix on requirement_system (project_id, lower(key_prefix))')
    .execute(db)
}
