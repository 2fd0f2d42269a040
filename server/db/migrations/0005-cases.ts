import { sql, type Kysely } from 'kysely'

/** Test case repository: suites, cases with their versions, shared steps, attachments, and bulk actions that can be undone. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/** Returns the texts of a case's or shared steps' steps as one text array, for search. */
const words = (column: string) =>
  `jsonb_path_query_array(${column}, '$[*].action') || jsonb_path_query_array(${column}, '$[*].expectedResult')`

const statements = [
  // Locked by every transaction that creates cases or moves cases or suites in the project. Positions are numbers with gaps; appended items
  // get the project's next one, without a query for the last.
  `create table repository (
    project_id bigint primary key references project on delete cascade,
    next_number int not null default 1,
    next_position double precision not null default 1
  )`,

  `create table suite (
    id bigint generated always as identity primary key,
    project_id bigint not null references project on delete cascade,
    parent_id bigint references suite,
    title text not null,
    description text not null default '',
    position double precision not null,
    -- Kept by the triggers of test_case.
    case_count int not null default 0,
    created_by bigint references person on delete set null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    -- A deleted suite stays until what it was deleted with can no longer be undone.
    deleted_at timestamptz
  )`,
  `create index suite_order on suite (project_id, parent_id, position, id) where deleted_at is null`,
  `create index suite_deleted on suite (deleted_at) where deleted_at is not null`,

  `alter table test_case
    add column suite_id bigint references suite on delete set null,
    add column position double precision not null default 0,
    add column draft boolean not null default false,
    add column deprecated boolean not null default false,
    add column priority_id bigint references priority on delete set null,
    add column automation_state_id bigint references automation_state on delete set null,
    add column description text not null default '',
    add column pre_conditions text not null default '',
    add column post_conditions text not null default '',
    add column steps jsonb not null default '[]',
    add column attachments jsonb not null default '[]',
    add column version int not null default 1,
    add column created_by bigint references person on delete set null,
    add column updated_by bigint references person on delete set null,
    add column updated_at timestamptz not null default now(),
    add column deleted_by bigint references person on delete set null,
    add column imported_key text,
    add column search tsvector generated always as (
      setweight(to_tsvector('simple', title), 'A') || setweight(to_tsvector('simple', number::text), 'A')
      || setweight(to_tsvector('simple', description || ' ' || pre_conditions || ' ' || post_conditions), 'B')
      || setweight(jsonb_to_tsvector('simple', ${words('steps')}, '["string"]'), 'C')
      || setweight(jsonb_to_tsvector('simple', field_values, '["string"]'), 'D')) stored`,
  `create index test_case_order on test_case (suite_id, position, id) where deleted_at is null`,
  `create index test_case_trash on test_case (project_id, deleted_at desc, id desc) where deleted_at is not null`,
  `create index test_case_search on test_case using gin (search)`,
  `create index test_case_imported on test_case (project_id, imported_key) where imported_key is not null`,
  `create index test_case_priority on test_case (priority_id)`,
  `create index test_case_automation_state on test_case (automation_state_id)`,
  `insert into repository (project_id, next_number)
   select p.id, coalesce((select max(number) from test_case c where c.project_id = p.id), 0) + 1 from project p`,

  // Counts cases in the transaction that changes them.
  `create function count_cases() returns trigger language plpgsql as $$
   begin
     if tg_op = 'INSERT' then
       update suite s set case_count = s.case_count + d.more
         from (select suite_id, count(*) as more from new_rows where deleted_at is null and suite_id is not null group by suite_id) d
        where s.id = d.suite_id;
     elsif tg_op = 'DELETE' then
       update suite s set case_count = s.case_count - d.fewer
         from (select suite_id, count(*) as fewer from old_rows where deleted_at is null and suite_id is not null group by suite_id) d
        where s.id = d.suite_id;
     else
       update suite s set case_count = s.case_count + d.more
         from (select suite_id, sum(one) as more
                 from (select suite_id, 1 as one from new_rows where deleted_at is null
                       union all
                       select suite_id, -1 from old_rows where deleted_at is null) changes
                where suite_id is not null group by suite_id having sum(one) <> 0) d
        where s.id = d.suite_id;
     end if;
     return null;
   end $$`,
  `create trigger count_inserted after insert on test_case
     referencing new table as new_rows for each statement execute function count_cases()`,
  `create trigger count_deleted after delete on test_case
     referencing old table as old_rows for each statement execute function count_cases()`,
  `create trigger count_updated after update on test_case
     referencing old table as old_rows new table as new_rows for each statement execute function count_cases()`,

  // Content of a case before each of its changes; the newest version is the case itself.
  `create table test_case_version (
    case_id bigint not null references test_case on delete cascade,
    version int not null,
    saved_by bigint references person on delete set null,
    saved_at timestamptz not null,
    content jsonb not null,
    primary key (case_id, version)
  )`,

  `create table shared_steps (
    id bigint generated always as identity primary key,
    project_id bigint not null references project on delete cascade,
    name text not null,
    steps jsonb not null,
    version int not null default 1,
    created_by bigint references person on delete set null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  )`,
  `create index shared_steps_order on shared_steps (project_id, lower(name), id)`,
  `create table test_case_shared_steps (
    shared_steps_id bigint not null references shared_steps on delete cascade,
    case_id bigint not null references test_case on delete cascade,
    primary key (shared_steps_id, case_id)
  )`,
  `create index test_case_shared_steps_case on test_case_shared_steps (case_id)`,

  `create table attachment (
    id uuid primary key default gen_random_uuid(),
    project_id bigint not null references project on delete cascade,
    file_hash text not null references file,
    name text not null,
    created_by bigint references person on delete set null,
    created_at timestamptz not null default now()
  )`,
  `create index attachment_project on attachment (project_id, created_at)`,
  `create index attachment_file on attachment (file_hash)`,
  // Versions of cases and shared steps that refer to the attachment. Unreferenced attachments are deleted by housekeeping.
  `create table attachment_use (
    attachment_id uuid not null references attachment on delete cascade,
    case_id bigint references test_case on delete cascade,
    shared_steps_id bigint references shared_steps on delete cascade,
    check ((case_id is null) <> (shared_steps_id is null))
  )`,
  `create unique index attachment_use_case on attachment_use (case_id, attachment_id) where case_id is not null`,
  `create unique index attachment_use_shared_steps on attachment_use (shared_steps_id, attachment_id) where shared_steps_id is not null`,
  `create index attachment_use_attachment on attachment_use (attachment_id)`,

  // Undo data of a bulk action: each case as it was, and the version that it got.
  `create table case_operation (
    id uuid primary key,
    project_id bigint not null references project on delete cascade,
    person_id bigint references person on delete set null,
    kind text not null check (kind in ('move', 'clone', 'delete', 'edit', 'move-suite', 'clone-suite', 'delete-suite', 'import')),
    undo jsonb not null default '{}',
    created_at timestamptz not null default now(),
    undone_at timestamptz
  )`,
  `create index case_operation_age on case_operation (created_at)`,
  `create table case_operation_item (
    operation_id uuid not null references case_operation on delete cascade,
    case_id bigint not null references test_case on delete cascade,
    before jsonb,
    version_after int not null,
    primary key (operation_id, case_id)
  )`,
  `create index case_operation_item_case on case_operation_item (case_id)`,

  // Agents' results are looked up by the case that they cover.
  `create index test_of_test_cases on test using gin (test_cases jsonb_path_ops) where test_cases <> '[]'`,

  // New features are enabled where the workspace uses test cases.
  `update workspace set features = features || '["test-repository-import", "test-case-history", "ai-assistant"]'::jsonb
    where features ? 'test-case-management'`,
]
