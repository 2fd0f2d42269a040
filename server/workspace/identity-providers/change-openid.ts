import type { z } from 'zod/mini'
import { TEXTS } from '../../../contract/texts.ts'
import { PROVIDER_TEXTS } from '../../../contract/workspace/identity-provider-texts.ts'
import type { createOpenIdProvider, updateOpenIdProvider } from '../../../contract/workspace/openid-providers.ts'
import type { Principal } from '../../access/principals.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/open.ts'
import { mergeEdit } from '../../http/merge-edit.ts'
import { wrongField } from '../../http/refusal.ts'
import { unlessTaken } from '../../http/unique.ts'
import type { Secrets } from '../../secrets/secrets.ts'
import { BadIssuer, discover, secretPlace } from '../../session/session.ts'
import { withWorkspaceLocked } from '../../db/workspace-lock.ts'
import {
  columnsOfPeople,
  lockProvider,
  NOTHING_HELD,
  peopleOptionsOf,
  requireMayLet,
  requireMaySpeakFor,
  recordChange,
} from './rights.ts'
import { readProvider } from './stored.ts'

type NewProvider = z.infer<typeof createOpenIdProvider.body>
type Edit = z.infer<typeof updateOpenIdProvider.body>

interface Parts {
  db: Db
  config: Config
  secrets: Secrets
}

const read = async (issuer: string, config: Config) => {
  try {
    const { content, url, discovered } = await discover(issuer, config)
    return {
      entity_id: issuer,
      metadata_name: 'openid-configuration',
      metadata_content: content,
      metadata_url: url,
      sso_url: discovered.authorization_endpoint,
      slo_url: discovered.end_session_endpoint ?? null,
    }
  } catch (error) {
    throw error instanceof BadIssuer ? wrongField('issuer', error.message) : error
  }
}

const taken = {
  identity_provider_name: { field: 'name', message: TEXTS.nameTaken },
  identity_provider_entity: { field: 'issuer', message: PROVIDER_TEXTS.issuerTaken },
}

const sealed = (secrets: Secrets, issuer: string, clientId: string, secret: string | null): Buffer | null =>
  secret === null ? null : secrets.seal(secret, secretPlace(issuer, clientId))

export const addOpenIdProvider = async (
  { db, config, secrets }: Parts,
  caller: Principal,
  { name, issuer, clientId, clientSecret, scopes, ...options }: NewProvider,
): Promise<number> => {
  // Outside the transaction: fetching is slow and would block others.
  const discovered = await read(issuer, config)
  const adding = withWorkspaceLocked(db, async (tx) => {
    await requireMayLet(tx, caller, options, NOTHING_HELD)
    const { id } = await tx
      .insertInto('identity_provider')
      .values({
        type: 'OIDC',
        name,
        ...discovered,
        client_id: clientId,
        client_secret: sealed(secrets, issuer, clientId, clientSecret),
        scopes,
        certificates: '[]',
        signs_requests: false,
        allows_idp_initiated: false,
        ...columnsOfPeople(options),
        trusted: caller.superAdmin,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await recordChange(tx, caller, 'identity-provider/created', {
      id,
      name,
      entityId: issuer,
      clientId,
      scopes,
      ...options,
    })
    return id
  })
  return unlessTaken(adding, taken)
}

export const changeOpenIdProvider = async (
  { db, config, secrets }: Parts,
  caller: Principal,
  id: number,
  { clientSecret, ...edit }: Edit,
): Promise<void> => {
  const discovered = edit.issuer === undefined ? null : await read(edit.issuer, config)
  const changing = withWorkspaceLocked(db, async (tx) => {
    const row = await lockProvider(tx, id, 'OIDC')
    const clientIdBefore = row.client_id ?? ''
    const before = {
      name: row.name,
      issuer: row.entity_id,
      clientId: clientIdBefore,
      scopes: row.scopes,
      ...peopleOptionsOf(row),
    }
    const changes = await mergeEdit(before, edit, () => readProvider(tx, id))
    const { name, issuer, clientId, scopes, ...options } = { ...before, ...changes }
    const isTrustChanged = issuer !== row.entity_id || clientId !== clientIdBefore
    await requireMayLet(tx, caller, options, isTrustChanged ? NOTHING_HELD : before)
    if (isTrustChanged) await requireMaySpeakFor(tx, caller, id)
    // A secret belongs to one client of one issuer, and must not be sent to another issuer.
    if (isTrustChanged && clientSecret === undefined && row.client_secret !== null)
      throw wrongField('clientSecret', PROVIDER_TEXTS.clientSecretAgain)
    await tx
      .updateTable('identity_provider')
      .set({
        name,
        ...(discovered === null ? {} : { ...discovered, metadata_read_at: new Date() }),
        client_id: clientId,
        ...(clientSecret === undefined ? {} : { client_secret: sealed(secrets, issuer, clientId, clientSecret) }),
        scopes,
        ...columnsOfPeople(options),
        trusted: caller.superAdmin || (row.trusted && !isTrustChanged),
      })
      .where('id', '=', id)
      .execute()
    const isSecretChanged = clientSecret !== undefined
    await recordChange(tx, caller, 'identity-provider/changed', {
      id,
      name,
      isTrustChanged,
      isSecretChanged,
      before,
      changes,
    })
  })
  await unlessTaken(changing, taken)
}
