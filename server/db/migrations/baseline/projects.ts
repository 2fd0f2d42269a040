export const projects = `
-- Projects, their members and settings, and links that share their content publicly.

create table project (
  id bigint generated always as identity primary key,
  key text not null unique,
  name text not null,
  logo_url text,
  -- Hash of the uploaded logo.
  logo_hash text references file,
  lead_id bigint references person on delete set null,
  publicly_accessible boolean not null default false,
  launches_total int not null default 0,
  -- Number of the newest launch; 0 before the first.
  last_launch_number int not null default 0,
  created_at timestamptz not null default now()
);
create index project_logo on project (logo_hash) where logo_hash is not null;

create table project_member (
  project_id bigint not null references project on delete cascade,
  person_id bigint not null references person on delete cascade,
  role text not null check (role in ('ADMINISTRATOR', 'MANAGER', 'ENGINEER', 'GUEST')),
  created_at timestamptz not null default now(),
  primary key (project_id, person_id)
);
create index project_member_person on project_member (person_id);

create table starred_project (
  person_id bigint not null references person on delete cascade,
  project_id bigint not null references project on delete cascade,
  primary key (person_id, project_id)
);

-- Lists that are saved as a whole. A save locks this row first and compares the version.
create table settings_version (
  project_id bigint not null references project on delete cascade,
  list text not null
    check (list in (
      'result-statuses', 'observation-types', 'failure-tags', 'priorities', 'automation-states', 'test-case-fields'
    )),
  version int not null default 0,
  saved_by bigint references person on delete set null,
  saved_at timestamptz,
  primary key (project_id, list)
);

-- Sessions and observations refer to the last name of a deleted observation type or milestone, so their references
-- have no foreign keys.
create table deleted_setting (
  kind text not null check (kind in ('observation-type', 'milestone')),
  id bigint not null,
  project_id bigint not null references project on delete cascade,
  name text not null,
  color_hex text,
  primary key (kind, id)
);
create index deleted_setting_project on deleted_setting (project_id);

-- If the project itself is being deleted, its row is already gone and nothing is recorded.
create function keep_deleted_setting() returns trigger language plpgsql as $$
begin
  insert into deleted_setting (kind, id, project_id, name, color_hex)
  select tg_argv[0], g.id, p.id, g.name, to_jsonb(g)->>'color_hex'
    from gone g join project p on p.id = g.project_id
  on conflict do nothing;
  return null;
end $$;

-- Results refer to the last name of a deleted status.
create table deleted_result_status (
  id bigint primary key,
  project_id bigint not null references project on delete cascade,
  name text not null,
  color_hex text not null,
  is_success boolean not null,
  is_failure boolean not null,
  is_completed boolean not null
);
create index deleted_result_status_project on deleted_result_status (project_id);

create function keep_deleted_result_status() returns trigger language plpgsql as $$
begin
  insert into deleted_result_status (id, project_id, name, color_hex, is_success, is_failure, is_completed)
  select g.id, p.id, g.name, g.color_hex, g.is_success, g.is_failure, g.is_completed
    from gone g join project p on p.id = g.project_id
  on conflict do nothing;
  return null;
end $$;

create table result_status (
  id bigint generated always as identity primary key,
  project_id bigint not null references project on delete cascade,
  name text not null,
  aliases text not null default '',
  enabled boolean not null default true,
  color_hex text not null,
  is_success boolean not null default false,
  is_failure boolean not null default false,
  is_completed boolean not null default false,
  is_assignable boolean not null default true,
  is_untested boolean not null default false,
  position int not null,
  check (not (is_success and is_failure)),
  check (not is_untested or enabled)
);
create index result_status_order on result_status (project_id, position);
create unique index result_status_untested on result_status (project_id) where is_untested;
create trigger keep_deleted after delete on result_status
  referencing old table as gone for each statement execute function keep_deleted_result_status();

create table observation_type (
  id bigint generated always as identity primary key,
  project_id bigint not null references project on delete cascade,
  name text not null,
  enabled boolean not null default true,
  color_hex text not null,
  position int not null
);
create index observation_type_order on observation_type (project_id, position);
create trigger keep_deleted after delete on observation_type
  referencing old table as gone for each statement execute function keep_deleted_setting('observation-type');

create table failure_tag (
  id bigint generated always as identity primary key,
  project_id bigint not null references project on delete cascade,
  name text not null,
  value text not null
    check (value in ('PRODUCT_DEFECT', 'AUTOMATION_DEFECT', 'ENVIRONMENT_ISSUE', 'TO_INVESTIGATE', 'NO_DEFECT')),
  enabled boolean not null default true,
  color_hex text not null,
  position int not null
);
create index failure_tag_order on failure_tag (project_id, position);

create table priority (
  id bigint generated always as identity primary key,
  project_id bigint not null references project on delete cascade,
  name text not null,
  icon text not null,
  is_default boolean not null default false,
  position int not null
);
create index priority_order on priority (project_id, position);

create table automation_state (
  id bigint generated always as identity primary key,
  project_id bigint not null references project on delete cascade,
  name text not null,
  icon text not null,
  is_default boolean not null default false,
  position int not null
);
create index automation_state_order on automation_state (project_id, position);

create table test_case_field_tab (
  id bigint generated always as identity primary key,
  project_id bigint not null references project on delete cascade,
  name text not null,
  position int not null
);
create index test_case_field_tab_order on test_case_field_tab (project_id, position);

create table test_case_field (
  id bigint generated always as identity primary key,
  project_id bigint not null references project on delete cascade,
  type text not null check (type in ('SYSTEM', 'CUSTOM')),
  name text not null,
  description text not null default '',
  system_name text not null,
  data_type text not null,
  tab_id bigint references test_case_field_tab on delete set null,
  enabled boolean not null default true,
  position int not null,
  value jsonb not null default '{}'
);
create index test_case_field_order on test_case_field (project_id, position);
create unique index test_case_field_system_name on test_case_field (project_id, lower(system_name));

-- Field values refer to options by id, so an id is never reused.
create sequence test_case_field_option_id;

create table configuration_group (
  id bigint generated always as identity primary key,
  project_id bigint not null references project on delete cascade,
  name text not null,
  created_at timestamptz not null default now()
);
create unique index configuration_group_name on configuration_group (project_id, lower(name));

create table configuration_option (
  id bigint generated always as identity primary key,
  group_id bigint not null references configuration_group on delete cascade,
  name text not null
);
create unique index configuration_option_name on configuration_option (group_id, lower(name));

-- A deleted environment remains, since results refer to it (ENVS-25).
create table environment (
  id bigint generated always as identity primary key,
  project_id bigint not null references project on delete cascade,
  name text not null,
  key text not null,
  description text not null default '',
  deleted_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index environment_key on environment (project_id, lower(key)) where deleted_at is null;
create unique index environment_name on environment (project_id, lower(name)) where deleted_at is null;

-- Values of secrets are encrypted, others are plain text.
create table variable (
  id bigint generated always as identity primary key,
  project_id bigint not null references project on delete cascade,
  -- Null for a variable of the project, which applies to all environments.
  environment_id bigint references environment on delete cascade,
  key text not null,
  secret boolean not null default false,
  -- Null for a secret, whose value is in encrypted_value.
  value text,
  encrypted_value bytea,
  created_at timestamptz not null default now(),
  check ((value is null) = secret),
  check ((encrypted_value is null) <> secret)
);
create unique index variable_of_project on variable (project_id, key) where environment_id is null;
create unique index variable_of_environment on variable (environment_id, key) where environment_id is not null;

create table milestone (
  id bigint generated always as identity primary key,
  project_id bigint not null references project on delete cascade,
  name text not null,
  description text not null default '',
  -- Dates as YYYY-MM-DD.
  start_date date,
  due_date date,
  completed boolean not null default false,
  created_at timestamptz not null default now()
);
create index milestone_list on milestone (project_id, completed, due_date, id);
-- Agents refer to a launch's milestone by name, so names are unique within a project.
create unique index milestone_name on milestone (project_id, lower(name));
create trigger keep_deleted after delete on milestone
  referencing old table as gone for each statement execute function keep_deleted_setting('milestone');

-- External systems of requirements, with the address of a requirement.
create table requirement_system (
  id bigint generated always as identity primary key,
  project_id bigint not null references project on delete cascade,
  name text not null,
  key_prefix text not null,
  address text not null
);
create unique index requirement_system_name on requirement_system (project_id, lower(name));
create unique index requirement_system_key_prefix on requirement_system (project_id, lower(key_prefix));

-- Links that share one resource with holders of the passcode.
create table public_link (
  id bigint generated always as identity primary key,
  project_id bigint not null references project on delete cascade,
  resource_type text not null,
  resource_id text not null,
  key text not null unique,
  passcode_hash text not null,
  created_by bigint references person on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  revoked_at timestamptz,
  visits int not null default 0,
  last_visit_at timestamptz
);
create index public_link_resource on public_link (project_id, resource_type, resource_id);
create index public_link_created_by on public_link (created_by);

-- Tokens of visitors.
create table public_access (
  hash bytea primary key,
  link_id bigint not null references public_link on delete cascade,
  expires_at timestamptz not null
);
create index public_access_link on public_access (link_id);
create index public_access_expires on public_access (expires_at);
`
