import { randomBytes } from 'node:crypto'
import type { Selectable } from 'kysely'
import { NOTIFICATION_TEXTS } from '../../contract/notifications/notification-texts.ts'
import type { NotificationRule } from '../../contract/notifications/rules.ts'
import type { NotificationDeliveryTable, NotificationRuleTable } from '../db/schema.generated.ts'
import type { Db, Tx } from '../db/open.ts'
import { notFound } from '../http/refusal.ts'
import type { LaunchRow } from '../launches/launches.ts'

export type RuleRow = Selectable<NotificationRuleTable>
export type DeliveryRow = Selectable<NotificationDeliveryTable>

/** Associated data of an encrypted secret: it can only be decrypted for its rule and use. */
export const placeOf = ({ project_id: projectId, key }: Pick<RuleRow, 'project_id' | 'key'>, use: 'address' | 'sign') =>
  `notification-rule:${projectId}:${key}:${use}`

/** Returns an HMAC key in the format of Standard Webhooks. */
export const newSigningSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

const ruleOf = (row: RuleRow, last: Pick<DeliveryRow, 'state' | 'at' | 'reason'> | null): NotificationRule => ({
  id: row.id,
  name: row.name,
  isOn: row.is_on,
  condition: row.condition,
  suite: row.suite,
  environment: row.environment,
  labelKey: row.label_key,
  labelValue: row.label_value,
  target: row.target,
  channel: row.channel,
  recipients: row.recipients,
  addressHost: row.address_host,
  lastDelivery: last && { state: last.state, at: last.at.toISOString(), reason: last.reason },
})

/** 404 for a rule of another project. `lock`: locks the row until the end of the transaction. */
export const findRule = async (db: Db | Tx, projectId: number, ruleId: number, lock = false): Promise<RuleRow> => {
  const row = await db
    .selectFrom('notification_rule')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('id', '=', ruleId)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst()
  if (!row) throw notFound(NOTIFICATION_TEXTS.unknown)
  return row
}

/** 404 for a delivery of another rule; for null, of one that is not direct. */
export const findDelivery = async (
  db: Db,
  { projectId, ruleId, deliveryId }: { projectId: number; ruleId: number | null; deliveryId: number },
): Promise<DeliveryRow> => {
  const row = await db
    .selectFrom('notification_delivery')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('rule_id', ruleId === null ? 'is' : '=', ruleId)
    .where('id', '=', deliveryId)
    .executeTakeFirst()
  if (!row) throw notFound(NOTIFICATION_TEXTS.deliveryUnknown)
  return row
}

/** Returns rules in the shape of the contract, each with its last delivery. */
export const describeRules = async (db: Db | Tx, rows: readonly RuleRow[]): Promise<NotificationRule[]> => {
  if (rows.length === 0) return []
  const newest = await db
    .selectFrom('notification_delivery')
    .distinctOn('rule_id')
    .select(['rule_id', 'state', 'at', 'reason'])
    .where(
      'rule_id',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('rule_id')
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => ruleOf(row, newest.find((one) => one.rule_id === row.id) ?? null))
}

/** Returns whether a launch matches the filter of a rule. */
export const matches = (
  rule: Pick<RuleRow, 'suite' | 'environment' | 'label_key' | 'label_value'>,
  launch: Pick<LaunchRow, 'name' | 'suite_name' | 'environment' | 'labels'>,
): boolean => {
  const isSame = (one: string | null, other: string) => one?.toLowerCase() === other.toLowerCase()
  if (rule.suite !== '' && !isSame(launch.name, rule.suite) && !isSame(launch.suite_name, rule.suite)) return false
  if (rule.environment !== '' && !isSame(launch.environment, rule.environment)) return false
  return (
    rule.label_key === '' ||
    launch.labels.some(
      ({ key, value }) => isSame(key, rule.label_key) && (rule.label_value === '' || isSame(value, rule.label_value)),
    )
  )
}
