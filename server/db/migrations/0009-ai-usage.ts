import { sql, type Kysely } from 'kysely'

/** Assistant credits used per month. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw('create table ai_usage (month text primary key, used int not null)').execute(db)
}
