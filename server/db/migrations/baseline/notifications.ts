export const notifications = `
-- Notifications about launches.

create table notification_rule (
  id bigint generated always as identity primary key,
  project_id bigint not null references project on delete cascade,
  -- Context that its secrets are encrypted with.
  key uuid not null default gen_random_uuid(),
  name text not null,
  is_on boolean not null default true,
  condition text not null,
  suite text not null default '',
  environment text not null default '',
  label_key text not null default '',
  label_value text not null default '',
  target text not null,
  channel text not null default '',
  recipients jsonb not null default '[]',
  address bytea,
  address_host text,
  signing_secret bytea,
  created_at timestamptz not null default now()
);
create unique index notification_rule_name on notification_rule (project_id, lower(name));

-- Inserted by the transaction that ends a launch: exactly one row per end.
create table launch_ending (
  id bigint generated always as identity primary key,
  project_id bigint not null references project on delete cascade,
  launch_id bigint not null references launch on delete cascade,
  status text not null,
  handled boolean not null default false,
  at timestamptz not null default now()
);
create index launch_ending_open on launch_ending (id) where not handled;
create index launch_ending_launch on launch_ending (launch_id, id);
create index launch_ending_project on launch_ending (project_id);
create index launch_ending_at on launch_ending (at);

-- Messages of rules, and direct messages to the destinations that a launch's launcher or agent names.
create table notification_delivery (
  id bigint generated always as identity primary key,
  project_id bigint not null references project on delete cascade,
  -- Null for a direct message, which the next four columns describe.
  rule_id bigint references notification_rule on delete cascade,
  -- 'launcher' or 'agent', and its name at that time.
  sender text,
  sender_name text not null default '',
  target text,
  -- Name of a channel, or comma-separated addresses.
  destination text not null default '',
  -- Null for tests, reviews and messages that are sent again.
  ending_id bigint,
  launch_id bigint references launch on delete set null,
  about text not null,
  message_id uuid not null default gen_random_uuid(),
  body text not null,
  state text not null,
  attempts int not null default 0,
  next_at timestamptz,
  -- When another server may take it over.
  lease_until timestamptz,
  status int,
  duration_ms int,
  reason text not null default '',
  response text not null default '',
  at timestamptz not null default now(),
  constraint notification_delivery_by check (
    case when rule_id is null then sender is not null and target is not null else sender is null and target is null end
  )
);
create unique index notification_delivery_once on notification_delivery (rule_id, ending_id)
  where ending_id is not null;
create index notification_delivery_newest on notification_delivery (rule_id, id desc);
create index notification_delivery_launch on notification_delivery (launch_id);
create index notification_delivery_due on notification_delivery (next_at) where state = 'waiting';
create index notification_delivery_left on notification_delivery (lease_until) where state = 'sending';
-- Hashed: joined addresses may exceed the maximum size of an index entry.
create unique index notification_delivery_direct_once on notification_delivery (ending_id, target, md5(destination))
  where rule_id is null and ending_id is not null;
create index notification_delivery_project on notification_delivery (project_id, rule_id);

-- Failures that a message reported while their launch ran, so that each is in one message.
create table notified_failure (
  launch_id bigint not null references launch on delete cascade,
  test_id bigint not null,
  attempt int not null,
  at timestamptz not null default now(),
  primary key (launch_id, test_id, attempt)
);
create index notified_failure_at on notified_failure (launch_id, at);
`
