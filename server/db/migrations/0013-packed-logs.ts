import { sql, type Kysely } from 'kysely'

/**
 * Packed logs. Some time after the end of a launch, its log lines move from rows into compressed files. A file consists of frames that are
 * compressed on their own, in the order (test, attempt, time, id); each frame has a row here, so that a page of a log reads few of them. Rows have
 * no foreign key to the launch: they are deleted with what else belongs to a deleted launch, and free their files then.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create table log_frame (
      launch_id bigint not null,
      -- First and last line of the frame. Lines that arrive after a launch was packed are packed later, so that frames can overlap.
      first_test_id bigint not null,
      first_attempt int not null,
      first_at bigint not null,
      first_id bigint not null,
      last_test_id bigint not null,
      last_attempt int not null,
      last_at bigint not null,
      last_id bigint not null,
      line_count int not null,
      file_hash text not null references file,
      -- Where the frame begins in the file, and how long it is.
      first_byte int not null,
      size_bytes int not null,
      primary key (launch_id, first_test_id, first_attempt, first_at, first_id)
    );
    create index log_frame_file on log_frame (file_hash);

    -- launch.heard_at when the logs were packed. A later report makes it differ, and the launch is packed again.
    alter table launch_storage add column packed_report_at timestamptz,
      -- End of the lease of the server that packs the logs, which it renews; null when none does.
      add column packing_until timestamptz`.execute(db)
}
