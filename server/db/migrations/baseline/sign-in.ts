export const signIn = `
-- Sessions, tokens, second factors, passkeys, and single sign-on.

-- One row per sign-in. Each refresh token is derived from its predecessor and the session's secret, so that
-- presenting the previous token (a lost answer, two concurrent tabs) yields the same successor and is not treated as
-- theft.
create table session (
  id uuid primary key default gen_random_uuid(),
  person_id bigint not null references person on delete cascade,
  secret bytea not null,
  refresh_hash bytea not null,
  previous_hash bytea,
  rotated_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- Whether a second factor was verified, at sign-in or later.
  second_factor boolean not null default false,
  user_agent text,
  address text
);
create unique index session_refresh on session (refresh_hash);
create index session_previous on session (previous_hash);
create index session_person on session (person_id);

-- Refresh tokens from before the previous one: presenting one means that it, or the session, was stolen.
create table used_refresh_token (
  hash bytea primary key,
  session_id uuid not null references session on delete cascade
);

-- Tokens that users create, and tokens of running launches.
create table access_token (
  id bigint generated always as identity primary key,
  person_id bigint not null references person on delete cascade,
  name text not null,
  hash bytea not null unique,
  expires_at timestamptz,
  last_used_at timestamptz,
  -- Only for tokens of launches: the one project that they may report to, and the execution.
  project_id bigint references project on delete cascade,
  execution_id bigint,
  created_at timestamptz not null default now()
);
create index access_token_person on access_token (person_id, id);
create index access_token_project on access_token (project_id) where project_id is not null;
create index access_token_execution on access_token (execution_id) where execution_id is not null;

-- Bearer tokens: of a browser's session, or obtained by an agent for an access token.
create table auth_token (
  hash bytea primary key,
  person_id bigint not null references person on delete cascade,
  session_id uuid references session on delete cascade,
  access_token_id bigint references access_token on delete cascade,
  expires_at timestamptz not null,
  check ((session_id is null) <> (access_token_id is null))
);
create index auth_token_session on auth_token (session_id);
create index auth_token_access_token on auth_token (access_token_id);
create index auth_token_expiry on auth_token (expires_at);

create table password_reset (
  hash bytea primary key,
  person_id bigint not null references person on delete cascade,
  expires_at timestamptz not null
);

create table sign_in (
  id bigint generated always as identity primary key,
  person_id bigint not null references person on delete cascade,
  method text not null,
  refused boolean not null,
  user_agent text,
  address text,
  created_at timestamptz not null default now()
);
create index sign_in_person on sign_in (person_id, id);
create index sign_in_created_at on sign_in (created_at);

create table second_factor (
  person_id bigint primary key references person on delete cascade,
  -- Encrypted.
  secret bytea not null,
  -- Time step of the last accepted code.
  last_step int not null default 0,
  -- When a code confirmed it; null while it is not in force.
  confirmed_at timestamptz
);

-- They belong to the user, so that users with a passkey and no authenticator app have them too.
create table recovery_code (
  person_id bigint not null references person on delete cascade,
  hash bytea not null,
  primary key (person_id, hash)
);

create table second_factor_ticket (
  hash bytea primary key,
  person_id bigint not null references person on delete cascade,
  -- Digest of the password hash at the time the ticket was issued.
  password_digest bytea not null,
  expires_at timestamptz not null
);
create index second_factor_ticket_expiry on second_factor_ticket (expires_at);

create table passkey (
  id bigint generated always as identity primary key,
  person_id bigint not null references person on delete cascade,
  credential_id bytea not null unique,
  public_key bytea not null,
  -- Signature counter; 0 for authenticators without one.
  counter bigint not null,
  transports jsonb not null default '[]',
  -- Whether a password manager syncs it across devices.
  synced boolean not null,
  name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkey_person on passkey (person_id);

create table passkey_challenge (
  hash bytea primary key,
  purpose text not null,
  -- Null if the sign-in starts with the passkey.
  person_id bigint references person on delete cascade,
  expires_at timestamptz not null
);
create index passkey_challenge_expiry on passkey_challenge (expires_at);

-- SAML or OpenID Connect. entity_id to certificates are read from the metadata. For OpenID Connect, the metadata
-- is the discovery document and entity_id is the issuer.
create table identity_provider (
  id bigint generated always as identity primary key,
  type text not null default 'SAML' check (type in ('SAML', 'OIDC')),
  -- OpenID Connect only. The secret is encrypted; null for a public client.
  client_id text,
  client_secret bytea,
  scopes text not null default '',
  logo_hash text references file,
  name text not null,
  metadata_name text not null,
  metadata_content text not null,
  -- Null if the metadata was uploaded.
  metadata_url text,
  metadata_read_at timestamptz not null default now(),
  uploaded_certificates jsonb not null default '[]',
  entity_id text not null,
  sso_url text not null,
  slo_url text,
  -- Effective certificates: the uploaded ones, otherwise those of the metadata.
  certificates jsonb not null,
  signs_requests boolean not null,
  allows_idp_initiated boolean not null,
  creates_people boolean not null,
  group_id bigint references user_group on delete set null,
  group_attribute text not null,
  group_mapping jsonb not null default '[]',
  removes_groups boolean not null,
  links_by_email boolean not null,
  -- Whether a super admin last decided what it may assert: only then may it sign in to accounts that have not used
  -- it before.
  trusted boolean not null,
  created_at timestamptz not null default now()
);
create unique index identity_provider_name on identity_provider (lower(name));
create unique index identity_provider_entity on identity_provider (entity_id);
create index identity_provider_group on identity_provider (group_id);
create index identity_provider_logo on identity_provider (logo_hash) where logo_hash is not null;

create table person_identity (
  provider_id bigint not null references identity_provider on delete cascade,
  name_id text not null,
  person_id bigint not null references person on delete cascade,
  last_sign_in_at timestamptz not null default now(),
  primary key (provider_id, name_id)
);
create index person_identity_person on person_identity (person_id);

-- Unanswered requests to a provider. tester and outcome belong to a test, which signs nobody in.
create table saml_request (
  id text primary key,
  provider_id bigint not null references identity_provider on delete cascade,
  relay_hash bytea not null,
  -- Hash of a cookie in the browser that started the sign-in.
  browser_hash bytea not null,
  -- Path within the product to open after signing in.
  wanted text not null,
  -- User who tests the provider; the answer then signs nobody in.
  tester bigint references person on delete cascade,
  -- OpenID Connect only; null once the request was answered.
  nonce text,
  code_verifier text,
  outcome jsonb,
  expires_at timestamptz not null
);
create index saml_request_provider on saml_request (provider_id);
create index saml_request_tester on saml_request (tester);
create index saml_request_expires on saml_request (expires_at);
create index saml_request_relay on saml_request (relay_hash);

-- Assertions that were used, until they expire: none is accepted twice.
create table saml_assertion (
  provider_id bigint not null references identity_provider on delete cascade,
  id text not null,
  expires_at timestamptz not null,
  primary key (provider_id, id)
);
create index saml_assertion_expires on saml_assertion (expires_at);

create table saml_session (
  session_id uuid primary key references session on delete cascade,
  provider_id bigint not null references identity_provider on delete cascade,
  name_id text not null,
  name_id_format text,
  session_index text,
  -- OpenID Connect only: sent as id_token_hint when the session is ended at the provider.
  id_token text
);
create index saml_session_name on saml_session (provider_id, name_id);

-- The server's own key (encrypted) and its certificate.
create table saml_key (
  id int primary key check (id = 1),
  sealed bytea not null,
  certificate text not null
);
`
