import { createOpenIdProvider, updateOpenIdProvider } from '../../../contract/workspace/openid-providers.ts'
import {
  PROVIDER_LOGO_TEXTS,
  createIdentityProvider,
  deleteIdentityProvider,
  listIdentityProviders,
  readSignInTest,
  removeProviderLogo,
  setProviderLogo,
  testIdentityProvider,
  updateIdentityProvider,
} from '../../../contract/workspace/identity-providers.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/open.ts'
import { keepPicture } from '../../files/pictures.ts'
import type { FileStore } from '../../files/store.ts'
import { notFound } from '../../http/refusal.ts'
import type { Routes } from '../../http/routes.ts'
import type { Secrets } from '../../secrets/secrets.ts'
import { beginOpenId, beginSignIn, readOwnKey, serviceProviderOf } from '../../session/session.ts'
import { addOpenIdProvider, changeOpenIdProvider } from './change-openid.ts'
import { addProvider, changeProvider, removeProvider } from './change.ts'
import { readProvider, readProviders, unknownProvider } from './stored.ts'
import type { Principal } from '../../access/principals.ts'
import { recordChange } from './rights.ts'

interface Parts {
  db: Db
  config: Config
  secrets: Secrets
  files: FileStore
}

export const identityProviderRoutes = (routes: Routes, { db, config, secrets, files }: Parts): void => {
  routes.signedIn(listIdentityProviders, async () => ({
    items: await readProviders(db),
    serviceProvider: serviceProviderOf(config),
  }))
  routes.signedIn(createIdentityProvider, async ({ caller, body }) =>
    readProvider(db, await addProvider(db, config, caller, body)),
  )
  routes.signedIn(updateIdentityProvider, async ({ caller, params, body }) => {
    await changeProvider(db, config, caller, params.providerId, body)
    return readProvider(db, params.providerId)
  })
  routes.signedIn(deleteIdentityProvider, async ({ caller, params }) => {
    await removeProvider(db, caller, params.providerId)
    return {}
  })

  const parts = { db, config, secrets }
  routes.signedIn(createOpenIdProvider, async ({ caller, body }) =>
    readProvider(db, await addOpenIdProvider(parts, caller, body)),
  )
  routes.signedIn(updateOpenIdProvider, async ({ caller, params, body }) => {
    await changeOpenIdProvider(parts, caller, params.providerId, body)
    return readProvider(db, params.providerId)
  })
  routes.signedIn(setProviderLogo, async ({ caller, params, body }) => {
    await setLogoOf(db, caller, params.providerId, await keepPicture(files, body.image, PROVIDER_LOGO_TEXTS))
    return readProvider(db, params.providerId)
  })
  routes.signedIn(removeProviderLogo, async ({ caller, params }) => {
    await setLogoOf(db, caller, params.providerId, null)
    return readProvider(db, params.providerId)
  })

  routes.signedIn(testIdentityProvider, async ({ caller, params }) => {
    const provider = await db
      .selectFrom('identity_provider')
      .selectAll()
      .where('id', '=', params.providerId)
      .executeTakeFirst()
    if (!provider) throw unknownProvider()
    const begun = { wanted: '/', tester: caller.userId }
    if (provider.type === 'OIDC') return { url: (await beginOpenId(db, provider, secrets, config, begun)).url }
    const { url } = await beginSignIn(db, provider, await readOwnKey(db, secrets), config, begun)
    return { url }
  })
  routes.signedIn(readSignInTest, async ({ caller, params }) => {
    const row = await db
      .selectFrom('saml_request')
      .select('outcome')
      .where('id', '=', params.signInTestId)
      .where('provider_id', '=', params.providerId)
      .where('tester', '=', caller.userId)
      .executeTakeFirst()
    if (!row?.outcome) throw notFound('This test does not exist, or is over')
    return row.outcome
  })
}

/** Sets or removes a provider's logo. Throws 404. */
const setLogoOf = (db: Db, caller: Principal, id: number, hash: string | null): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom('identity_provider')
      .select(['name', 'logo_hash'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!row) throw unknownProvider()
    if (row.logo_hash === hash) return
    await tx.updateTable('identity_provider').set({ logo_hash: hash }).where('id', '=', id).execute()
    const picture = (one: string | null) => (one === null ? null : 'a picture')
    await recordChange(tx, caller, 'identity-provider/changed', {
      id,
      name: row.name,
      before: { logo: picture(row.logo_hash) },
      changes: { logo: hash === null ? null : row.logo_hash === null ? 'a picture' : 'another picture' },
    })
  })
