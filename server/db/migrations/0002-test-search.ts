import { sql, type Kysely } from 'kysely'

/**
 * Adds a trigram index to find a launch's tests by any part of their texts without a scan. Its expressions must stay the same as those that
 * a search compares (`holds` in launches/queries/matching.ts). The index is omitted, and a search scans, on a database server where the two
 * extensions are missing and cannot be created. A short pending list (GIN) keeps both writes and searches of that list fast.
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

/** Returns whether the index could be created. */
export const hasTestSearch = async <T>(db: Kysely<T>): Promise<boolean> => {
  const { rows } = await sql<{ is_there: boolean }>`select to_regclass('test_search') is not null as is_there`.execute(
    db,
  )
  return rows[0]?.is_there === true
}
