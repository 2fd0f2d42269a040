import { sql, type Kysely } from 'kysely'

/**
 * Launches that several jobs of a build report together. `build_key` is the same for all of them, `shards` has their announced number and
 * those that have begun. `test.shard` is the index of the imported shard that a test is of, which replaces its tests when it is sent again.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    alter table launch add column build_key text, add column shards jsonb;
    create unique index launch_build_key on launch (project_id, build_key) where build_key is not null;
    alter table test add column shard int;
    create index test_shard on test (launch_id, shard) where shard is not null`.execute(db)
}
