import { sql, type Kysely } from 'kysely'

/**
 * Indexes all searched texts of a test as one expression with one text per line. This trigram index has two thirds of the size of the
 * previous one, which indexed each text separately: a test's method usually equals its name, and most tests have no failure and no test
 * case. The expression must stay the same as `words` in launches/queries/test-words.ts. The new index is created before the old one is
 * dropped: meanwhile other servers can read tests, and only writes wait.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  // As in 0002-test-search: without the extensions there was no index, and a search scans.
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
