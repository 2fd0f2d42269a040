import { sql, type Kysely } from 'kysely'

/** OpenID Connect identity providers in addition to SAML, and logos of both. */
export const up = async <T>(db: Kysely<T>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // For an OpenID provider, the metadata is the discovery document and the entity id is the issuer.
  `alter table identity_provider
     add column type text not null default 'SAML' check (type in ('SAML', 'OIDC')),
     add column client_id text,
     add column client_secret bytea,
     add column scopes text not null default '',
     add column logo_hash text references file`,
  'create index identity_provider_logo on identity_provider (logo_hash) where logo_hash is not null',
  'alter table saml_request add column nonce text, add column code_verifier text',
  'create index saml_request_relay on saml_request (relay_hash)',
  'alter table saml_session add column id_token text',
  'alter table person drop constraint person_source_check',
  `alter table person add constraint person_source_check check (source in ('INTERNAL', 'SAML', 'OIDC', 'SCIM'))`,
]
