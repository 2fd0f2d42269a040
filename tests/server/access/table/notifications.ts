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

export const pullRequests: AccessTable = {
  listGitHosts: MANAGERS,
  createGitHost: MANAGERS,
  updateGitHost: MANAGERS,
  deleteGitHost: MANAGERS,
  checkGitHost: MANAGERS,
  listPullRequests: MANAGERS,
  retryPullRequest: MANAGERS,
}
