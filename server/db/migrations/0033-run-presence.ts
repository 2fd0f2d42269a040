import { sql, type Kysely } from 'kysely'

/** Who is on which case of a run at the moment. Nothing is lost with it, so it is not written ahead. */
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
