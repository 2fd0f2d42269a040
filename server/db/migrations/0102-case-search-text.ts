import { sql, type Kysely } from 'kysely'
import { FOLDED_LETTERS } from '../../../contract/cases/search-text.ts'

/**
 * Searches of test cases find any part of a text, in every script, instead of beginnings of words. `fold_text` folds as the function
 * `foldText` of the contract. The index needs the same extensions as `test_search`; without them a search scans.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const from = [...FOLDED_LETTERS.keys()].join('')
  const to = [...FOLDED_LETTERS.values()].join('')
  for (const statement of [
    `create function fold_text(given text) returns text language sql immutable parallel safe as
       $$ select case when octet_length(given) = length(given) then lower(given collate "C")
                      else translate(lower(normalize(given, NFKC) collate "C"), '${from}', '${to}') end $$`,
    `create function step_texts(steps jsonb, field_values jsonb) returns text language sql immutable parallel safe as
       $$ select coalesce((select string_agg(words #>> '{}', e'\\n')
                             from (select jsonb_path_query(steps, '$[*].action') as words
                                   union all select jsonb_path_query(steps, '$[*].expectedResult')) step), '')
            || e'\\n'
            || coalesce((select string_agg(words #>> '{}', e'\\n')
                           from jsonb_path_query(field_values, '$.*') as words where jsonb_typeof(words) = 'string'), '') $$`,
    `alter table test_case drop column search,
       add column search_text text generated always as (
         fold_text(title || e'\\n' || description || e'\\n' || pre_conditions || e'\\n' || post_conditions
           || e'\\n' || step_texts(steps, field_values))) stored`,
    `alter table shared_steps
       add column search_text text generated always as (fold_text(step_texts(steps, '{}'))) stored`,
    `do $$ begin
       if to_regclass('test_search') is not null then
         create index test_case_search_text on test_case using gin (project_id, search_text gin_trgm_ops)
           with (gin_pending_list_limit = 512);
       end if;
     end $$`,
  ])
    await sql.raw(statement).execute(db)
}
