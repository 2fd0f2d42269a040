import type { Target } from '../../contract/notifications/rules.ts'
import type { Db } from '../db/open.ts'
import { readRecipients } from '../launches/share/mail-launches.ts'
import type { DeliveryRow, RuleRow } from './stored.ts'

/** Where one message goes. */
export interface Destination {
  target: Target
  /** Of Slack: its name or id. */
  channel: string
  /** Of e-mail. Those of a rule are members of the project; what a launch names may be no address at all. */
  addresses: readonly string[]
  /** Holds the address and the signing secret. Null where the launch named the destination. */
  rule: RuleRow | null
}

/** Where a rule sends now, or what the launch named when it ended. */
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
