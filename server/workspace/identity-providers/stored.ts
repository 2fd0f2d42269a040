import { sql } from 'kysely'
import { PROVIDER_TEXTS } from '../../../contract/workspace/identity-provider-texts.ts'
import type { IdentityProvider } from '../../../contract/workspace/identity-providers.ts'
import type { Db, Tx } from '../../db/open.ts'
import { providerLogoPath } from '../../files/routes.ts'
import { notFound } from '../../http/refusal.ts'
import { describeCertificate } from '../../session/session.ts'

const providersIn = (db: Db | Tx) =>
  db
    .selectFrom('identity_provider as p')
    .selectAll('p')
    .select([
      sql<number>`(select count(*) from user_identity i where i.provider_id = p.id)`.as('people'),
      sql<Date | null>`(select max(i.last_sign_in_at) from user_identity i where i.provider_id = p.id)`.as(
        'last_sign_in',
      ),
    ])

type Row = Awaited<ReturnType<ReturnType<typeof providersIn>['executeTakeFirstOrThrow']>>

const providerOf = (row: Row): IdentityProvider => ({
  id: row.id,
  type: row.type,
  name: row.name,
  logoUrl: row.logo_hash === null ? null : providerLogoPath(row.id, row.logo_hash),
  oidc:
    row.client_id === null
      ? null
      : { clientId: row.client_id, hasClientSecret: row.client_secret !== null, scopes: row.scopes },
  metadata: {
    file: { name: row.metadata_name, content: row.metadata_content },
    url: row.metadata_url,
    readAt: row.metadata_read_at.toISOString(),
  },
  certificates: row.certificates.map(({ name, content }) => ({
    name,
    content,
    isUploaded: row.uploaded_certificates.length > 0,
    ...describeCertificate(content),
  })),
  entityId: row.entity_id,
  ssoUrl: row.sso_url,
  sloUrl: row.slo_url,
  signsRequests: row.signs_requests,
  allowsIdpInitiated: row.allows_idp_initiated,
  createsPeople: row.creates_people,
  groupId: row.group_id,
  groupAttribute: row.group_attribute,
  groupMapping: row.group_mapping,
  removesGroups: row.removes_groups,
  linksByEmail: row.links_by_email,
  people: row.people,
  lastSignIn: row.last_sign_in === null ? null : new Date(row.last_sign_in).toISOString(),
})

export const readProviders = async (db: Db): Promise<IdentityProvider[]> =>
  (
    await providersIn(db)
      .orderBy(sql`lower(p.name collate "C")`)
      .execute()
  ).map(providerOf)

export const unknownProvider = () => notFound(PROVIDER_TEXTS.providerUnknown)

/** Throws 404. */
export const readProvider = async (db: Db | Tx, id: number): Promise<IdentityProvider> => {
  const row = await providersIn(db).where('p.id', '=', id).executeTakeFirst()
  if (!row) throw unknownProvider()
  return providerOf(row)
}
