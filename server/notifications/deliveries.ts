import { sql } from 'kysely'
import { NOTIFICATION_LIMITS } from '../../contract/notifications/notification-texts.ts'
import { appendEvents } from '../db/events.ts'
import type { Db } from '../db/open.ts'
import { leaseDue, releaseLease } from '../jobs/deliveries.ts'
import { refused, type Outcome, type SendParts } from './attempt.ts'
import { destinationOf } from './destination.ts'
import { sendOnce } from './send.ts'
import type { DeliveryRow, RuleRow } from './stored.ts'

export interface DeliveryParts extends SendParts {
  log: { warn: (details: object, words: string) => void }
}

const AT_ONCE = 10
/** Longer than one attempt can take. */
const LEASE_MS = 60_000
const { waits } = NOTIFICATION_LIMITS
const MAX_ATTEMPTS = waits.length + 1

/**
 * Makes the attempts that are due at `now`; each is leased by one server. When a server stops, another one repeats its attempt, so that a
 * receiver can get a message twice, with the same id. Resolves with the number of attempts of this server.
 */
export const deliverDue = async (parts: DeliveryParts, now: Date, signal?: AbortSignal): Promise<number> => {
  const due = await leaseDue<DeliveryRow>(parts.db, 'notification_delivery', { now, limit: AT_ONCE, leaseMs: LEASE_MS })
  await Promise.all(due.map((delivery) => attempt(parts, delivery, now, signal)))
  return due.length
}

const attempt = async (
  parts: DeliveryParts,
  delivery: DeliveryRow,
  now: Date,
  signal: AbortSignal | undefined,
): Promise<void> => {
  const { rule_id: ruleId } = delivery
  const rule =
    ruleId === null
      ? null
      : await parts.db.selectFrom('notification_rule').selectAll().where('id', '=', ruleId).executeTakeFirst()
  if (rule === undefined) return
  const isOff = rule?.is_on === false && delivery.about !== 'test'
  const started = Date.now()
  const outcome = isOff ? refused('The rule was switched off') : await tried(parts, rule, delivery, signal)
  if (signal?.aborted === true && !outcome.isDelivered)
    return releaseLease(parts.db, 'notification_delivery', delivery.id)
  const wait = waits[delivery.attempts - 1]
  const isRetried = !outcome.isDelivered && outcome.mayRetry && delivery.attempts < MAX_ATTEMPTS && wait !== undefined
  await settle(parts.db, delivery, outcome, {
    durationMs: Date.now() - started,
    nextAt: isRetried ? new Date(now.getTime() + wait * 1000) : null,
  })
}

const tried = async (
  parts: DeliveryParts,
  rule: RuleRow | null,
  delivery: DeliveryRow,
  signal: AbortSignal | undefined,
): Promise<Outcome> => {
  try {
    return await sendOnce(parts, await destinationOf(parts.db, rule, delivery), delivery, signal)
  } catch (error) {
    parts.log.warn({ err: error, deliveryId: delivery.id }, 'a notification could not be sent')
    return refused('The server could not send the message', { mayRetry: true })
  }
}

const settle = (
  db: Db,
  { id: deliveryId, project_id: projectId, rule_id: ruleId }: Pick<DeliveryRow, 'id' | 'project_id' | 'rule_id'>,
  outcome: Outcome,
  { durationMs, nextAt }: { durationMs: number; nextAt: Date | null },
): Promise<DeliveryRow | undefined> =>
  db.transaction().execute(async (tx) => {
    const state = outcome.isDelivered ? 'delivered' : nextAt === null ? 'failed' : 'waiting'
    const settled = await tx
      .updateTable('notification_delivery')
      .set({
        state,
        next_at: nextAt,
        lease_until: null,
        status: outcome.status,
        duration_ms: durationMs,
        reason: outcome.reason,
        response: outcome.response,
      })
      .where('id', '=', deliveryId)
      .returningAll()
      .executeTakeFirst()
    const payload = { ruleId, deliveryId, state }
    await appendEvents(tx, [
      { stream: `notifications:${projectId}`, type: 'notification/attempted', payload, projectId },
    ])
    return settled
  })

type NewDelivery = Pick<DeliveryRow, 'project_id' | 'launch_id' | 'about' | 'body'> &
  Partial<Pick<DeliveryRow, 'message_id' | 'sender' | 'sender_name' | 'target' | 'destination'>>

/**
 * Sends a message immediately and without retries, even when its rule is off; resolves with the outcome. Without a rule, the message
 * contains its destination.
 */
export const sendNow = async (
  parts: DeliveryParts,
  rule: RuleRow | null,
  message: NewDelivery,
): Promise<DeliveryRow> => {
  const delivery = await parts.db
    .insertInto('notification_delivery')
    .values({
      rule_id: rule?.id ?? null,
      ...message,
      ending_id: null,
      state: 'sending',
      attempts: 1,
      lease_until: null,
      status: null,
      duration_ms: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  const started = Date.now()
  const outcome = await tried(parts, rule, delivery, undefined)
  const settled = await settle(parts.db, delivery, outcome, { durationMs: Date.now() - started, nextAt: null })
  return settled ?? delivery
}

/** Deletes the oldest deliveries of each rule, and of each project's direct deliveries, above the limit of the log. */
export const pruneDeliveries = async (db: Db): Promise<void> => {
  await sql`
    delete from notification_delivery d using (
      select id, row_number() over (partition by project_id, rule_id order by id desc) as place from notification_delivery) old
     where old.id = d.id and old.place > ${NOTIFICATION_LIMITS.deliveriesKept} and d.state in ('delivered', 'failed')`.execute(
    db,
  )
}
