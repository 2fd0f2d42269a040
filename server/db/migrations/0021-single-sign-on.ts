import { sql, type Kysely } from 'kysely'

/** SAML 2.0 identity providers, their users, and the state of sign-ins in progress. */
export const up = async <T>(db: Kysely<T>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // `entity_id` to `certificates` are read from the metadata; uploaded certificates take precedence over those.
  `create table identity_provider (
     id bigint generated always as identity primary key,
     name text not null,
     metadata_name text not null,
     metadata_content text not null,
     metadata_url text,
     metadata_read_at timestamptz not null default now(),
     uploaded_certificates jsonb not null default '[]',
     entity_id text not null,
     sso_url text not null,
     slo_url text,
     certificates jsonb not null,
     signs_requests boolean not null,
     allows_idp_initiated boolean not null,
     creates_people boolean not null,
     group_id bigint references user_group on delete set null,
     group_attribute text not null,
     group_mapping jsonb not null default '[]',
     removes_groups boolean not null,
     links_by_email boolean not null,
     trusted boolean not null,
     created_at timestamptz not null default now()
   )`,
  'create unique index identity_provider_name on identity_provider (lower(name))',
  'create unique index identity_provider_entity on identity_provider (entity_id)',
  'create index identity_provider_group on identity_provider (group_id)',
  `create table person_identity (
     provider_id bigint not null references identity_provider on delete cascade,
     name_id text not null,
     person_id bigint not null references person on delete cascade,
     last_sign_in_at timestamptz not null default now(),
     primary key (provider_id, name_id)
   )`,
  'create index person_identity_person on person_identity (person_id)',
  // Unanswered requests to a provider. `tester` and `outcome` belong to a test, which signs nobody in.
  `create table saml_request (
     id text primary key,
     provider_id bigint not null references identity_provider on delete cascade,
     relay_hash bytea not null,
     browser_hash bytea not null,
     wanted text not null,
     tester bigint references person on delete cascade,
     outcome jsonb,
     expires_at timestamptz not null
   )`,
  'create index saml_request_provider on saml_request (provider_id)',
  'create index saml_request_tester on saml_request (tester)',
  'create index saml_request_expires on saml_request (expires_at)',
  `create table saml_assertion (
     provider_id bigint not null references identity_provider on delete cascade,
     id text not null,
     expires_at timestamptz not null,
     primary key (provider_id, id)
   )`,
  'create index saml_assertion_expires on saml_assertion (expires_at)',
  `create table saml_session (
     session_id uuid primary key references session on delete cascade,
     provider_id bigint not null references identity_provider on delete cascade,
     name_id text not null,
     name_id_format text,
     session_index text
   )`,
  'create index saml_session_name on saml_session (provider_id, name_id)',
  // The server's own key (encrypted) and its certificate.
  `create table saml_key (
     id int primary key check (id = 1),
     sealed bytea not null,
     certificate text not null
   )`,
]
