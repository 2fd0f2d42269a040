import { sql, type Kysely } from 'kysely'

/**
 * Permissions come from groups: users keep their permissions, owners become super admins. Users have a status, and workspaces may have a
 * limit of seats.
 */
export const up = async <T>(db: Kysely<T>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/** Default permissions of an account before groups existed. */
const DEFAULT = `'["projects:create", "reporting-test-runs-rerun", "reporting-stacktrace-labels-assign", "reporting-issues-modify"]'::jsonb`

const statements = [
  `alter table person
     add column status text not null default 'ACTIVE' check (status in ('ACTIVE', 'INACTIVE', 'PENDING')),
     add column last_sign_in_at timestamptz,
     add column is_system boolean not null default false`,
  // Sort key and searched text of the list of users, by the rules of contract/text-matching.ts: generated once per row instead of for each
  // query.
  `alter table person
     add column sort_name text collate "C" generated always as
       (lower(coalesce(nullif(trim(first_name || ' ' || last_name), ''), username) collate "C")) stored,
     add column search_text text collate "C" generated always as
       (lower((first_name || ' ' || last_name || chr(10) || username || chr(10) || email) collate "C")) stored`,
  'create index person_sort_name on person (sort_name, id)',
  // Null for no limit.
  'alter table workspace add column seats int, add column read_only_seats int',

  `create table user_group (
     id bigint generated always as identity primary key,
     name text not null,
     permissions jsonb not null default '[]',
     invitable boolean not null default false,
     built_in text unique check (built_in in ('super-admins')),
     created_at timestamptz not null default now()
   )`,
  'create unique index user_group_name on user_group (lower(name))',
  `create table user_group_member (
     group_id bigint not null references user_group on delete cascade,
     person_id bigint not null references person on delete cascade,
     created_at timestamptz not null default now(),
     primary key (group_id, person_id)
   )`,
  'create index user_group_member_person on user_group_member (person_id)',

  `insert into user_group (name, built_in) select 'Super admins', 'super-admins' from workspace`,
  `insert into user_group (name, permissions, invitable) select 'Engineers', ${DEFAULT}, true from workspace`,
  // No page ever granted other permissions, but the database may contain some.
  `insert into user_group (name, permissions)
     select 'Permissions ' || row_number() over (order by permissions::text), permissions
       from (select distinct permissions from person
              where not owner and not read_only and permissions <> ${DEFAULT} and permissions <> '[]') other`,
  `insert into user_group_member (group_id, person_id)
     select g.id, p.id from person p join user_group g on g.built_in = 'super-admins' where p.owner`,
  `insert into user_group_member (group_id, person_id)
     select g.id, p.id from person p join user_group g on g.built_in is null and g.permissions = p.permissions
      where not p.owner and not p.read_only`,
  'alter table person drop column owner, drop column permissions',
]
