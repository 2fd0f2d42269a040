import { sql, type Kysely } from 'kysely'

/** Counts the changes of a repository's credentials: users cannot compare stored tokens, so a save names the version it replaces. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table git_repository add column credentials_version int not null default 1`.execute(db)
}
