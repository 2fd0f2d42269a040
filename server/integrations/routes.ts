import {
  checkIntegration,
  getIntegration,
  listEnabledIntegrations,
  listIntegrations,
  removeIntegration as removeIntegrationCall,
  revealTestingPlatforms,
  saveIntegration,
  statusOf,
} from '../../contract/workspace/integrations.ts'
import { holds } from '../access/authorise.ts'
import type { Principal, Principals } from '../access/principals.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/open.ts'
import type { Routes } from '../http/routes.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { Outgoing } from '../outgoing/outgoing.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { changeIntegration, isStoredAs, keepResult, removeIntegration } from './change.ts'
import { checkSystem, resultOf } from './check/check.ts'
import { sendTestMail } from './check/mail.ts'
import { complete, requireFieldsOf } from './given-values.ts'
import { revealPlatforms } from './platforms.ts'
import { kindNamed, kindsWith, readIntegration, readIntegrations, rowOf } from './stored.ts'

interface Parts {
  db: Db
  config: Config
  principals: Principals
  secrets: Secrets
  mailer: Mailer
  outgoing: Outgoing
}

/** Matches `changed` in the contract. */
const mayChange = (caller: Principal): boolean =>
  holds(caller, 'INTEGRATIONS_WRITE') || caller.groupRole === 'ADMINISTRATOR' || caller.groupRole === 'MANAGER'

/** Routes of external systems that the workspace is connected to. */
export const integrationRoutes = (routes: Routes, parts: Parts): void => {
  const { db, config, principals, secrets, mailer, outgoing } = parts
  const kindOf = async (key: string) => kindNamed(key, await principals.features())

  routes.signedIn(listIntegrations, async ({ caller }) => ({
    items: await readIntegrations(db, kindsWith(await principals.features()), config),
    mayChange: mayChange(caller),
  }))
  routes.signedIn(getIntegration, async ({ caller, params }) => ({
    integration: await readIntegration(db, await kindOf(params.integration), config),
    mayChange: mayChange(caller),
  }))
  routes.signedIn(saveIntegration, async ({ caller, params, body }) => {
    const kind = await kindOf(params.integration)
    await changeIntegration(db, secrets, {
      caller,
      kind,
      edit: body,
      current: (tx) => readIntegration(tx, kind, config),
    })
    return readIntegration(db, kind, config)
  })
  routes.signedIn(removeIntegrationCall, async ({ caller, params }) => {
    await removeIntegration(db, caller, await kindOf(params.integration))
    return {}
  })

  routes.signedIn(checkIntegration, async ({ caller, params, body, reply }) => {
    const kind = await kindOf(params.integration)
    requireFieldsOf(kind, body)
    const { key } = kind
    if (key === 'email') return resultOf(() => sendTestMail(mailer, caller.email, config.PUBLIC_URL))
    const row = await rowOf(db, key)
    const completed = complete(kind, body, row, secrets)
    const leaving = new AbortController()
    reply.raw.once('close', () => leaving.abort())
    const values = { ...completed.values, ...completed.secrets }
    const result = await checkSystem({ ...kind, key }, values, outgoing, leaving.signal)
    if (isStoredAs(row, completed) && !leaving.signal.aborted) await keepResult(db, row, result)
    return result
  })

  routes.signedIn(listEnabledIntegrations, async () => {
    const kinds = kindsWith(await principals.features())
    const items = await readIntegrations(db, kinds, config)
    const isOn = new Set(items.filter((item) => ['on', 'failing'].includes(statusOf(item))).map(({ key }) => key))
    return { items: kinds.filter(({ key }) => isOn.has(key)).map(({ key, name }) => ({ key, name })) }
  })
  routes.inProject(revealTestingPlatforms, async ({ caller }) => ({
    items: await revealPlatforms(db, secrets, caller.userId),
  }))
}
