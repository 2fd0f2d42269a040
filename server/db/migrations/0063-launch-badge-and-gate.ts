import { sql, type Kysely } from 'kysely'

/** Token of a project's public badge, and the thresholds of its quality gate. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create table badge_token (
    project_id bigint primary key references project on delete cascade,
    token text not null,
    created_at timestamptz not null default now()
  )`,
  `create table quality_gate (
    project_id bigint primary key references project on delete cascade,
    min_pass_rate double precision,
    max_failures int,
    max_new_failures int,
    max_skipped int
  )`,
]
