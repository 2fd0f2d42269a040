import { z } from 'zod/mini'
import { defineCall, idInPath } from '../call.ts'
import { withExpected } from '../concurrent-edits.ts'
import { isWebAddress } from '../links.ts'
import { inProject, InProject } from '../projects/projects.ts'
import { Delivery } from '../settings/deliveries.ts'
import { TEXTS } from '../texts.ts'
import { NOTIFICATION_LIMITS as MAX, NOTIFICATION_TEXTS } from './notification-texts.ts'

/** Condition for sending. `fixed`: the previous launch with the same name failed, and this one passed. */
export const CONDITIONS = ['every', 'failed', 'new-failures', 'fixed'] as const
export const Condition = z.enum(CONDITIONS)
export type Condition = z.infer<typeof Condition>

/** Destination of a rule. `slack` and `teams` use the integrations of the workspace; the others use an address of the rule. */
export const TARGETS = ['slack', 'slack-webhook', 'teams', 'teams-webhook', 'email', 'webhook'] as const
export const Target = z.enum(TARGETS)
export type Target = z.infer<typeof Target>

/** Targets that receive a chat message. */
export const CHAT_TARGETS = ['slack', 'slack-webhook', 'teams', 'teams-webhook'] as const satisfies readonly Target[]
export const isChat = (target: Target): boolean => (CHAT_TARGETS as readonly Target[]).includes(target)
/** Returns whether the rule of a target contains its URL. The URL is a secret: it is enough to send messages there. */
export const hasAddress = (target: Target): boolean => target.endsWith('webhook')

/** Condition, filter and target of a rule. */
export const NotificationRule = z.object({
  id: z.int(),
  name: z.string(),
  isOn: z.boolean(),
  condition: Condition,
  /** Name of a launch or its suite. Empty filters match every launch. */
  suite: z.string(),
  environment: z.string(),
  labelKey: z.string(),
  /** Empty: any value of the label. */
  labelValue: z.string(),
  target: Target,
  /** For Slack: name or id of the channel. */
  channel: z.string(),
  /** For e-mail: ids of users of the project. */
  recipients: z.array(z.int()),
  /** Host of the URL; the other parts are secret. */
  addressHost: z.nullable(z.string()),
  lastDelivery: z.nullable(z.pick(Delivery, { state: true, at: true, reason: true })),
})
export type NotificationRule = z.infer<typeof NotificationRule>

const filter = z._default(
  z.string().check(z.trim(), z.maxLength(MAX.filter, `Must be at most ${MAX.filter} characters`)),
  '',
)
const fields = {
  name: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, { error: TEXTS.required, abort: true }),
      z.maxLength(MAX.name, TEXTS.nameTooLong(MAX.name)),
    ),
  isOn: z._default(z.boolean(), true),
  condition: Condition,
  suite: filter,
  environment: filter,
  labelKey: filter,
  labelValue: filter,
  channel: z._default(
    z.string().check(z.trim(), z.maxLength(MAX.channel, `Must be at most ${MAX.channel} characters`)),
    '',
  ),
  recipients: z._default(
    z.array(z.int()).check(z.maxLength(MAX.recipients, `Choose at most ${MAX.recipients} people`)),
    [],
  ),
}

const isAddress = (address: string): boolean => {
  if (!isWebAddress(address) || !URL.canParse(address)) return false
  const { username, password } = new URL(address)
  return username === '' && password === ''
}
const address = z.string().check(
  z.trim(),
  z.maxLength(MAX.address, `Must be at most ${MAX.address} characters`),
  z.refine((value) => value === '' || isAddress(value), NOTIFICATION_TEXTS.addressForm),
)

/** Returns the missing fields that the rule's target requires, each with a message. */
export const lackingOf = (rule: {
  target: Target
  channel: string
  recipients: readonly unknown[]
  address: string | null
}): Partial<Record<'channel' | 'recipients' | 'address', string>> => ({
  ...(rule.target === 'slack' && rule.channel.trim() === '' ? { channel: NOTIFICATION_TEXTS.channelRequired } : {}),
  ...(rule.target === 'email' && rule.recipients.length === 0
    ? { recipients: NOTIFICATION_TEXTS.recipientsRequired }
    : {}),
  ...(hasAddress(rule.target) && (rule.address ?? '').trim() === '' ? { address: TEXTS.required } : {}),
})

