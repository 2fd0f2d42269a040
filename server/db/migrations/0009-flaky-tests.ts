import { sql, type Kysely } from 'kysely'

/**
 * Flaky tests: the gate can limit tests that passed on a retry, which an index finds among millions of tests; the index of a test's runs has
 * what tells them apart, so that long histories are read without their rows; the rules of a project; and the entries of the quarantine that a
 * rule made, with the newest run of each test that left the quarantine, after which older runs are no reason to quarantine it again.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    alter table quality_gate add column max_retried int;
    create index test_retried on test (launch_id, id) where status = 'PASSED' and attempt > 1;

    drop index test_identity;
    create index test_identity on test (project_id, identity, id desc) include (launch_id, status);

    -- A rule that is null marks no test.
    create table flaky_settings (
      project_id bigint primary key references project on delete cascade,
      window_days int not null,
      min_retries int,
      min_flips int,
      min_commit_flips int,
      -- Percent of failed tests from which a launch says nothing about single tests.
      max_failed_share int not null,
      quarantines boolean not null,
      quarantine_days int not null,
      release_after int not null,
      -- Percent of the project's tests.
      max_quarantined_share int not null,
      -- When a server last looked for tests to quarantine or release; null: never.
      looked_at timestamptz
    );

    alter table quarantined_test add column rule text check (rule in ('retries', 'flips', 'commitFlips'));

    create table quarantine_release (
      project_id bigint not null references project on delete cascade,
      identity text not null,
      newest_test_id bigint not null,
      released_at timestamptz not null default now(),
      primary key (project_id, identity)
    )`.execute(db)
}
