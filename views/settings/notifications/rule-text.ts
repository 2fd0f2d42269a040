import type { NotificationDelivery } from '../../../contract/notifications/deliveries.ts'
import { NOTIFICATION_TEXTS } from '../../../contract/notifications/notification-texts.ts'
import type { Condition, NotificationRule, Target } from '../../../contract/notifications/rules.ts'

export const CONDITION_LABELS: Record<Condition, string> = {
  every: 'Every finished launch',
  failed: 'Failed launches',
  'new-failures': 'Launches with new failures',
  fixed: 'Failed before, passed now',
}

export const TARGET_LABELS: Record<Target, string> = {
  slack: 'Slack channel',
  'slack-webhook': 'Slack incoming webhook',
  teams: 'Microsoft Teams',
  'teams-webhook': 'Microsoft Teams workflow',
  email: 'E-mail',
  webhook: 'Webhook',
}

const TEAMS_CHANNEL = 'Channel of the integration'

/** What a rule sends to, in a few words. */
export const targetOf = ({ target, channel, recipients, addressHost }: NotificationRule): string => {
  if (target === 'slack') return channel
  if (target === 'teams') return TEAMS_CHANNEL
  if (target === 'email') return recipients.length === 1 ? '1 member' : `${recipients.length} members`
  return addressHost ?? ''
}

/** Which launches a rule is about; empty for all. */
export const filterOf = ({ suite, environment, labelKey, labelValue }: NotificationRule): string =>
  [suite, environment, labelKey === '' ? '' : `${labelKey}: ${labelValue === '' ? 'any' : labelValue}`]
    .filter((part) => part !== '')
    .join(' · ')

export interface Connected {
  slack: boolean
  teams: boolean
  mail: boolean
}

/** Why a target sends nothing yet; null where it does. */
export const missingFor = (target: Target, { slack, teams, mail }: Connected): string | null => {
  if (target === 'slack' && !slack) return NOTIFICATION_TEXTS.noSlack
  if (target === 'teams' && !teams) return NOTIFICATION_TEXTS.noTeams
  if (target === 'email' && !mail) return NOTIFICATION_TEXTS.noMail
  return null
}

export const ABOUT_LABELS: Record<NotificationDelivery['about'], string> = {
  launch: 'Finished launch',
  failures: 'Failed tests',
  review: 'Review',
  test: 'Test message',
}

/** Describes a direct delivery: sender and destination. */
export const directText = ({
  sender,
  senderName,
  target,
  destination,
}: NonNullable<NotificationDelivery['direct']>): string => {
  const named = senderName === '' ? '' : ` ${senderName}`
  const by = sender === 'agent' ? `Agent${named}` : senderName === '' ? 'Deleted launcher' : `Launcher${named}`
  const place = target === 'teams' ? `${TEAMS_CHANNEL}, named ${destination}` : destination
  return `${by} · ${TARGET_LABELS[target]} · ${place}`
}
