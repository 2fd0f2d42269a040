import { sql, type Kysely } from 'kysely'

/** Failure tags of a project, and decisions of users about causes. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table settings_version drop constraint settings_version_list_check`,
  `alter table settings_version add constraint settings_version_list_check check (list in
    ('result-statuses', 'observation-types', 'failure-tags', 'priorities', 'automation-states', 'test-case-fields'))`,
  `create table failure_tag (
    id bigint generated always as identity primary key,
    project_id bigint not null references project on delete cascade,
    name text not null,
    value text not null check (value in ('PRODUCT_DEFECT', 'AUTOMATION_DEFECT', 'ENVIRONMENT_ISSUE', 'TO_INVESTIGATE', 'NO_DEFECT')),
    enabled boolean not null default true,
    color_hex text not null,
    position int not null
  )`,
  `create index failure_tag_order on failure_tag (project_id, position)`,
  `insert into settings_version (project_id, list, saved_by) select id, 'failure-tags', null from project`,
  `insert into failure_tag (project_id, name, value, color_hex, position)
   select p.id, t.name, t.value, t.color_hex, t.position from project p cross join (values
     ('To investigate', 'TO_INVESTIGATE', '#E0A100', 1),
     ('Product defect', 'PRODUCT_DEFECT', '#D93A34', 2),
     ('Automation defect', 'AUTOMATION_DEFECT', '#7C5CD6', 3),
     ('Environment issue', 'ENVIRONMENT_ISSUE', '#3B7DD8', 4),
     ('No defect', 'NO_DEFECT', '#5B6472', 5)) as t (name, value, color_hex, position)
   order by p.id, t.position`,
  // Without a foreign key, which would be checked for every result: a used tag is deleted only with its project.
  `alter table test add column failure_tag_id bigint`,
  `alter table test add column failure_tag_feedback boolean not null default false`,
  `update test t set failure_tag_id = f.id from failure_tag f
    where t.status = 'FAILED' and f.project_id = t.project_id and f.value = 'TO_INVESTIGATE'`,
  `create index test_failure_tag on test (launch_id, failure_tag_id, id) where failure_tag_id is not null`,
  `create table failure_cause (
    project_id bigint not null references project on delete cascade,
    key text not null,
    root_key text,
    merged_by bigint references person on delete set null,
    merged_at timestamptz,
    tag_id bigint references failure_tag on delete cascade,
    tagged_by bigint references person on delete set null,
    tagged_at timestamptz,
    tagged_launch_id bigint references launch on delete set null,
    primary key (project_id, key)
  )`,
  `create index failure_cause_root on failure_cause (project_id, root_key) where root_key is not null`,
  `create index failure_cause_launch on failure_cause (tagged_launch_id) where tagged_launch_id is not null`,
]
