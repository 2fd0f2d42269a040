import { MANAGERS, type AccessTable } from '../roles.ts'

export const notifications: AccessTable = {
  listNotificationRules: MANAGERS,
  createNotificationRule: MANAGERS,
  updateNotificationRule: MANAGERS,
  deleteNotificationRule: MANAGERS,
  renewNotificationSecret: MANAGERS,
  testNotificationRule: MANAGERS,
  listNotificationDeliveries: MANAGERS,
  resendNotification: MANAGERS,
  listDirectDeliveries: MANAGERS,
  resendDirectDelivery: MANAGERS,
  getChatTargets: MANAGERS,
}
