export const search = String.raw`
-- Trigram indexes to find any part of a text without a scan. They are omitted, and a search scans, on a database server
-- where the extensions are missing and cannot be created. A short pending list keeps both writes and searches of it fast;
-- that of tests is longer, which makes an import a twentieth faster, and a search reads up to 2 MB of it row by row.

do $$ begin
  create extension if not exists pg_trgm;
  create extension if not exists btree_gin;
  -- One expression of all texts: two thirds of the size of an index of each text, since a test's method usually equals its
  -- name, and most tests have no failure and no test case. It must stay the same as in launches/queries/test-words.ts.
  create index test_search on test using gin (
    launch_id,
    lower((name || e'\n' || coalesce(class_name, '') || e'\n' || coalesce(method_name, '') || e'\n' || coalesce(message, '')
      || e'\n' || jsonb_path_query_array(test_cases, '$[*].testCaseId')::text) collate "C") gin_trgm_ops
  ) with (gin_pending_list_limit = 2048);
  create index test_case_search_text on test_case using gin (project_id, search_text gin_trgm_ops)
    with (gin_pending_list_limit = 512);
exception when insufficient_privilege or undefined_file or feature_not_supported then null;
end $$;

-- This one does not need btree_gin.
do $$ begin
  create extension if not exists pg_trgm;
  create index launch_search on launch using gin (words gin_trgm_ops) with (gin_pending_list_limit = 512);
exception when insufficient_privilege or undefined_file or feature_not_supported then null;
end $$;
`