export const NotificationRuleValues = z.object({ ...fields, target: Target, address: z._default(address, '') })
export type NotificationRuleValues = z.infer<typeof NotificationRuleValues>

const optional = {
  name: z.optional(fields.name),
  isOn: z.optional(z.boolean()),
  condition: z.optional(Condition),
  suite: z.optional(z.string().check(z.trim(), z.maxLength(MAX.filter))),
  environment: z.optional(z.string().check(z.trim(), z.maxLength(MAX.filter))),
  labelKey: z.optional(z.string().check(z.trim(), z.maxLength(MAX.filter))),
  labelValue: z.optional(z.string().check(z.trim(), z.maxLength(MAX.filter))),
  channel: z.optional(z.string().check(z.trim(), z.maxLength(MAX.channel))),
  recipients: z.optional(z.array(z.int()).check(z.maxLength(MAX.recipients))),
}

/** An edit as in `concurrent-edits.ts`. The target cannot change. An omitted or empty address keeps the stored one. */
export const NotificationRuleChange = z.extend(withExpected(z.object(optional)), { address: z.optional(address) })
export type NotificationRuleChange = z.infer<typeof NotificationRuleChange>

const path = '/api/projects/:projectKey/notification-rules'
const InRule = z.object({ ...inProject, ruleId: idInPath })
/** Reading also requires permission to change the settings, because rules contain addresses and recipients. */
const gates = { access: { project: 'settings:write' }, feature: 'test-automation' } as const

export const listNotificationRules = defineCall({
  name: 'listNotificationRules',
  summary: 'Rules that tell chat, people and systems about finished launches, by name',
  method: 'GET',
  path,
  ...gates,
  params: InProject,
  answer: z.object({
    items: z.array(NotificationRule),
    /** Channels for which the workspace or the server is configured. */
    connected: z.object({ slack: z.boolean(), teams: z.boolean(), mail: z.boolean() }),
  }),
})

/** `secret` signs the calls of a webhook. It is in this answer only. */
export const createNotificationRule = defineCall({
  name: 'createNotificationRule',
  summary: 'Creates a notification rule; the secret of a webhook is in this answer only',
  method: 'POST',
  path,
  ...gates,
  secretAnswer: true,
  params: InProject,
  body: NotificationRuleValues,
  answer: z.extend(NotificationRule, { secret: z.nullable(z.string()) }),
})

export const updateNotificationRule = defineCall({
  name: 'updateNotificationRule',
  summary: 'Changes a notification rule, or switches it on or off',
  method: 'PATCH',
  path: `${path}/:ruleId`,
  ...gates,
  params: InRule,
  body: NotificationRuleChange,
  answer: NotificationRule,
})

export const deleteNotificationRule = defineCall({
  name: 'deleteNotificationRule',
  summary: 'Deletes a notification rule with its deliveries',
  method: 'DELETE',
  path: `${path}/:ruleId`,
  ...gates,
  params: InRule,
})

/** 409 for rules whose target is not a webhook. */
export const renewNotificationSecret = defineCall({
  name: 'renewNotificationSecret',
  summary: 'Replaces the signing secret of a webhook rule; the answer alone tells it',
  method: 'POST',
  path: `${path}/:ruleId/secret`,
  ...gates,
  secretAnswer: true,
  params: InRule,
  answer: z.object({ secret: z.string() }),
})

/** Answers whether a review of a launch can be posted, and to how many channels (REVIEW-09). */
export const getChatTargets = defineCall({
  name: 'getChatTargets',
  summary: 'Number of chat targets that would receive the review of a launch',
  method: 'GET',
  path: '/api/projects/:projectKey/launches/:launchId/chat-targets',
  access: { project: 'launches:manage' },
  feature: 'test-automation',
  params: z.object({ ...inProject, launchId: idInPath }),
  answer: z.object({ count: z.int() }),
})
