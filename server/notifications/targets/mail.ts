import { wrongEmail } from '../../../contract/launchers/launch-config.ts'
import type { MessageEvent } from '../event.ts'
import { NOTIFICATION_LIMITS, NOTIFICATION_TEXTS } from '../../../contract/notifications/notification-texts.ts'
import { escaped } from '../../launches/launches.ts'
import { messageTextOf } from '../message-text.ts'
import { excerpt, refused, type Outcome, type Sending } from '../attempt.ts'

/** Sends one mail to all recipients, so that a retry sends nobody a second one. */
export const sendMail = async ({ parts, delivery, destination }: Sending): Promise<Outcome> => {
  const { to, wrong, problem } = recipientsOf(destination)
  if (problem !== null) return refused(problem)
  const { title, lines, link } = messageTextOf(JSON.parse(delivery.body) as MessageEvent)
  const html = lines.map((words) => `<p style="margin:0 0 4px">${escaped(words).replaceAll('\n', '<br>')}</p>`).join('')
  try {
    await parts.mailer.send({
      to: to.join(', '),
      subject: title.replaceAll(/\s+/g, ' ').slice(0, 200),
      text: [title, '', ...lines, '', link].join('\n'),
      html: `<div style="font:14px/1.5 sans-serif;color:#1a1d23"><h2 style="font-size:16px"><a href="${escaped(link)}">${escaped(title)}</a></h2>${html}</div>`,
    })
  } catch {
    return refused('The mail server did not take the mail', { mayRetry: true })
  }
  const delivered = wrong.length === 0 ? 'Delivered' : NOTIFICATION_TEXTS.wrongAddresses(excerpt(wrong.join(', ')))
  const reason = parts.mailer.kind === 'outbox' ? NOTIFICATION_TEXTS.noMail : delivered
  return { isDelivered: true, mayRetry: false, status: null, reason, response: '' }
}

interface Recipients {
  to: readonly string[]
  wrong: readonly string[]
  problem: string | null
}

const recipientsOf = ({ addresses, rule }: Sending['destination']): Recipients => {
  const none = { to: [], wrong: [] }
  if (rule !== null) {
    const problem = addresses.length === 0 ? 'No recipient is a member of the project any more' : null
    return { to: addresses, wrong: [], problem }
  }
  const max = NOTIFICATION_LIMITS.named.email
  if (addresses.length > max) return { ...none, problem: NOTIFICATION_TEXTS.tooManyAddresses(max) }
  const to = addresses.filter(isPlain)
  const wrong = addresses.filter((address) => !isPlain(address))
  return { to, wrong, problem: to.length === 0 ? NOTIFICATION_TEXTS.noAddresses : null }
}

/** Characters with a meaning in address headers, which could add recipients. */
const SIGNS = /[<>()[\]\\;:"\p{Cc}]/u
const isPlain = (address: string): boolean => wrongEmail(address) === null && !SIGNS.test(address)
