export const cases = String.raw`
-- The test case repository: requirements, suites, cases with their versions, shared steps, attachments, operations
-- that can be undone, imports, and models.

-- All texts of steps, and all values of fields that are texts.
create function step_texts(steps jsonb, field_values jsonb) returns text language sql immutable parallel safe as
$$ select coalesce((select string_agg(words #>> '{}', e'\n')
                      from (select jsonb_path_query(steps, '$[*].action') as words
                            union all select jsonb_path_query(steps, '$[*].expectedResult')) step), '')
     || e'\n'
     || coalesce((select string_agg(words #>> '{}', e'\n')
                    from jsonb_path_query(field_values, '$.*') as words where jsonb_typeof(words) = 'string'), '') $$;

create table requirement (
  id bigint generated always as identity primary key,
  project_id bigint not null references project on delete cascade,
  key text not null,
  title text not null default '',
  -- 'project': users write it here; 'jira': read from the issue with this key.
  source text not null default 'project',
  status text,
  url text,
  created_at timestamptz not null default now(),
  -- When the issue was last fetched.
  synced_at timestamptz,
  words text generated always as (lower(key || ' ' || title)) stored
);
create unique index requirement_key on requirement (project_id, lower(key));

-- Locked by every transaction that creates cases or moves cases or suites in the project. Positions are numbers with
-- gaps; appended items get the project's next one, without a query for the last.
create table repository (
  project_id bigint primary key references project on delete cascade,
  -- Number of the project's next case.
  next_number int not null default 1,
  -- Greater than every position in the project.
  next_position double precision not null default 1
);

create table suite (
  id bigint generated always as identity primary key,
  project_id bigint not null references project on delete cascade,
  parent_id bigint references suite,
  title text not null,
  description text not null default '',
  position double precision not null,
  -- Cases directly in the suite, without those in the trash bin. Maintained by the triggers of test_case.
  case_count int not null default 0,
  created_by bigint references person on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- A deleted suite stays until what it was deleted with can no longer be undone.
  deleted_at timestamptz
);
create index suite_order on suite (project_id, parent_id, position, id) where deleted_at is null;
create index suite_deleted on suite (deleted_at) where deleted_at is not null;

-- Counts cases in the transaction that changes them.
create function count_cases() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update suite s set case_count = s.case_count + d.more
      from (select suite_id, count(*) as more from new_rows
             where deleted_at is null and suite_id is not null group by suite_id) d
     where s.id = d.suite_id;
  elsif tg_op = 'DELETE' then
    update suite s set case_count = s.case_count - d.fewer
      from (select suite_id, count(*) as fewer from old_rows
             where deleted_at is null and suite_id is not null group by suite_id) d
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
end $$;

create table test_case (
  id bigint generated always as identity primary key,
  project_id bigint not null references project on delete cascade,
  -- Unique within the project.
  number int not null,
  title text not null,
  suite_id bigint references suite on delete set null,
  position double precision not null default 0,
  draft boolean not null default false,
  deprecated boolean not null default false,
  priority_id bigint references priority on delete set null,
  automation_state_id bigint references automation_state on delete set null,
  description text not null default '',
  pre_conditions text not null default '',
  post_conditions text not null default '',
  steps jsonb not null default '[]',
  attachments jsonb not null default '[]',
  -- Values by field id; fields without a value have no entry.
  field_values jsonb not null default '{}',
  version int not null default 1,
  created_by bigint references person on delete set null,
  created_at timestamptz not null default now(),
  updated_by bigint references person on delete set null,
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  deleted_by bigint references person on delete set null,
  -- Case that replaced it in another project; it is then hidden and not in the trash bin. No foreign key: it must
  -- stay hidden when that case is purged.
  moved_to bigint,
  -- Key in the imported file.
  imported_key text,
  -- All its texts, folded as foldText does.
  search_text text
    generated always as (
      fold_text(title || e'\n' || description || e'\n' || pre_conditions || e'\n' || post_conditions
        || e'\n' || step_texts(steps, field_values))
    ) stored
);
create unique index test_case_number on test_case (project_id, number);
create index test_case_field_values on test_case using gin (field_values);
create index test_case_order on test_case (suite_id, position, id) where deleted_at is null;
create index test_case_trash on test_case (project_id, deleted_at desc, id desc) where deleted_at is not null;
create index test_case_imported on test_case (project_id, imported_key) where imported_key is not null;
create index test_case_priority on test_case (priority_id);
create index test_case_automation_state on test_case (automation_state_id);
create index test_case_moved on test_case (deleted_at) where moved_to is not null;
create trigger count_inserted after insert on test_case
  referencing new table as new_rows for each statement execute function count_cases();
create trigger count_deleted after delete on test_case
  referencing old table as old_rows for each statement execute function count_cases();
create trigger count_updated after update on test_case
  referencing old table as old_rows new table as new_rows for each statement execute function count_cases();

-- Content of a case before each of its changes; the newest version is the case itself.
create table test_case_version (
  case_id bigint not null references test_case on delete cascade,
  version int not null,
  saved_by bigint references person on delete set null,
  saved_at timestamptz not null,
  -- CaseVersion.content of the contract.
  content jsonb not null,
  primary key (case_id, version)
);

create table test_case_requirement (
  requirement_id bigint not null references requirement on delete cascade,
  case_id bigint not null references test_case on delete cascade,
  primary key (requirement_id, case_id)
);
create index test_case_requirement_case on test_case_requirement (case_id);

create table shared_steps (
  id bigint generated always as identity primary key,
  project_id bigint not null references project on delete cascade,
  name text not null,
  steps jsonb not null,
  -- The texts of the steps, folded as foldText does.
  search_text text generated always as (fold_text(step_texts(steps, '{}'))) stored,
  version int not null default 1,
  created_by bigint references person on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index shared_steps_order on shared_steps (project_id, lower(name), id);

create table test_case_shared_steps (
  shared_steps_id bigint not null references shared_steps on delete cascade,
  case_id bigint not null references test_case on delete cascade,
  primary key (shared_steps_id, case_id)
);
create index test_case_shared_steps_case on test_case_shared_steps (case_id);

create table attachment (
  id uuid primary key default gen_random_uuid(),
  project_id bigint not null references project on delete cascade,
  file_hash text not null references file,
  name text not null,
  created_by bigint references person on delete set null,
  created_at timestamptz not null default now()
);
create index attachment_project on attachment (project_id, created_at);
create index attachment_file on attachment (file_hash);

-- Cases (all their versions) and shared steps that refer to the attachment. Housekeeping deletes unreferenced
-- attachments.
create table attachment_use (
  attachment_id uuid not null references attachment on delete cascade,
  case_id bigint references test_case on delete cascade,
  shared_steps_id bigint references shared_steps on delete cascade,
  check ((case_id is null) <> (shared_steps_id is null))
);
create unique index attachment_use_case on attachment_use (case_id, attachment_id) where case_id is not null;
create unique index attachment_use_shared_steps on attachment_use (shared_steps_id, attachment_id)
  where shared_steps_id is not null;
create index attachment_use_attachment on attachment_use (attachment_id);

-- Undo data of a bulk action.
create table case_operation (
  id uuid primary key,
  project_id bigint not null references project on delete cascade,
  person_id bigint references person on delete set null,
  kind text not null
    check (kind in (
      'create', 'move', 'move-to-project', 'clone', 'delete', 'edit', 'move-suite', 'clone-suite', 'delete-suite', 'import'
    )),
  -- Data of its kind that undo needs besides the items.
  undo jsonb not null default '{}',
  created_at timestamptz not null default now(),
  undone_at timestamptz
);
create index case_operation_age on case_operation (created_at);

-- Each case before the action, and the version that the action gave it.
create table case_operation_item (
  operation_id uuid not null references case_operation on delete cascade,
  case_id bigint not null references test_case on delete cascade,
  before jsonb,
  version_after int not null,
  primary key (operation_id, case_id)
);
create index case_operation_item_case on case_operation_item (case_id);

-- Outcomes of the parts of bulk actions, so that a retry does not repeat them.
create table case_operation_part (
  operation_id uuid not null,
  part int not null,
  project_id bigint not null references project on delete cascade,
  person_id bigint not null references person on delete cascade,
  -- Null until the part is done.
  answer jsonb,
  created_at timestamptz not null default now(),
  primary key (operation_id, part)
);
create index case_operation_part_age on case_operation_part (created_at);

-- Uploaded files of case imports.
create table case_import (
  id uuid primary key default gen_random_uuid(),
  project_id bigint not null references project on delete cascade,
  person_id bigint not null references person on delete cascade,
  file_hash text not null references file,
  name text not null,
  size_bytes bigint not null,
  format text not null check (format in ('csv', 'xlsx', 'markdown', 'testrail-xml')),
  -- Null until the import has ended.
  outcome jsonb,
  created_at timestamptz not null default now()
);
create index case_import_age on case_import (created_at);
create index case_import_file on case_import (file_hash);

-- Column mappings of earlier imports.
create table case_import_mapping (
  project_id bigint not null references project on delete cascade,
  -- Hash of the column names.
  columns text not null,
  mapping jsonb not null,
  used_at timestamptz not null default now(),
  primary key (project_id, columns)
);

-- Models of suites.
create table case_model (
  suite_id bigint primary key references suite on delete cascade,
  project_id bigint not null references project on delete cascade,
  format text not null,
  source text not null,
  model jsonb not null,
  options jsonb not null,
  version int not null default 1,
  updated_by bigint references person on delete set null,
  updated_at timestamptz not null default now()
);

-- The path through the model that a case was generated from.
create table case_model_case (
  case_id bigint primary key references test_case on delete cascade,
  suite_id bigint not null references case_model on delete cascade,
  path_key text not null,
  transition_ids jsonb not null,
  -- Content as the model generated it last; any difference was edited by a user.
  content jsonb not null,
  obsolete boolean not null default false
);
-- Hashed: keys of long paths exceed the maximum size of an index entry.
create unique index case_model_case_path on case_model_case (suite_id, md5(path_key));

-- Cases suggested by the assistant in a calendar month (2026-11), for the whole workspace.
create table ai_usage (
  month text primary key,
  used int not null
);
`
