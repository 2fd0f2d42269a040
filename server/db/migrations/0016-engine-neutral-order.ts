import { sql, type Kysely } from 'kysely'

/**
 * Tests are sorted by name and searched by the rules of contract/test-list.ts, which no collation of the database changes. A search
 * also finds methods and test cases; the expressions are those of `holds` in launches/queries/matching.ts and of
 * launches/queries/tests-filter.ts, and have to stay the same.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(`drop index test_launch_name`).execute(db)
  await sql.raw(`create index test_launch_name on test (launch_id, lower(name collate "C"), id)`).execute(db)
  // As in 0002-test-search: without the extensions a search walks.
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
