export const events = `
-- The event log.

-- One row per stream.
create table event_stream (
  stream text primary key,
  -- Sequence number of its newest event.
  sequence bigint not null,
  -- Sequence number up to which events may have been pruned.
  pruned bigint not null default 0
);

create table event (
  id bigint generated always as identity primary key,
  uid uuid not null default gen_random_uuid(),
  -- Transaction that appended it.
  xid xid8 not null default pg_current_xact_id(),
  stream text not null,
  sequence bigint not null,
  type text not null,
  payload jsonb not null,
  project_id bigint,
  person_id bigint,
  at timestamptz not null default now(),
  unique (stream, sequence)
);
create index event_by_transaction on event (xid, id);
create index event_by_age on event (at);
create index event_of_settings on event (project_id, id desc) where type like 'settings/%';
`
