import { sql, type Kysely } from 'kysely'

/**
 * Retention of results. A launch is one row that is deleted immediately; what belongs to it is deleted in slices afterwards, as named by
 * `launch_deletion`, because a cascade over 100,000 tests would hold one transaction for minutes: each foreign key takes one query for each row. Foreign keys of
 * large tables to launches and tests are dropped; only the writer inserts these rows, and it locks the launch first. A trigger names each
 * deleted launch, also those of a deleted project.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create table launch_deletion (
      launch_id bigint primary key,
      deleted_at timestamptz not null default now()
    );
    create function keep_launch_deletion() returns trigger language plpgsql as $$
    begin
      insert into launch_deletion (launch_id) values (old.id);
      -- Nothing runs for a launch that is gone.
      delete from launch_execution where launch_id = old.id and state in ('queued', 'running');
      return null;
    end $$;
    create trigger launch_deleted after delete on launch for each row execute function keep_launch_deletion();
    alter table test drop constraint test_launch_id_fkey;
    alter table test_session drop constraint test_session_launch_id_fkey;
    alter table artifact drop constraint artifact_launch_id_fkey, drop constraint artifact_test_id_fkey;
    alter table launch_execution drop constraint launch_execution_launch_id_fkey;
    alter table log_line drop constraint log_line_test_id_fkey;
    alter table test_attempt drop constraint test_attempt_test_id_fkey;
    alter table test_steps drop constraint test_steps_test_id_fkey;
    alter table test_session_test drop constraint test_session_test_test_id_fkey;
    alter table test_run_result drop constraint test_run_result_test_id_fkey;

    -- Retention does not delete a pinned launch.
    alter table launch add column pinned boolean not null default false;
    create index launch_pinned on launch (project_id) where pinned;

    -- Days after which each part is deleted; null: never.
    create table retention_policy (
      project_id bigint primary key references project on delete cascade,
      launch_days int,
      log_days int,
      attachment_days int,
      video_days int,
      exploratory_days int,
      keeps_milestones boolean not null,
      -- Changed since the last run.
      is_due boolean not null default true,
      -- When a server last began to delete; null: never.
      run_at timestamptz,
      -- What that run deleted; null until it ends.
      run_outcome jsonb
    );

    -- What the logs and files of a launch take. Counted once after it ends, and again after a later report.
    create table launch_storage (
      launch_id bigint primary key references launch on delete cascade,
      project_id bigint not null,
      log_lines bigint not null,
      log_bytes bigint not null,
      attachments int not null,
      attachment_bytes bigint not null,
      videos int not null,
      video_bytes bigint not null,
      counted_at timestamptz not null
    );
    create index launch_storage_project on launch_storage (project_id)`.execute(db)
}
