import { randomBytes } from 'node:crypto'
import { sql, type Selectable } from 'kysely'
import { LAUNCHER_TEXTS } from '../../../contract/launchers/launcher-texts.ts'
import { WEBHOOK_PATH, type Webhook, type WebhookDelivery } from '../../../contract/launchers/webhooks.ts'
import type { LaunchWebhookDeliveryTable, LaunchWebhookTable } from '../../db/schema.generated.ts'
import { launchersStream } from '../../../contract/live.ts'
import { appendEvents } from '../../db/events.ts'
import type { Db, Tx } from '../../db/open.ts'
import { notFound } from '../../http/refusal.ts'

export type WebhookRow = Selectable<LaunchWebhookTable>
export type DeliveryRow = Selectable<LaunchWebhookDeliveryTable>

/** Deliveries stored per webhook. Delivery ids are deduplicated among them. */
const DELIVERIES_KEPT = 200
export const DELIVERIES_SHOWN = 50

export const newKey = (): string => randomBytes(32).toString('base64url')

/** Associated data of the encrypted secret: it can only be decrypted for its webhook. */
export const secretPlace = ({ project_id: projectId, key }: Pick<WebhookRow, 'project_id' | 'key'>): string =>
  `launch-webhook:${projectId}:${key}`

export const webhookOf = (row: WebhookRow, publicUrl: string): Webhook => ({
  id: row.id,
  name: row.name,
  link: `${publicUrl}${WEBHOOK_PATH}/${row.key}`,
  hasSecretKey: row.secret !== null,
  authorId: row.author_id,
  lastTriggerTime: row.last_trigger_at?.toISOString() ?? null,
})

/** 404 for a webhook of another preset. `lock`: locks the row until the end of the transaction. */
export const findWebhook = async (
  db: Db | Tx,
  presetId: number,
  webhookId: number,
  lock = false,
): Promise<WebhookRow> => {
  const row = await db
    .selectFrom('launch_webhook')
    .selectAll()
    .where('id', '=', webhookId)
    .where('preset_id', '=', presetId)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst()
  if (!row) throw notFound(LAUNCHER_TEXTS.webhookUnknown)
  return row
}

export const deliveryOf = (row: DeliveryRow): WebhookDelivery => ({
  id: row.id,
  at: row.at.toISOString(),
  event: row.event,
  isTest: row.is_test,
  status: row.status ?? 102,
  reason: row.reason,
  launchId: row.launch_id,
})

export interface Call {
  webhookId: number
  senderKey: string | null
  event: string | null
  isTest?: boolean
  status?: number
  reason?: string
}

/** Adds a call to the log of its webhook. Null for a duplicate delivery id. */
export const logCall = async (db: Db, call: Call): Promise<DeliveryRow | null> =>
  db.transaction().execute(async (tx) => {
    const row = await tx
      .insertInto('launch_webhook_delivery')
      .values({
        webhook_id: call.webhookId,
        sender_key: call.senderKey,
        event: call.event,
        is_test: call.isTest ?? false,
        status: call.status ?? null,
        reason: call.reason ?? '',
        launch_id: null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst()
    if (!row) return null
    await sql`delete from launch_webhook_delivery where webhook_id = ${call.webhookId} and id <= (
      select id from launch_webhook_delivery where webhook_id = ${call.webhookId}
       order by id desc offset ${DELIVERIES_KEPT}::int limit 1)`.execute(tx)
    if (call.status !== undefined) await recordCalled(tx, call.webhookId)
    return row
  })

/** Stores the outcome of a call. A rejected call loses its delivery id, so that the sender may retry it. */
export const settleCall = (
  db: Db,
  id: number,
  outcome: { status: number; reason: string; launchId: number | null },
): Promise<DeliveryRow> =>
  db.transaction().execute(async (tx) => {
    const settled = await tx
      .updateTable('launch_webhook_delivery')
      .set({
        status: outcome.status,
        reason: outcome.reason,
        launch_id: outcome.launchId,
        ...(outcome.status >= 300 ? { sender_key: null } : {}),
      })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await recordCalled(tx, settled.webhook_id)
    return settled
  })

/** Notifies subscribers of the project's launchers that a webhook was called. */
const recordCalled = async (tx: Tx, webhookId: number): Promise<void> => {
  const { project_id: projectId } = await tx
    .selectFrom('launch_webhook')
    .select('project_id')
    .where('id', '=', webhookId)
    .executeTakeFirstOrThrow()
  const payload = { webhookId }
  await appendEvents(tx, [{ stream: launchersStream(projectId), type: 'launchers/webhook-called', payload, projectId }])
}
