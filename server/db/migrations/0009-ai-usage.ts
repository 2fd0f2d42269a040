import { sql, type Kysely } from 'kysely'

/** How much of the assistant's credits each month took. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw('create table ai_usage (month text primary key, used int not null)').execute(db)
}
