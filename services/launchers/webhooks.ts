import { listWebhookAuthors, listWebhooks } from '../../contract/launchers/webhooks.ts'
import type { Send } from '../http/http.ts'

/** Reads the webhooks of a preset with the names of their authors (HOOK-04). */
export const readWebhooks = async (send: Send, projectKey: string, presetId: number) => {
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
}
