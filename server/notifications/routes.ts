import { sql } from 'kysely'
import { TEXTS } from '../../contract/texts.ts'
import {
  listDirectDeliveries,
  listNotificationDeliveries,
  resendDirectDelivery,
  resendNotification,
  testNotificationRule,
} from '../../contract/notifications/deliveries.ts'
import { NOTIFICATION_LIMITS, NOTIFICATION_TEXTS } from '../../contract/notifications/notification-texts.ts'
import {
  createNotificationRule,
  deleteNotificationRule,
  getChatTargets,
  hasAddress,
  lackingOf,
  listNotificationRules,
  renewNotificationSecret,
  updateNotificationRule,
  type NotificationRule,
} from '../../contract/notifications/rules.ts'
import type { SettingsChange } from '../../contract/settings/changes.ts'
import { isUser } from '../access/users.ts'
import type { Principal } from '../access/principals.ts'
import type { Tx } from '../db/open.ts'
import { invalid } from '../http/errors.ts'
import { mergeEdit } from '../http/merge-edit.ts'
import { conflict, wrongField } from '../http/refusal.ts'
import type { Routes } from '../http/routes.ts'
import { unlessTaken } from '../http/unique.ts'
import { findLaunch } from '../launches/launches.ts'
import { appendChanges, differences } from '../settings/settings.ts'
import { connectionOf } from '../integrations/integrations.ts'
import { sendNow, type DeliveryParts } from './deliveries.ts'
import { deliveriesOf, describeDelivery, sampleEvent } from './log.ts'
import { chatTargetsOf } from './reviews.ts'
import {
  describeRules,
  findDelivery,
  findRule,
  newSigningSecret,
  placeOf,
  type DeliveryRow,
  type RuleRow,
} from './stored.ts'

type Parts = DeliveryParts & { publicUrl: string }

const FIELDS = [
  'name',
  'isOn',
  'condition',
  'suite',
  'environment',
  'labelKey',
  'labelValue',
  'channel',
  'recipients',
] as const satisfies readonly (keyof NotificationRule)[]
type Fields = Pick<NotificationRule, (typeof FIELDS)[number]>

/** Routes of a project's notification rules. */
export const notificationRoutes = (routes: Routes, parts: Parts): void => {
  rules(routes, parts)
  deliveries(routes, parts)
  routes.inProject(getChatTargets, async ({ project, params }) => {
    const launch = await findLaunch(parts.db, project.id, params.launchId)
    return { count: (await chatTargetsOf(parts.db, launch)).length }
  })
}

const rules = (routes: Routes, { db, secrets, mailer }: Parts): void => {
  /** Runs a change in one transaction with one event; without an event when nothing changed. */
  const change = <T>(
    { project, caller }: { project: { id: number }; caller: Principal },
    act: (tx: Tx, changed: (change: SettingsChange) => void) => Promise<T>,
  ): Promise<T> =>
    db.transaction().execute(async (tx) => {
      const changes: SettingsChange[] = []
      const answer = await unlessTaken(
        act(tx, (one) => changes.push(one)),
        { notification_rule_name: { field: 'name', message: TEXTS.nameTaken } },
      )
      await appendChanges(tx, { area: 'notifications', projectId: project.id, userId: caller.userId, changes })
      return answer
    })
  const described = async (tx: Tx, row: RuleRow): Promise<NotificationRule> => {
    const [rule] = await describeRules(tx, [row])
    return rule as NotificationRule
  }
  const addressColumns = (rule: Pick<RuleRow, 'project_id' | 'key'>, address: string) => ({
    address: secrets.seal(address, placeOf(rule, 'address')),
    address_host: new URL(address).host,
  })

  routes.inProject(listNotificationRules, async ({ project }) => {
    const rows = await db
      .selectFrom('notification_rule')
      .selectAll()
      .where('project_id', '=', project.id)
      .orderBy(sql`lower(name)`)
      .execute()
    const slack = await connectionOf(db, secrets, 'slack')
    const teams = await connectionOf(db, secrets, 'microsoft-teams')
    return {
      items: await describeRules(db, rows),
      connected: { slack: slack !== null, teams: teams !== null, mail: mailer.kind === 'smtp' },
    }
  })

  routes.inProject(createNotificationRule, (given) =>
    change(given, async (tx, changed) => {
      const { project, body } = given
      const { address, target, ...fields } = body
      refuseLacking({ ...fields, target, address })
      await requireRoom(tx, project.id)
      await requireMembers(tx, project.id, fields.recipients)
      const row = await tx
        .insertInto('notification_rule')
        .values({
          project_id: project.id,
          target,
          ...columnsOf(fields),
          address: null,
          address_host: null,
          signing_secret: null,
        })
        .returningAll()
        .executeTakeFirstOrThrow()
      const secret = target === 'webhook' ? newSigningSecret() : null
      const stored = hasAddress(target)
        ? await tx
            .updateTable('notification_rule')
            .set({
              ...addressColumns(row, address),
              signing_secret: secret === null ? null : secrets.seal(secret, placeOf(row, 'sign')),
            })
            .where('id', '=', row.id)
            .returningAll()
            .executeTakeFirstOrThrow()
        : row
      changed({ kind: 'added', subject: row.name, values: { target: { before: null, after: target } } })
      return { ...(await described(tx, stored)), secret }
    }),
  )

  routes.inProject(updateNotificationRule, (given) =>
    change(given, async (tx, changed) => {
      const { project, params, body } = given
      const { address = '', ...edit } = body
      const row = await findRule(tx, project.id, params.ruleId, true)
      const before = await described(tx, row)
      const stored: Fields = before
      const after: Fields = { ...stored, ...(await mergeEdit<Fields>(stored, edit, () => before)) }
      refuseLacking({ ...after, target: row.target, address: row.address_host })
      if (edit.recipients !== undefined) await requireMembers(tx, project.id, after.recipients)
      const isNewAddress = hasAddress(row.target) && address !== ''
      const saved = await tx
        .updateTable('notification_rule')
        .set({ ...columnsOf(after), ...(isNewAddress ? addressColumns(row, address) : {}) })
        .where('id', '=', row.id)
        .returningAll()
        .executeTakeFirstOrThrow()
      const values = differences<Fields>(stored, after, FIELDS)
      if (isNewAddress) values['address'] = { before: row.address_host, after: saved.address_host }
      if (Object.keys(values).length > 0) changed({ kind: 'changed', subject: row.name, values })
      return described(tx, saved)
    }),
  )

  routes.inProject(deleteNotificationRule, (given) =>
    change(given, async (tx, changed) => {
      const { id, name } = await findRule(tx, given.project.id, given.params.ruleId, true)
      await tx.deleteFrom('notification_rule').where('id', '=', id).execute()
      changed({ kind: 'deleted', subject: name })
      return {}
    }),
  )

  routes.inProject(renewNotificationSecret, (given) =>
    change(given, async (tx, changed) => {
      const row = await findRule(tx, given.project.id, given.params.ruleId, true)
      if (row.target !== 'webhook') throw conflict('Only webhooks have a signing secret')
      const secret = newSigningSecret()
      await tx
        .updateTable('notification_rule')
        .set({ signing_secret: secrets.seal(secret, placeOf(row, 'sign')) })
        .where('id', '=', row.id)
        .execute()
      changed({
        kind: 'changed',
        subject: row.name,
        values: { signingSecret: { before: 'a secret', after: 'another secret' } },
      })
      return { secret }
    }),
  )
}

