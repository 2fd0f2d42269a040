import { sql, type Kysely } from 'kysely'

/** Presence: who is viewing which case of a run. The table is unlogged, since losing it does no harm. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create unlogged table test_run_presence (
      run_id bigint not null,
      person_id bigint not null,
      case_id bigint,
      seen_at timestamptz not null default now(),
      primary key (run_id, person_id)
    )`.execute(db)
}
