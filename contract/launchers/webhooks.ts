import { z } from 'zod/mini'
import { defineCall, idInPath } from '../call.ts'
import { withExpected } from '../concurrent-edits.ts'
import { inProject } from '../projects/projects.ts'
import { LAUNCHER_LIMITS, LAUNCHER_TEXTS } from './launcher-texts.ts'
import { gates } from './repositories.ts'

/** Allows another system to start a preset (HOOK-02). The secret is never sent to clients. */
export const Webhook = z.object({
  id: z.int(),
  name: z.string(),
  /** URL of the webhook. Without a secret, anyone who knows the URL can start the preset. */
  link: z.string(),
  hasSecretKey: z.boolean(),
  /** User in whose name launches start; null once the account is deleted. */
  authorId: z.nullable(z.int()),
  lastTriggerTime: z.nullable(z.string()),
})
export type Webhook = z.infer<typeof Webhook>

/** One call of a webhook and its result. */
export const WebhookDelivery = z.object({
  id: z.int(),
  at: z.string(),
  /** Event name that the caller (GitHub, GitLab and others) sent; null for none. */
  event: z.nullable(z.string()),
  isTest: z.boolean(),
  status: z.int(),
  /** Text of the answer. */
  reason: z.string(),
  launchId: z.nullable(z.int()),
})
export type WebhookDelivery = z.infer<typeof WebhookDelivery>

const path = '/api/projects/:projectKey/launcher-presets/:presetId/webhooks'
const OfPresetHooks = z.object({ ...inProject, presetId: idInPath })
const OfWebhook = z.object({ ...inProject, presetId: idInPath, webhookId: idInPath })

const name = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, LAUNCHER_TEXTS.length255),
    z.maxLength(LAUNCHER_LIMITS.webhookName, LAUNCHER_TEXTS.length255),
  )

const base64OfUtf8 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)))
const utf8OfBase64 = (base64: string): string | null => {
  try {
    const bytes = Uint8Array.from(atob(base64), (one) => one.charCodeAt(0))
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
export const encodeSecret = base64OfUtf8
export const decodeSecret = utf8OfBase64

export const secretText = z
  .string()
  .check(z.trim(), z.maxLength(LAUNCHER_LIMITS.webhookSecret, LAUNCHER_TEXTS.secretLength))

/** Base64 of the secret (HOOK-14). Null keeps a stored secret, a blank one removes it (HOOK-12, HOOK-13). */
const base64SecretKey = z.nullable(
  z.string().check(
    z.maxLength(1000, LAUNCHER_TEXTS.secretLength),
    z.refine((text) => utf8OfBase64(text) !== null, LAUNCHER_TEXTS.secretEncoding),
    z.refine(
      (text) => (utf8OfBase64(text) ?? '').trim().length <= LAUNCHER_LIMITS.webhookSecret,
      LAUNCHER_TEXTS.secretLength,
    ),
  ),
)
export const WebhookForm = z.object({ name, secret: secretText })

export const listWebhooks = defineCall({
  name: 'listWebhooks',
  summary: 'Webhooks of a preset, oldest first',
  method: 'GET',
  path,
  ...gates,
  params: OfPresetHooks,
  answer: z.object({ items: z.array(Webhook) }),
})

export const createWebhook = defineCall({
  name: 'createWebhook',
  summary: 'Creates a webhook of a preset',
  method: 'POST',
  path,
  ...gates,
  params: OfPresetHooks,
  body: z.object({ name, base64SecretKey }),
  answer: Webhook,
})

/** An edit as in `concurrent-edits.ts`. The user who saves becomes the author. */
export const updateWebhook = defineCall({
  name: 'updateWebhook',
  summary: 'Changes the name or the secret of a webhook',
  method: 'PATCH',
  path: `${path}/:webhookId`,
  ...gates,
  params: OfWebhook,
  body: z.extend(withExpected(z.object({ name: z.optional(name) })), { base64SecretKey: z.optional(base64SecretKey) }),
  answer: Webhook,
})

export const deleteWebhook = defineCall({
  name: 'deleteWebhook',
  summary: 'Deletes a webhook; its address answers 404 from then on',
  method: 'DELETE',
  path: `${path}/:webhookId`,
  ...gates,
  params: OfWebhook,
})

/** Performs all checks of a real call, but starts nothing. */
export const testWebhook = defineCall({
  name: 'testWebhook',
  summary: 'Checks whether a webhook could start its preset now',
  method: 'POST',
  path: `${path}/:webhookId/test`,
  ...gates,
  params: OfWebhook,
  answer: WebhookDelivery,
})

export const listWebhookDeliveries = defineCall({
  name: 'listWebhookDeliveries',
  summary: 'Newest calls of a webhook with what came of them',
  method: 'GET',
  path: `${path}/:webhookId/deliveries`,
  ...gates,
  params: OfWebhook,
  answer: z.object({ items: z.array(WebhookDelivery) }),
})

/** Users of the project in whose name webhooks can start launches (HOOK-04). */
export const listWebhookAuthors = defineCall({
  name: 'listWebhookAuthors',
  summary: 'Authors of webhooks by their ids',
  method: 'GET',
  path: '/api/projects/:projectKey/webhook-authors',
  ...gates,
  params: z.object(inProject),
  query: z.object({ id: z._default(z.string().check(z.maxLength(1000), z.regex(/^\d{1,15}(,\d{1,15})*$/)), '0') }),
  answer: z.object({ items: z.array(z.object({ id: z.int(), username: z.string() })) }),
})

/**
 * Path at which other systems call a webhook, followed by the webhook's key. Not a call of the contract, because its body may be anything.
 */
export const WEBHOOK_PATH = '/api/launch-hooks'
/** Maximum body size. The server uses the body only to verify the signature. */
export const WEBHOOK_BODY_BYTES = 1024 * 1024
