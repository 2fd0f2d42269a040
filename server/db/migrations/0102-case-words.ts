import { sql, type Kysely } from 'kysely'
import { FOLDED_LETTERS } from '../../../contract/cases/folded-words.ts'

/**
 * Searches of test cases find any part of a text, in every script, instead of beginnings of words. `fold_words` folds as the function
 * `foldWords` of the contract. The index needs the same extensions as `test_search`; without them a search scans.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const from = [...FOLDED_LETTERS.keys()].join('')
  const to = [...FOLDED_LETTERS.values()].join('')
  for (const statement of [
    `create function fold_words(words text) returns text language sql immutable parallel safe as
       $$ select case when octet_length(words) = length(words) then lower(words collate "C")
                      else translate(lower(normalize(words, NFKC) collate "C"), '${from}', '${to}') end $$`,
    `create function step_words(steps jsonb, field_values jsonb) returns text language sql immutable parallel safe as
       $$ select coalesce((select string_agg(words #>> '{}', e'\\n')
                             from (select jsonb_path_query(steps, '$[*].action') as words
                                   union all select jsonb_path_query(steps, '$[*].expectedResult')) step), '')
            || e'\\n'
            || coalesce((select string_agg(words #>> '{}', e'\\n')
                           from jsonb_path_query(field_values, '$.*') as words where jsonb_typeof(words) = 'string'), '') $$`,
    `alter table test_case drop column search,
       add column words text generated always as (
         fold_words(title || e'\\n' || description || e'\\n' || pre_conditions || e'\\n' || post_conditions
           || e'\\n' || step_words(steps, field_values))) stored`,
    `alter table shared_steps
       add column words text generated always as (fold_words(step_words(steps, '{}'))) stored`,
    `do $$ begin
       if to_regclass('test_search') is not null then
         create index test_case_words on test_case using gin (project_id, words gin_trgm_ops)
           with (gin_pending_list_limit = 512);
       end if;
     end $$`,
  ])
    await sql.raw(statement).execute(db)
}
