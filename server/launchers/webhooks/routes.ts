import type { z } from 'zod/mini'
import { LAUNCHER_LIMITS } from '../../../contract/launchers/launcher-texts.ts'
import {
  createWebhook,
  decodeSecret,
  deleteWebhook,
  listWebhookAuthors,
  listWebhookDeliveries,
  listWebhooks,
  testWebhook,
  updateWebhook,
} from '../../../contract/launchers/webhooks.ts'
import type { Config } from '../../config.ts'
import { mergeEdit } from '../../http/merge-edit.ts'
import { conflict, Refusal } from '../../http/refusal.ts'
import type { Routes } from '../../http/routes.ts'
import { recordChange } from '../changes.ts'
import { findPreset } from '../configs/launchers.ts'
import { requireStartable } from '../start/start-preset.ts'
import type { WebhookParts } from './receive.ts'
import {
  deliveryOf,
  DELIVERIES_SHOWN,
  findWebhook,
  logCall,
  newKey,
  secretPlace,
  webhookOf,
  type WebhookRow,
} from './stored.ts'

/** Routes to manage the webhooks of a preset. */
export const webhookRoutes = (routes: Routes, parts: WebhookParts & { config: Pick<Config, 'PUBLIC_URL'> }): void => {
  const { db, secrets, config } = parts
  const shown = (row: WebhookRow) => webhookOf(row, config.PUBLIC_URL)
  const sealed = (
    row: Pick<WebhookRow, 'project_id' | 'key'>,
    base64: z.infer<typeof createWebhook.body>['base64SecretKey'],
  ): Buffer | null => {
    const secret = decodeSecret(base64 ?? '')?.trim() ?? ''
    return secret === '' ? null : secrets.seal(secret, secretPlace(row))
  }

  routes.inProject(listWebhooks, async ({ project, params }) => {
    const { id } = await findPreset(db, project.id, params.presetId)
    const rows = await db.selectFrom('launch_webhook').selectAll().where('preset_id', '=', id).orderBy('id').execute()
    return { items: rows.map(shown) }
  })

  routes.inProject(createWebhook, (given) =>
    db.transaction().execute(async (tx) => {
      const { project, caller, params, body } = given
      const preset = await findPreset(tx, project.id, params.presetId, true)
      const { count } = await tx
        .selectFrom('launch_webhook')
        .select(({ fn }) => fn.countAll<string | number>().as('count'))
        .where('preset_id', '=', preset.id)
        .executeTakeFirstOrThrow()
      if (Number(count) >= LAUNCHER_LIMITS.webhooks)
        throw conflict(`A preset has at most ${LAUNCHER_LIMITS.webhooks} webhooks`)
      const place = { project_id: project.id, key: newKey() }
      const row = await tx
        .insertInto('launch_webhook')
        .values({
          ...place,
          preset_id: preset.id,
          name: body.name,
          secret: sealed(place, body.base64SecretKey),
          author_id: caller.userId,
        })
        .returningAll()
        .executeTakeFirstOrThrow()
      await recordChange(tx, given, { what: 'webhook', kind: 'added', id: row.id, name: row.name })
      return shown(row)
    }),
  )

  routes.inProject(updateWebhook, (given) =>
    db.transaction().execute(async (tx) => {
      const { project, caller, params, body } = given
      const { base64SecretKey = null, ...edit } = body
      const preset = await findPreset(tx, project.id, params.presetId)
      const stored = await findWebhook(tx, preset.id, params.webhookId, true)
      const changes = await mergeEdit({ name: stored.name }, edit, () => shown(stored))
      if (Object.keys(changes).length === 0 && base64SecretKey === null) return shown(stored)
      const row = await tx
        .updateTable('launch_webhook')
        .set({
          ...changes,
          author_id: caller.userId,
          ...(base64SecretKey === null ? {} : { secret: sealed(stored, base64SecretKey) }),
        })
        .where('id', '=', stored.id)
        .returningAll()
        .executeTakeFirstOrThrow()
      await recordChange(tx, given, { what: 'webhook', kind: 'changed', id: row.id, name: row.name })
      return shown(row)
    }),
  )

  routes.inProject(deleteWebhook, (given) =>
    db.transaction().execute(async (tx) => {
      const preset = await findPreset(tx, given.project.id, given.params.presetId)
      const { id, name } = await findWebhook(tx, preset.id, given.params.webhookId, true)
      await tx.deleteFrom('launch_webhook').where('id', '=', id).execute()
      await recordChange(tx, given, { what: 'webhook', kind: 'deleted', id, name })
      return {}
    }),
  )

  routes.inProject(testWebhook, async ({ project, params }) => {
    const preset = await findPreset(db, project.id, params.presetId)
    const row = await findWebhook(db, preset.id, params.webhookId)
    const call = { webhookId: row.id, senderKey: null, event: null, isTest: true }
    const where = { projectId: project.id, presetId: preset.id, userId: row.author_id }
    const problem = await requireStartable(parts, where).then(
      () => null,
      (error: unknown) => {
        if (error instanceof Refusal) return error
        throw error
      },
    )
    const reason = problem?.message ?? 'A call would queue a launch'
    const logged = await logCall(db, { ...call, status: problem?.status ?? 200, reason })
    if (logged === null) throw new Error('a test has no id that could be there already')
    return deliveryOf(logged)
  })

  routes.inProject(listWebhookDeliveries, async ({ project, params }) => {
    const preset = await findPreset(db, project.id, params.presetId)
    const { id } = await findWebhook(db, preset.id, params.webhookId)
    const rows = await db
      .selectFrom('launch_webhook_delivery')
      .selectAll()
      .where('webhook_id', '=', id)
      .orderBy('id', 'desc')
      .limit(DELIVERIES_SHOWN)
      .execute()
    return { items: rows.map(deliveryOf) }
  })

  routes.inProject(listWebhookAuthors, async ({ project, query }) => {
    const items = await db
      .selectFrom('workspace_user as p')
      .select(['p.id', 'p.username'])
      .where('p.id', 'in', query.id.split(',').map(Number))
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('launch_webhook as w')
            .select('w.id')
            .whereRef('w.author_id', '=', 'p.id')
            .where('w.project_id', '=', project.id),
        ),
      )
      .execute()
    return { items }
  })
}
