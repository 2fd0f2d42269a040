import { sql, type Kysely } from 'kysely'

/**
 * Console output of commands that run outside of Assay and report to a launch. Such a command is an execution in the state `reported` that is
 * never queued. Also the status of a commit while the tests of a pull request are running.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    -- Whether a command has reported console output to the launch.
    alter table launch add column has_console boolean not null default false;
    -- Characters of the reported output, which is limited.
    alter table launch_execution add column output_characters int not null default 0;
    -- False before the first end of a launch, when only the status of its commit is sent.
    alter table pull_request_launch add column has_ended boolean not null default true;
    -- Counters of the launch that its pull request was told of; null for launches of before.
    alter table pull_request_launch add column counters text;
    -- Hash of the text of the comment, which is not sent again.
    alter table pull_request add column comment_hash text`.execute(db)
}
