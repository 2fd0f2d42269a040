import { sql, type Kysely } from 'kysely'

/**
 * Git hosts of projects, and the pull requests on which launches are reported by a comment and by statuses of their commits. Launches that
 * ended before are not reported.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create table git_host (
      id bigint generated always as identity primary key,
      project_id bigint not null references project on delete cascade,
      -- Context that its token is encrypted with.
      key uuid not null default gen_random_uuid(),
      kind text not null,
      url text not null,
      token bytea not null,
      token_entered_at timestamptz not null default now(),
      repositories jsonb not null,
      is_on boolean not null,
      comments boolean not null,
      statuses boolean not null
    );
    create index git_host_project on git_host (project_id);

    -- Independent of git_host: the comment is found again after the git host was removed and added.
    create table pull_request (
      id bigint generated always as identity primary key,
      project_id bigint not null references project on delete cascade,
      repository_url text not null,
      number int not null,
      comment_id text,
      -- Identifies the comment if its id was lost. Nobody knows it before the comment exists.
      marker uuid not null default gen_random_uuid(),
      -- Counts the launches that ended, so that one that ends during an attempt is sent by another one.
      revision int not null default 1,
      state text not null default 'waiting',
      attempts int not null default 0,
      next_at timestamptz,
      -- When another server may take it over.
      lease_until timestamptz,
      reason text not null default '',
      at timestamptz not null default now()
    );
    create unique index pull_request_number on pull_request (project_id, repository_url, number);
    create index pull_request_newest on pull_request (project_id, at desc);
    create index pull_request_due on pull_request (next_at) where state = 'waiting';
    create index pull_request_left on pull_request (lease_until) where state = 'sending';

    create table pull_request_launch (
      launch_id bigint primary key references launch on delete cascade,
      pull_request_id bigint not null references pull_request on delete cascade,
      -- Whether the launch ended since the status of its commit was sent.
      is_status_due boolean not null default true
    );
    create index pull_request_launch_of on pull_request_launch (pull_request_id);

    alter table launch_ending add column is_published boolean not null default true;
    alter table launch_ending alter column is_published set default false;
    create index launch_ending_unpublished on launch_ending (id) where not is_published`.execute(db)
}
