import { sql, type Kysely } from 'kysely'

/** Whether the quality gate of a project lets a launch pass of which a part could not be imported. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table quality_gate add column allow_incomplete boolean not null default false`.execute(db)
}
