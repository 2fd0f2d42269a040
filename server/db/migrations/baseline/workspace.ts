export const workspace = `
-- The workspace, its users and groups, and its audit log.

-- Files are stored by their hash: uploads of the same content share one file in the files folder.
create table file (
  hash text primary key,
  size_bytes bigint not null,
  content_type text not null,
  -- When it was last uploaded.
  created_at timestamptz not null default now()
);

create table workspace (
  id int primary key check (id = 1),
  name text not null,
  tenant text not null,
  features jsonb not null,
  projects_limit int,
  -- Null for no limit.
  seats int,
  read_only_seats int,
  second_factor_required boolean not null default false,
  second_factor_exempts_sso boolean not null default true,
  password_least int not null default 8,
  refuses_common_passwords boolean not null default false,
  logo_hash text references file,
  billing_contact text,
  created_at timestamptz not null default now()
);

-- Cached usage of the workspace: counting scans whole indexes, which pages must not wait for.
create table workspace_usage (
  id int primary key check (id = 1),
  counted_at timestamptz not null,
  projects jsonb not null,
  stored jsonb not null
);

-- External systems that the workspace is connected to, one of each kind.
create table integration (
  key text primary key,
  enabled boolean not null,
  -- Values of fields that are not secrets.
  field_values jsonb not null,
  -- All secrets as one encrypted JSON object.
  secrets bytea not null,
  -- For each stored secret, the ISO time when it was entered.
  secrets_entered jsonb not null,
  -- Incremented by each save; the result of a check applies to one revision.
  revision int not null default 1,
  -- Last check of the stored values; null if there was none since they changed.
  checked_at timestamptz,
  -- Null if the check succeeded.
  check_problem text,
  check_account text,
  created_at timestamptz not null default now()
);

create table person (
  id bigint generated always as identity primary key,
  username text not null,
  email text not null,
  first_name text not null default '',
  last_name text not null default '',
  -- Address of the displayed photo: here, or at a directory.
  photo_url text,
  photo_hash text references file,
  source text not null default 'INTERNAL' check (source in ('INTERNAL', 'SAML', 'OIDC', 'SCIM')),
  -- Null until an invitation is accepted, and for users of single sign-on.
  password_hash text,
  read_only boolean not null default false,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'INACTIVE', 'PENDING')),
  last_sign_in_at timestamptz,
  is_system boolean not null default false,
  -- userName in SCIM; null if it is the e-mail address.
  scim_user_name text,
  external_id text,
  -- Display name in lower case. Generated once per row instead of for each query of the list of users, by the rules
  -- of contract/text-matching.ts; so is search_text.
  sort_name text collate "C"
    generated always as (lower(coalesce(nullif(trim(first_name || ' ' || last_name), ''), username) collate "C")) stored,
  search_text text collate "C"
    generated always as (
      lower((first_name || ' ' || last_name || chr(10) || username || chr(10) || email) collate "C")
    ) stored,
  preferences jsonb not null default '{}',
  -- User handle of their passkeys (WebAuthn). It reveals nothing about the user.
  passkey_handle uuid not null default gen_random_uuid(),
  created_at timestamptz not null default now()
);
create unique index person_username on person (lower(username));
create unique index person_email on person (lower(email));
create index person_photo on person (photo_hash) where photo_hash is not null;
create index person_sort_name on person (sort_name, id);
create unique index person_scim_user_name on person (lower(scim_user_name)) where scim_user_name is not null;
create index person_external_id on person (external_id) where external_id is not null;
create unique index person_passkey_handle on person (passkey_handle);

create table user_group (
  id bigint generated always as identity primary key,
  name text not null,
  -- Empty for super admins, who hold all permissions.
  permissions jsonb not null default '[]',
  invitable boolean not null default false,
  built_in text unique check (built_in in ('super-admins')),
  external_id text,
  created_at timestamptz not null default now()
);
create unique index user_group_name on user_group (lower(name));

create table user_group_member (
  group_id bigint not null references user_group on delete cascade,
  person_id bigint not null references person on delete cascade,
  created_at timestamptz not null default now(),
  primary key (group_id, person_id)
);
create index user_group_member_person on user_group_member (person_id);

-- Links for pending users. At most one per user: a new link replaces the previous one.
create table invitation (
  person_id bigint primary key references person on delete cascade,
  token_hash bytea not null unique,
  invited_by bigint references person on delete set null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  created_at timestamptz not null default now()
);

-- Tokens of directories that provision users and groups (SCIM 2.0).
create table scim_token (
  id bigint generated always as identity primary key,
  name text not null,
  hash bytea not null unique,
  -- Group of the users that it creates.
  group_id bigint references user_group on delete set null,
  last_used_at timestamptz,
  created_at timestamptz not null default now()
);
create index scim_token_group on scim_token (group_id);

-- Answers to calls with an Idempotency-Key.
create table idempotency_key (
  person_id bigint not null references person on delete cascade,
  key text not null,
  -- Hash of method, address and body: one key stands for one request.
  request text not null,
  -- Null until the call has been answered.
  answer jsonb,
  created_at timestamptz not null default now(),
  primary key (person_id, key)
);
create index idempotency_key_created_at on idempotency_key (created_at);

-- Entries are a hash chain that an altered or missing entry breaks. An entry outlives the users and subjects that it
-- names, and is never updated.
create table audit_entry (
  id bigint generated always as identity primary key,
  -- Uid of the event that was appended with it.
  event_uid uuid not null unique,
  -- Truncated to milliseconds, as hashed.
  at timestamptz not null,
  -- Null for changes by the server itself.
  person_id bigint,
  -- Actor's username at that time.
  actor text,
  type text not null,
  stream text not null,
  -- Name of the changed subject at that time.
  subject text not null,
  payload jsonb not null,
  -- Network address of the request.
  address text,
  -- SHA-256 of this entry and the previous entry's hash.
  hash bytea not null
);
create index audit_entry_at on audit_entry (at);
create index audit_entry_person on audit_entry (person_id, id);
create index audit_entry_type on audit_entry (type, id);

-- Single row that serializes writers of entries. Created with the first entry.
create table audit_head (
  id int primary key check (id = 1),
  -- Hash of the newest entry; 32 zero bytes before the first.
  hash bytea not null,
  -- Hash of the newest pruned entry: the chain starts after it.
  pruned_hash bytea not null
);
`
