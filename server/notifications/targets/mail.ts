import type { LaunchEvent } from '../../../contract/notifications/deliveries.ts'
import { NOTIFICATION_TEXTS } from '../../../contract/notifications/notification-texts.ts'
import { escaped } from '../../launches/share/launch-html.ts'
import { readRecipients } from '../../launches/share/mail-launches.ts'
import { wordsOf } from '../message-words.ts'
import { refused, type Outcome, type Sending } from '../attempt.ts'

/** One mail to all recipients who are members now: a repeated attempt sends nobody a second one. */
export const sendMail = async ({ parts, rule, delivery }: Sending): Promise<Outcome> => {
  const members = await readRecipients(parts.db, rule.project_id)
  const to = members.filter(({ id }) => rule.recipients.includes(id)).map(({ email }) => email)
  if (to.length === 0) return refused('No recipient is a member of the project any more')
  const { title, lines, link } = wordsOf(JSON.parse(delivery.body) as LaunchEvent)
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
  const reason = parts.mailer.kind === 'outbox' ? NOTIFICATION_TEXTS.noMail : 'Delivered'
  return { isDelivered: true, mayRetry: false, status: null, reason, response: '' }
}
