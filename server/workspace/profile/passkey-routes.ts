import { TEXTS } from '../../../contract/texts.ts'
import {
  addPasskey,
  beginPasskey,
  listPasskeys,
  removePasskey,
  renamePasskey,
} from '../../../contract/workspace/passkeys.ts'
import type { Principals } from '../../access/principals.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/open.ts'
import { wrongField } from '../../http/refusal.ts'
import type { Routes } from '../../http/routes.ts'
import type { Attempts } from '../../http/limits/attempts.ts'
import { relyingPartyOf, requireAvailable } from '../../session/session.ts'
import { isOwnPassword } from './own-password.ts'
import { listOf, register, registrationOptions, remove, rename } from './passkeys.ts'

interface Parts {
  db: Db
  config: Config
  principals: Principals
  passwordAttempts: Attempts
}

export const passkeyRoutes = (routes: Routes, parts: Parts): void => {
  const { db, config, principals } = parts
  const rp = relyingPartyOf(config)

  routes.signedIn(listPasskeys, async ({ caller }) => ({
    items: await listOf(db, caller.userId),
    isAvailable: rp.isAvailable,
  }))

  routes.signedIn(beginPasskey, async ({ caller, body, ...exchange }) => {
    requireAvailable(rp)
    if (!(await isOwnPassword(parts, caller, body.password, exchange)))
      throw wrongField('password', TEXTS.currentPasswordWrong)
    return { options: await registrationOptions(db, rp, caller.userId) }
  })

  routes.signedIn(addPasskey, async ({ caller, body }) => {
    const added = await register(db, rp, caller, body)
    principals.forget(caller.userId)
    return added
  })

  routes.signedIn(renamePasskey, async ({ caller, params, body }) => {
    await rename(db, caller.userId, params.passkeyId, body.name)
    return {}
  })

  routes.signedIn(removePasskey, async ({ caller, params, body, ...exchange }) => {
    if (!(await isOwnPassword(parts, caller, body.password, exchange)))
      throw wrongField('password', TEXTS.currentPasswordWrong)
    await remove(db, caller.userId, params.passkeyId)
    principals.forget(caller.userId)
    return {}
  })
}
