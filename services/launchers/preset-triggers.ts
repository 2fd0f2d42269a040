import type { z } from 'zod/mini'
import {
  setScheduleStatus,
  setSchedulesStatus,
  type ScheduleStatus,
  type SeenSchedule,
} from '../../contract/launchers/schedules.ts'
import {
  createWebhook,
  deleteWebhook,
  listWebhookAuthors,
  listWebhookDeliveries,
  listWebhooks,
  testWebhook,
  updateWebhook,
} from '../../contract/launchers/webhooks.ts'
import type { Send } from '../http/http.ts'

type Body<Of extends { body: z.ZodMiniType }> = z.infer<Of['body']>

/** Calls about schedules and webhooks of presets. */
export const createPresetTriggersService = (send: Send) => ({
  setStatus: async (projectKey: string, presetId: number, { id, version }: SeenSchedule, status: ScheduleStatus) =>
    (await send(setScheduleStatus, { params: { projectKey, presetId, scheduleId: id }, body: { status, version } }))
      .items,
  setStatuses: (projectKey: string, presetId: number, seen: readonly SeenSchedule[], status: ScheduleStatus) =>
    send(setSchedulesStatus, {
      params: { projectKey, presetId },
      body: { status, seen: seen.map(({ id, version }) => ({ id, version })) },
    }),
  /** With the names of their authors (HOOK-04). */
  webhooks: async (projectKey: string, presetId: number) => {
    const { items } = await send(listWebhooks, { params: { projectKey, presetId } })
    const ids = [...new Set(items.flatMap(({ authorId }) => authorId ?? []))]
    const authors =
      ids.length === 0
        ? []
        : (await send(listWebhookAuthors, { params: { projectKey }, query: { id: ids.join(',') } })).items
    return items.map((item) => ({
      ...item,
      author: authors.find(({ id }) => id === item.authorId)?.username ?? null,
    }))
  },
  createWebhook: (projectKey: string, presetId: number, body: Body<typeof createWebhook>) =>
    send(createWebhook, { params: { projectKey, presetId }, body }),
  updateWebhook: (projectKey: string, presetId: number, webhookId: number, body: Body<typeof updateWebhook>) =>
    send(updateWebhook, { params: { projectKey, presetId, webhookId }, body }),
  deleteWebhook: (projectKey: string, presetId: number, webhookId: number) =>
    send(deleteWebhook, { params: { projectKey, presetId, webhookId } }),
  testWebhook: (projectKey: string, presetId: number, webhookId: number) =>
    send(testWebhook, { params: { projectKey, presetId, webhookId }, body: {} }),
  deliveries: async (projectKey: string, presetId: number, webhookId: number) =>
    (await send(listWebhookDeliveries, { params: { projectKey, presetId, webhookId } })).items,
})
