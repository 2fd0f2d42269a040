import type { Selectable } from 'kysely'
import { ERROR_CODES } from '../../contract/errors.ts'
import type { Feature } from '../../contract/access.ts'
import {
  INTEGRATION_KINDS,
  kindOf,
  type FieldValues,
  type IntegrationKey,
  type IntegrationKind,
} from '../../contract/workspace/integration-kinds.ts'
import { INTEGRATION_TEXTS } from '../../contract/workspace/integration-texts.ts'
import type { Integration } from '../../contract/workspace/integrations.ts'
import type { Config } from '../config.ts'
import type { IntegrationTable } from '../db/schema.generated.ts'
import type { Db, Tx } from '../db/open.ts'
import { notFound, Refusal } from '../http/refusal.ts'
import type { Secrets } from '../secrets/secrets.ts'

export type Kind = IntegrationKind & { key: IntegrationKey }
export type Row = Selectable<IntegrationTable>

/** Integrations that the server's configuration provides. */
type ServerConfig = Pick<Config, 'AI_URL' | 'AI_MODEL' | 'SMTP_URL' | 'MAIL_FROM'>

const isOn = ({ features }: Pick<Kind, 'features'>, on: readonly Feature[]): boolean =>
  features.length === 0 || features.some((feature) => on.includes(feature))

/** Throws 404, or 403 while the integration's edition features are disabled. */
export const kindNamed = (key: string, on: readonly Feature[]): Kind => {
  const kind = kindOf(key)
  if (kind === null) throw notFound(INTEGRATION_TEXTS.unknown)
  if (!isOn(kind, on)) throw new Refusal(403, ERROR_CODES.featureOff, INTEGRATION_TEXTS.featureOff)
  return kind
}

export const kindsWith = (on: readonly Feature[]): Kind[] =>
  INTEGRATION_KINDS.filter((kind: Kind) => isOn(kind, on) && kind.isUnused === undefined)

const serverOf = (key: IntegrationKey, config: ServerConfig): Integration['server'] => {
  const { AI_URL, AI_MODEL, SMTP_URL, MAIL_FROM } = config
  if (key === 'ai' && AI_URL !== undefined) return { isOn: true, about: `${AI_MODEL} at ${new URL(AI_URL).host}` }
  if (key !== 'email') return null
  return SMTP_URL === undefined
    ? { isOn: false, about: 'No mail server is configured: mails are kept as files in the data folder.' }
    : { isOn: true, about: `${new URL(SMTP_URL).hostname} sends mails from ${MAIL_FROM}` }
}

const integrationOf = (key: IntegrationKey, row: Row | undefined, config: ServerConfig): Integration => ({
  key,
  isStored: row !== undefined,
  enabled: row?.enabled ?? false,
  values: row?.field_values ?? {},
  secrets: row?.secrets_entered ?? {},
  checked:
    row?.checked_at == null
      ? null
      : { at: row.checked_at.toISOString(), problem: row.check_problem, account: row.check_account },
  server: serverOf(key, config),
})

export const rowOf = (db: Db | Tx, key: IntegrationKey): Promise<Row | undefined> =>
  db.selectFrom('integration').selectAll().where('key', '=', key).executeTakeFirst()

export const readIntegration = async (db: Db | Tx, { key }: Kind, config: ServerConfig): Promise<Integration> =>
  integrationOf(key, await rowOf(db, key), config)

export const readIntegrations = async (
  db: Db,
  kinds: readonly Kind[],
  config: ServerConfig,
): Promise<Integration[]> => {
  const rows = await db.selectFrom('integration').selectAll().execute()
  return kinds.map(({ key }) =>
    integrationOf(
      key,
      rows.find((row) => row.key === key),
      config,
    ),
  )
}

const placeOf = (key: IntegrationKey): string => `integration:${key}`

export const sealSecrets = (secrets: Secrets, key: IntegrationKey, values: FieldValues): Buffer =>
  secrets.seal(JSON.stringify(values), placeOf(key))

/** Returns the decrypted secrets; null if they cannot be decrypted. */
export const openSecrets = (secrets: Secrets, { key, secrets: sealed }: Row): FieldValues | null => {
  const opened = secrets.open(sealed, placeOf(key))
  return opened === null ? null : (JSON.parse(opened) as FieldValues)
}

/** Returns all values of an enabled integration, with decrypted secrets; null if it is disabled, not set up, or cannot be decrypted. */
export const connectionOf = async (db: Db, secrets: Secrets, key: IntegrationKey): Promise<FieldValues | null> => {
  const row = await rowOf(db, key)
  if (row?.enabled !== true) return null
  const opened = openSecrets(secrets, row)
  return opened === null ? null : { ...row.field_values, ...opened }
}

/** Returns whether the workspace configures the integration itself; otherwise the server's configuration applies. */
export const isStored = async (db: Db, key: IntegrationKey): Promise<boolean> => (await rowOf(db, key)) !== undefined
