import { sql, type Kysely } from 'kysely'

/** Project settings that describe cases, runs, launches and exploratory sessions. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table project add column logo_hash text references file`,
  `create index project_logo on project (logo_hash) where logo_hash is not null`,

  // Lists that are saved as a whole. A save locks this row first and compares the version.
  `create table settings_version (
    project_id bigint not null references project on delete cascade,
    list text not null check (list in ('result-statuses', 'observation-types', 'priorities', 'automation-states', 'test-case-fields')),
    version int not null default 0,
    saved_by bigint references person on delete set null,
    saved_at timestamptz,
    primary key (project_id, list)
  )`,

  `create table result_status (
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
  )`,
  `create index result_status_order on result_status (project_id, position)`,
  `create unique index result_status_untested on result_status (project_id) where is_untested`,

  `create table observation_type (
    id bigint generated always as identity primary key,
    project_id bigint not null references project on delete cascade,
    name text not null,
    enabled boolean not null default true,
    color_hex text not null,
    position int not null
  )`,
  `create index observation_type_order on observation_type (project_id, position)`,

  ...['priority', 'automation_state'].flatMap((table) => [
    `create table ${table} (
      id bigint generated always as identity primary key,
      project_id bigint not null references project on delete cascade,
      name text not null,
      icon text not null,
      is_default boolean not null default false,
      position int not null
    )`,
    `create index ${table}_order on ${table} (project_id, position)`,
  ]),

  `create table test_case_field_tab (
    id bigint generated always as identity primary key,
    project_id bigint not null references project on delete cascade,
    name text not null,
    position int not null
  )`,
  `create index test_case_field_tab_order on test_case_field_tab (project_id, position)`,
  `create table test_case_field (
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
  )`,
  `create index test_case_field_order on test_case_field (project_id, position)`,
  `create unique index test_case_field_system_name on test_case_field (project_id, lower(system_name))`,
  // Field values refer to options by id, so an id is never reused.
  `create sequence test_case_field_option_id`,

  // Values by field id; a field without a value has no entry.
  `create table test_case (
    id bigint generated always as identity primary key,
    project_id bigint not null references project on delete cascade,
    number int not null,
    title text not null,
    field_values jsonb not null default '{}',
    deleted_at timestamptz,
    created_at timestamptz not null default now()
  )`,
  `create unique index test_case_number on test_case (project_id, number)`,
  `create index test_case_field_values on test_case using gin (field_values)`,

  `create table configuration_group (
    id bigint generated always as identity primary key,
    project_id bigint not null references project on delete cascade,
    name text not null,
    created_at timestamptz not null default now()
  )`,
  `create unique index configuration_group_name on configuration_group (project_id, lower(name))`,
  `create table configuration_option (
    id bigint generated always as identity primary key,
    group_id bigint not null references configuration_group on delete cascade,
    name text not null
  )`,
  `create unique index configuration_option_name on configuration_option (group_id, lower(name))`,

  // Deleted environments are kept: results refer to them (ENVS-25).
  `create table environment (
    id bigint generated always as identity primary key,
    project_id bigint not null references project on delete cascade,
    name text not null,
    key text not null,
    description text not null default '',
    deleted_at timestamptz,
    created_at timestamptz not null default now()
  )`,
  `create unique index environment_key on environment (project_id, lower(key)) where deleted_at is null`,
  `create unique index environment_name on environment (project_id, lower(name)) where deleted_at is null`,
  // Variables without an environment belong to the project. Values of secrets are encrypted, others are plain text.
  `create table variable (
    id bigint generated always as identity primary key,
    project_id bigint not null references project on delete cascade,
    environment_id bigint references environment on delete cascade,
    key text not null,
    secret boolean not null default false,
    value text,
    encrypted_value bytea,
    created_at timestamptz not null default now(),
    check ((value is null) = secret),
    check ((encrypted_value is null) <> secret)
  )`,
  `create unique index variable_of_project on variable (project_id, key) where environment_id is null`,
  `create unique index variable_of_environment on variable (environment_id, key) where environment_id is not null`,

  `create table milestone (
    id bigint generated always as identity primary key,
    project_id bigint not null references project on delete cascade,
    name text not null,
    description text not null default '',
    start_date date,
    due_date date,
    completed boolean not null default false,
    created_at timestamptz not null default now()
  )`,
  `create index milestone_list on milestone (project_id, completed, due_date, id)`,
  // Agents refer to a launch's milestone by name, so names are unique within a project.
  `create unique index milestone_name on milestone (project_id, lower(name))`,
  `create index launch_milestone_name on launch (project_id, lower(milestone->>'name')) where milestone is not null`,
  `create index launch_milestone_id on launch (project_id, (milestone->>'id')) where milestone is not null`,

  `create index event_of_settings on event (project_id, id desc) where type like 'settings/%'`,

  // Existing projects get the initial settings at the time of this migration; new projects get them on creation.
  `insert into settings_version (project_id, list)
   select p.id, l.list from project p cross join (values
     ('result-statuses'), ('observation-types'), ('priorities'), ('automation-states'), ('test-case-fields')) as l (list)`,
  `insert into result_status (project_id, name, aliases, color_hex, is_success, is_failure, is_completed, is_assignable, is_untested, position)
   select p.id, s.name, s.aliases, s.color, s.success, s.failure, s.completed, not s.untested, s.untested, s.place
     from project p cross join (values
       ('Untested', 'untested,new,todo', '#8793A6', false, false, false, true, 1),
       ('Passed', 'passed,pass,ok,success', '#1F9D5B', true, false, true, false, 2),
       ('Failed', 'failed,fail,ko,error', '#D93A34', false, true, true, false, 3),
       ('Blocked', 'blocked,hold', '#E0A100', false, true, false, false, 4),
       ('Retest', 'retest,again', '#0F9B95', false, false, false, false, 5),
       ('Known issue', 'known,wontfix', '#7C5CD6', false, true, true, false, 6),
       ('Skipped', 'skipped,skip,ignored,n/a', '#5B6472', false, false, true, false, 7)
     ) as s (name, aliases, color, success, failure, completed, untested, place)`,
  `insert into observation_type (project_id, name, color_hex, position)
   select p.id, t.name, t.color, t.place from project p cross join (values
     ('Note', '#5B6472', 1), ('Bug', '#D93A34', 2), ('Issue', '#E0A100', 3), ('Question', '#3B7DD8', 4), ('Idea', '#7C5CD6', 5), ('Passed', '#1F9D5B', 6)
   ) as t (name, color, place)`,
  `insert into priority (project_id, name, icon, is_default, position)
   select p.id, t.name, t.icon, t.place = 3, t.place from project p cross join (values
     ('Critical', 'arrow-up-double', 1), ('High', 'arrow-up', 2), ('Medium', 'equal', 3), ('Low', 'arrow-down', 4), ('Trivial', 'arrow-down-double', 5)
   ) as t (name, icon, place)`,
  `insert into automation_state (project_id, name, icon, is_default, position)
   select p.id, t.name, t.icon, t.place = 1, t.place from project p cross join (values
     ('Not automated', 'hand', 1), ('To be automated', 'clock', 2), ('Automated', 'robot', 3), ('Cannot be automated', 'cross', 4)
   ) as t (name, icon, place)`,
  `insert into test_case_field_tab (project_id, name, position)
   select p.id, t.name, t.place from project p cross join (values ('General', 1), ('Properties', 2)) as t (name, place)`,
  `insert into test_case_field (project_id, type, name, system_name, data_type, tab_id, position)
   select p.id, 'SYSTEM', f.name, f.system_name, f.data_type, t.id, f.place
     from project p cross join (values
       ('Description', 'description', 'TEXT', 'General', 1),
       ('Preconditions', 'preConditions', 'TEXT', 'General', 2),
       ('Steps', 'steps', 'STEPS', 'General', 3),
       ('Postconditions', 'postConditions', 'TEXT', 'General', 4),
       ('Attachments', 'attachments', 'ATTACHMENTS', 'General', 5),
       ('Priority', 'priority', 'PRIORITY', 'Properties', 1),
       ('Automation state', 'automationState', 'AUTOMATION_STATE', 'Properties', 2)
     ) as f (name, system_name, data_type, tab, place)
     join test_case_field_tab t on t.project_id = p.id and t.name = f.tab`,
]
