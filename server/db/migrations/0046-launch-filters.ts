import { sql, type Kysely } from 'kysely'

/**
 * Indexes to filter, count and search the launches list, and to list the labels in use without scanning all launches. `words` holds the
 * searched texts, one per line. As with `test_search`, the search index is omitted where pg_trgm is missing and cannot be created.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // An index entry cannot hold a value of 4000 characters.
  `update launch set locale = left(locale, 255) where length(locale) > 255`,

  `create function launch_words(name text, build text, environment text, milestone jsonb, labels jsonb) returns text
     language sql immutable parallel safe as $$
     select lower(concat_ws(e'\\n', name, build, environment, milestone->>'name',
       (select string_agg(l->>'value', e'\\n') from jsonb_array_elements(labels) l)) collate "C")
   $$`,
  `alter table launch add column words text collate "C"
     generated always as (launch_words(name, build, environment, milestone, labels)) stored`,
  `do $$ begin
     create extension if not exists pg_trgm;
     create index launch_search on launch using gin (words gin_trgm_ops) with (gin_pending_list_limit = 512);
   exception when insufficient_privilege or undefined_file or feature_not_supported then null;
   end $$`,

  `create index launch_status on launch (project_id, status)`,
  `create index launch_environment on launch (project_id, environment)`,
  `create index launch_browser on launch (project_id, browser)`,
  `create index launch_platform on launch (project_id, platform)`,
  `create index launch_locale on launch (project_id, locale)`,
  `create index launch_build on launch (project_id, build)`,
  `create index launch_milestone on launch (project_id, (milestone->>'name'))`,
  `create index launch_started_by on launch (project_id, started_by)`,

  // Rows instead of counters: launches of one team that end at the same time would contend for a counter.
  `create table launch_label (
    launch_id bigint not null references launch on delete cascade,
    project_id bigint not null,
    key text not null,
    value text not null,
    primary key (launch_id, key, value)
  )`,
  `create index launch_label_values on launch_label (project_id, key, value)`,
  // An index entry cannot hold a value of 4000 characters: longer values are truncated, so that their keys are still found.
  `create function keep_launch_labels() returns trigger language plpgsql as $$
   begin
     if tg_op = 'UPDATE' then
       delete from launch_label where launch_id = new.id;
     end if;
     insert into launch_label (launch_id, project_id, key, value)
     select distinct new.id, new.project_id, l->>'key', left(coalesce(l->>'value', ''), 400) from jsonb_array_elements(new.labels) l
      where length(l->>'key') between 1 and 255;
     return null;
   end $$`,
  `create trigger label_inserted after insert on launch
     for each row when (new.labels <> '[]'::jsonb) execute function keep_launch_labels()`,
  `create trigger label_updated after update on launch
     for each row when (new.labels is distinct from old.labels) execute function keep_launch_labels()`,
  `insert into launch_label (launch_id, project_id, key, value)
   select distinct n.id, n.project_id, l->>'key', left(coalesce(l->>'value', ''), 400)
     from launch n cross join jsonb_array_elements(n.labels) l where length(l->>'key') between 1 and 255`,
]
