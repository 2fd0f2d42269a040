import { sql, type Kysely } from 'kysely'

/**
 * A launch's tests are found by any part of their texts without walking over all of them: an index of the groups of three characters in
 * the expressions that a search compares (`holds` in launches/queries/matching.ts; they have to stay the same).
 *
 * On a database server whose owner has not installed the two extensions, or where we may not create them, the index is left out and a
 * search walks. A short list of entries to come keeps both writing quick and the search through that list.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql
    .raw(
      `do $$ begin
        create extension if not exists pg_trgm;
        create extension if not exists btree_gin;
        create index test_search on test using gin (
          launch_id,
          lower(name collate "C") gin_trgm_ops,
          lower(class_name collate "C") gin_trgm_ops,
          lower(message collate "C") gin_trgm_ops
        ) with (gin_pending_list_limit = 512);
      exception when insufficient_privilege or undefined_file or feature_not_supported then null;
      end $$`,
    )
    .execute(db)
}

/** Whether the index could be made. */
export const hasTestSearch = async <T>(db: Kysely<T>): Promise<boolean> => {
  const { rows } = await sql<{ is_there: boolean }>`select to_regclass('test_search') is not null as is_there`.execute(
    db,
  )
  return rows[0]?.is_there === true
}