const deliveries = (routes: Routes, parts: Parts): void => {
  const { db } = parts
  routes.inProject(listNotificationDeliveries, async ({ project, params }) => {
    const { id } = await findRule(db, project.id, params.ruleId)
    return { items: await deliveriesOf(db, project.id, id) }
  })

  routes.inProject(testNotificationRule, async ({ project, params }) => {
    const rule = await findRule(db, project.id, params.ruleId)
    const { event, launchId } = await sampleEvent(db, project, parts.publicUrl)
    return describeDelivery(
      db,
      await sendNow(parts, rule, {
        project_id: project.id,
        launch_id: launchId,
        about: 'test',
        body: JSON.stringify(event),
      }),
    )
  })

  routes.inProject(resendNotification, async ({ project, params }) => {
    const rule = await findRule(db, project.id, params.ruleId)
    const delivery = await findDelivery(db, {
      projectId: project.id,
      ruleId: rule.id,
      deliveryId: params.deliveryId,
    })
    return describeDelivery(db, await sendNow(parts, rule, messageOf(delivery)))
  })

  routes.inProject(listDirectDeliveries, async ({ project }) => ({ items: await deliveriesOf(db, project.id, null) }))

  routes.inProject(resendDirectDelivery, async ({ project, params }) => {
    const delivery = await findDelivery(db, { projectId: project.id, ruleId: null, deliveryId: params.deliveryId })
    return describeDelivery(db, await sendNow(parts, null, messageOf(delivery)))
  })
}

/** Returns the delivery to send again. Throws 409 while it is being sent. */
const messageOf = (delivery: DeliveryRow) => {
  const { project_id, launch_id, about, body, message_id, state, sender, sender_name, target, destination } = delivery
  if (state === 'waiting' || state === 'sending') throw conflict('This message is still being sent')
  return { project_id, launch_id, about, body, message_id, sender, sender_name, target, destination }
}

const columnsOf = (fields: Fields) => ({
  name: fields.name,
  is_on: fields.isOn,
  condition: fields.condition,
  suite: fields.suite,
  environment: fields.environment,
  label_key: fields.labelKey,
  label_value: fields.labelValue,
  channel: fields.channel,
  recipients: JSON.stringify(fields.recipients),
})

const refuseLacking = (rule: Parameters<typeof lackingOf>[0]): void => {
  const lacking = Object.entries(lackingOf(rule))
  if (lacking.length > 0) throw invalid(lacking.map(([field, message]) => ({ field, message })))
}

const requireRoom = async (tx: Tx, projectId: number): Promise<void> => {
  const { count } = await tx
    .selectFrom('notification_rule')
    .select(({ fn }) => fn.countAll<string | number>().as('count'))
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow()
  if (Number(count) >= NOTIFICATION_LIMITS.rules)
    throw conflict(`A project has at most ${NOTIFICATION_LIMITS.rules} notification rules`)
}

const requireMembers = async (tx: Tx, projectId: number, recipients: readonly number[]): Promise<void> => {
  if (recipients.length === 0) return
  const known = await tx
    .selectFrom('project_member as m')
    .innerJoin('workspace_user as p', 'p.id', 'm.user_id')
    .select('p.id')
    .where('m.project_id', '=', projectId)
    .where('p.id', 'in', recipients)
    .where('p.email', '<>', '')
    .where(isUser('p'))
    .execute()
  if (known.length < new Set(recipients).size) throw wrongField('recipients', NOTIFICATION_TEXTS.strangers)
}
