import { sql, type Kysely } from 'kysely'

/** Steps of imported tests. Those of an attempt are read together: one row holds them, which takes little of the space and time of 10,000. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create table test_steps (
      test_id bigint not null references test on delete cascade,
      attempt int not null,
      -- Depth first, each with its depth.
      steps jsonb not null,
      step_count int not null,
      -- Number of steps beyond the limit.
      omitted int not null,
      primary key (test_id, attempt)
    );
    -- Index of the step that the file belongs to.
    alter table artifact add column step int`.execute(db)
}
