import { sql, type Kysely } from 'kysely'

/**
 * One expression holds all texts of a test that a search looks at, each in a line of its own. The index of its groups of three characters
 * has two thirds of the size that one with each text apart had: a test's method is mostly called as the test itself, and most tests
 * have no failure and no test case. The expression is that of `words` in launches/queries/test-words.ts, and has to stay the same.
 *
 * The new index is made before the old one goes: meanwhile other servers can read tests, and only wait to write them.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  // As in 0002-test-search: without the extensions there was no index, and a search walks.
  await sql
    .raw(
      `do $$ begin
        if to_regclass('test_search') is not null then
          create index test_words on test using gin (
            launch_id,
            lower((name || e'\\n' || coalesce(class_name, '') || e'\\n' || coalesce(method_name, '') || e'\\n' || coalesce(message, '')
              || e'\\n' || jsonb_path_query_array(test_cases, '$[*].testCaseId')::text) collate "C") gin_trgm_ops
          ) with (gin_pending_list_limit = 512);
          drop index test_search;
          alter index test_words rename to test_search;
        end if;
      end $$`,
    )
    .execute(db)
}
