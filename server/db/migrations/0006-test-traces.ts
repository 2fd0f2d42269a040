import { sql, type Kysely } from 'kysely'

/** Whether an attempt of a test has a trace, so that lists show it without reading artifacts. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    alter table test add column has_trace boolean not null default false;
    update test set has_trace = true where id in (
      select test_id from artifact
       where kind = 'file' and test_id is not null and name ~* '(^|[^a-z0-9])trace([^a-z].*)?\\.zip$')`.execute(db)
}
