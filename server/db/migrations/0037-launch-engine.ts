import { sql, type Kysely } from 'kysely'

/** Engine state of running launches, their output, and the tokens that they get. */
export const up = async <T>(db: Kysely<T>): Promise<void> => {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `alter table launch drop constraint launch_ended_by_check`,
  `alter table launch add constraint launch_ended_by_check check (ended_by in ('agent', 'person', 'silence', 'engine'))`,

  `alter table launch_execution
     add column attempt_uuid uuid not null default gen_random_uuid(),
     -- Process that holds it, until when unless it says that it is alive.
     add column worker uuid,
     add column lease_until timestamptz,
     add column driver text,
     add column commit text,
     add column started_at timestamptz,
     add column ended_at timestamptz,
     add column exit_code int,
     add column end_reason text`,
  `create unique index launch_execution_attempt on launch_execution (attempt_uuid)`,
  `create index launch_execution_running on launch_execution (lease_until) where state = 'running'`,

  // Tokens of launches can only report to their project.
  `alter table access_token
     add column project_id bigint references project on delete cascade,
     add column execution_id bigint references launch_execution on delete cascade`,
  `create index access_token_project on access_token (project_id) where project_id is not null`,
  `create index access_token_execution on access_token (execution_id) where execution_id is not null`,

  `create table launch_output (
    execution_id bigint not null references launch_execution on delete cascade,
    place int not null,
    at timestamptz not null,
    line text not null,
    primary key (execution_id, place)
  )`,
]
