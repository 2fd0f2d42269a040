import { sql, type Kysely } from 'kysely'

/** Saved filters of the launches list. Deleted ones are kept for a while, to be restored with everyone's favourites. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table saved_launch_filter (
    id bigint generated always as identity primary key,
    project_id bigint not null references project on delete cascade,
    name text not null,
    items jsonb not null,
    is_private boolean not null default true,
    version int not null default 1,
    created_by bigint references person on delete set null,
    created_at timestamptz not null default now(),
    deleted_at timestamptz
  )`,
  `create index saved_launch_filter_list on saved_launch_filter (project_id) where deleted_at is null`,
  `create unique index saved_launch_filter_name on saved_launch_filter (project_id, created_by, lower(name)) where deleted_at is null`,
  `create table saved_launch_filter_favorite (
    filter_id bigint not null references saved_launch_filter on delete cascade,
    person_id bigint not null references person on delete cascade,
    primary key (filter_id, person_id)
  )`,
]
