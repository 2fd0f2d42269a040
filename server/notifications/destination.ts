import type { Target } from '../../contract/notifications/rules.ts'
import type { Db } from '../db/open.ts'
import { readRecipients } from '../launches/launches.ts'
import type { DeliveryRow, RuleRow } from './stored.ts'

/** Destination of one message. */
export interface Destination {
  target: Target
  /** Name or id of the Slack channel. */
  channel: string
  /** E-mail recipients. A rule's are members of the project; a launch's are untrusted text, possibly not addresses. */
  addresses: readonly string[]
  /** The rule with its URL and signing secret; null for a direct delivery. */
  rule: RuleRow | null
}

/** Resolves the destination: the rule's current one, or the one that the launch named when it ended. */
export const destinationOf = async (
  db: Db,
  rule: RuleRow | null,
  { target, destination }: Pick<DeliveryRow, 'target' | 'destination'>,
): Promise<Destination> => {
  if (rule === null)
    return {
      target: target ?? 'email',
      channel: destination,
      addresses: target === 'email' ? destination.split(', ') : [],
      rule,
    }
  const members = rule.target === 'email' ? await readRecipients(db, rule.project_id) : []
  const addresses = members.filter(({ id }) => rule.recipients.includes(id)).map(({ email }) => email)
  return { target: rule.target, channel: rule.channel, addresses, rule }
}
