import {
  listDirectDeliveries,
  listNotificationDeliveries,
  resendDirectDelivery,
  resendNotification,
  testNotificationRule,
} from '../../contract/notifications/deliveries.ts'
import {
  createNotificationRule,
  deleteNotificationRule,
  listNotificationRules,
  renewNotificationSecret,
  updateNotificationRule,
  type NotificationRuleChange,
  type NotificationRuleValues,
} from '../../contract/notifications/rules.ts'
import { listRecipients } from '../../contract/launches/launch-actions.ts'
import type { Send } from '../http/http.ts'

/** Calls about notifications of finished launches. */
export const createNotificationsService = (send: Send) => ({
  list: (projectKey: string) => send(listNotificationRules, { params: { projectKey } }),
  /** Members with an e-mail address. */
  recipients: async (projectKey: string) => (await send(listRecipients, { params: { projectKey } })).items,
  create: (projectKey: string, body: NotificationRuleValues) =>
    send(createNotificationRule, { params: { projectKey }, body }),
  update: (projectKey: string, ruleId: number, body: NotificationRuleChange) =>
    send(updateNotificationRule, { params: { projectKey, ruleId }, body }),
  delete: (projectKey: string, ruleId: number) => send(deleteNotificationRule, { params: { projectKey, ruleId } }),
  renewSecret: (projectKey: string, ruleId: number) =>
    send(renewNotificationSecret, { params: { projectKey, ruleId }, body: {} }),
  test: (projectKey: string, ruleId: number) =>
    send(testNotificationRule, { params: { projectKey, ruleId }, body: {} }),
  deliveries: async (projectKey: string, ruleId: number) =>
    (await send(listNotificationDeliveries, { params: { projectKey, ruleId } })).items,
  resend: (projectKey: string, ruleId: number, deliveryId: number) =>
    send(resendNotification, { params: { projectKey, ruleId, deliveryId }, body: {} }),
  directDeliveries: async (projectKey: string) => (await send(listDirectDeliveries, { params: { projectKey } })).items,
  resendDirect: (projectKey: string, deliveryId: number) =>
    send(resendDirectDelivery, { params: { projectKey, deliveryId }, body: {} }),
})
