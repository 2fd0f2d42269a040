import { z } from 'zod/mini'
import { defineCall, idInPath } from '../call.ts'
import { Label, LaunchStatus, Statistics } from '../launches/launches.ts'
import { inProject, InProject } from '../projects/projects.ts'
import { Delivery } from '../settings/deliveries.ts'
import type { Target } from './rules.ts'

/** Sources of channels and addresses besides rules: a launcher's configuration, or the agent that starts a launch (protocol 2.3). */
export const SENDERS = ['launcher', 'agent'] as const
export type Sender = (typeof SENDERS)[number]
/** Kinds of such destinations. Slack and Teams messages go through the workspace's integrations. */
export const DIRECT_TARGETS = ['slack', 'teams', 'email'] as const satisfies readonly Target[]
export type DirectTarget = (typeof DIRECT_TARGETS)[number]

/**
 * A message and the result of its delivery. `at` is the time of its creation. Test messages in a project without launches have no launch
 * either.
 */
export const NotificationDelivery = z.extend(Delivery, {
  about: z.enum(['launch', 'failures', 'review', 'test']),
  /** HTTP status of the receiver's answer; null without an answer. */
  status: z.nullable(z.int()),
  durationMs: z.nullable(z.int()),
  /** Beginning of the receiver's answer. */
  response: z.string(),
  /** Destination of a direct delivery; null for messages of rules. */
  direct: z.nullable(
    z.object({
      sender: z.enum(SENDERS),
      /** Name of the launcher and its preset, or of the agent's framework, at the end of the launch. May be empty. */
      senderName: z.string(),
      target: z.enum(DIRECT_TARGETS),
      /** A Slack channel, the named Teams channels, or e-mail addresses. */
      destination: z.string(),
    }),
  ),
})
export type NotificationDelivery = z.infer<typeof NotificationDelivery>

/**
 * Body of a call to a webhook, as JSON. Headers follow Standard Webhooks: `webhook-id` is the same for every attempt, `webhook-timestamp`
 * is the time of the attempt in seconds, and `webhook-signature` is `v1,` and the base64 HMAC-SHA-256 of `{id}.{timestamp}.{body}`. The key
 * is the base64-decoded part of the secret after `whsec_`.
 */
export const LaunchEvent = z.object({
  type: z.enum(['launch.finished', 'launch.reviewed', 'test']),
  timestamp: z.string(),
  data: z.object({
    project: z.object({ key: z.string(), name: z.string() }),
    launch: z.object({
      id: z.int(),
      number: z.int(),
      uuid: z.string(),
      name: z.string(),
      status: LaunchStatus,
      suite: z.nullable(z.string()),
      environment: z.nullable(z.string()),
      build: z.nullable(z.string()),
      labels: z.array(Label),
      startedAt: z.string(),
      endedAt: z.nullable(z.string()),
      url: z.string(),
      statistics: Statistics,
      /** Percent of the ended tests. */
      passRate: z.nullable(z.number()),
    }),
    /** The previous finished launch with the same name. */
    previous: z.nullable(z.object({ id: z.int(), number: z.int() })),
    /** Failures that the previous launch did not have: their number, and the first of them. */
    newFailures: z.object({ count: z.int(), tests: z.array(z.object({ testId: z.int(), name: z.string() })) }),
    /** Only for `launch.reviewed`. */
    review: z.nullable(z.object({ by: z.string(), comment: z.string() })),
  }),
})
export type LaunchEvent = z.infer<typeof LaunchEvent>

const path = '/api/projects/:projectKey/notification-rules/:ruleId'
const gates = { access: { project: 'settings:write' }, feature: 'test-automation' } as const
const InRule = z.object({ ...inProject, ruleId: idInPath })

export const listNotificationDeliveries = defineCall({
  name: 'listNotificationDeliveries',
  summary: 'Newest deliveries of a notification rule',
  method: 'GET',
  path: `${path}/deliveries`,
  ...gates,
  params: InRule,
  answer: z.object({ items: z.array(NotificationDelivery) }),
})

/** Makes one attempt immediately, even if the rule is off. */
export const testNotificationRule = defineCall({
  name: 'testNotificationRule',
  summary: 'Sends a test message to the target of a rule',
  method: 'POST',
  path: `${path}/test`,
  ...gates,
  params: InRule,
  answer: NotificationDelivery,
})

/** Sends with the same `webhook-id`, so that the receiver can detect the duplicate. 409 while an attempt is in progress. */
export const resendNotification = defineCall({
  name: 'resendNotification',
  summary: 'Sends the message of a delivery again, at once',
  method: 'POST',
  path: `${path}/deliveries/:deliveryId/resend`,
  ...gates,
  params: z.object({ ...inProject, ruleId: idInPath, deliveryId: idInPath }),
  answer: NotificationDelivery,
})

const directPath = '/api/projects/:projectKey/notification-deliveries'

export const listDirectDeliveries = defineCall({
  name: 'listDirectDeliveries',
  summary: 'Newest deliveries to channels and addresses that launchers and agents name',
  method: 'GET',
  path: directPath,
  ...gates,
  params: InProject,
  answer: z.object({ items: z.array(NotificationDelivery) }),
})

/** 409 while an attempt is in progress. */
export const resendDirectDelivery = defineCall({
  name: 'resendDirectDelivery',
  summary: 'Sends a message that no rule sent again, at once, to the same place',
  method: 'POST',
  path: `${directPath}/:deliveryId/resend`,
  ...gates,
  params: z.object({ ...inProject, deliveryId: idInPath }),
  answer: NotificationDelivery,
})
