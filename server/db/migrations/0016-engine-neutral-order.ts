import { sql, type Kysely } from 'kysely'

/**
 * Sorts tests by name and searches them by the rules of contract/test-list.ts, independently of the database's collation. A search also
 * covers methods and test cases. The expressions must stay the same as `holds` in launches/queries/matching.ts and those in
 * launches/queries/tests-filter.ts.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(`drop index test_launch_name`).execute(db)
  await sql.raw(`create index test_launch_name on test (launch_id, lower(name collate "C"), id)`).execute(db)
  // As in 0002-test-search: without the extensions a search scans.
  await sql
    .raw(
      `do $$ begin
        if to_regclass('test_search') is not null then
          drop index test_search;
          create index test_search on test using gin (
            launch_id,
            lower(name collate "C") gin_trgm_ops,
            lower(class_name collate "C") gin_trgm_ops,
            lower(method_name collate "C") gin_trgm_ops,
            lower(message collate "C") gin_trgm_ops,
            lower((jsonb_path_query_array(test_cases, '$[*].testCaseId')::text) collate "C") gin_trgm_ops
          ) with (gin_pending_list_limit = 512);
        end if;
      end $$`,
    )
    .execute(db)
}
