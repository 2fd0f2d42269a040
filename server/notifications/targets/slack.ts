import { z } from 'zod/mini'
import type { MessageEvent } from '../event.ts'
import { NOTIFICATION_LIMITS, NOTIFICATION_TEXTS } from '../../../contract/notifications/notification-texts.ts'
import { connectionOf } from '../../integrations/integrations.ts'
import { messageTextOf, type MessageText } from '../message-text.ts'
import { postJson, refused, type Outcome, type Sending } from '../attempt.ts'

// Characters that Slack interprets: unescaped, a name could mention a whole channel.
const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const escaped = (text: string): string => text.replaceAll(/[&<>]/g, (sign) => SIGNS[sign] ?? sign)
/** Maximum length of a section. */
const SECTION = 2900

export const slackMessage = ({ title, lines, link, linkLabel }: MessageText) => ({
  text: escaped(title),
  blocks: [
    { type: 'header', text: { type: 'plain_text', text: title.slice(0, 150).toWellFormed(), emoji: false } },
    // Plain text, because characters in test names would be rendered as bold or struck out.
    {
      type: 'section',
      text: { type: 'plain_text', text: lines.join('\n').slice(0, SECTION).toWellFormed(), emoji: false },
    },
    { type: 'actions', elements: [{ type: 'button', text: { type: 'plain_text', text: linkLabel }, url: link }] },
  ],
  unfurl_links: false,
})

const Answer = z.object({ ok: z.boolean(), error: z.optional(z.string()) })
const ERRORS: Record<string, string> = {
  channel_not_found: 'Slack does not know this channel, or the app is not in it',
  not_in_channel: 'The app is not in this channel: invite it there',
  is_archived: 'The channel is archived',
  invalid_auth: 'Slack refused the bot token',
  not_authed: 'Slack refused the bot token',
  account_inactive: 'Slack refused the bot token',
  token_revoked: 'Slack refused the bot token',
  missing_scope: 'The bot token has no right to send messages: it needs chat:write',
  ratelimited: 'Slack takes no more messages for now',
}

/** Posts as the connected app. Slack responds 200 to everything, with errors in the body. */
export const postToSlack = async (sending: Sending): Promise<Outcome> => {
  const { parts, destination, delivery } = sending
  const { channel } = destination
  // A channel name has no comma: this is a list that exceeds the limit.
  if (channel.includes(',')) return refused(NOTIFICATION_TEXTS.tooManyChannels(NOTIFICATION_LIMITS.named.slack))
  if (channel.length > NOTIFICATION_LIMITS.channel)
    return refused(NOTIFICATION_TEXTS.channelLength(NOTIFICATION_LIMITS.channel))
  const slack = await connectionOf(parts.db, parts.secrets, 'slack')
  if (slack === null) return refused(NOTIFICATION_TEXTS.noSlack)
  const words = messageTextOf(JSON.parse(delivery.body) as MessageEvent)
  const outcome = await postJson(
    sending,
    `${(slack.apiUrl ?? '').replace(/\/$/, '')}/chat.postMessage`,
    JSON.stringify({ channel, ...slackMessage(words) }),
    { 'content-type': 'application/json; charset=utf-8', authorization: `Bearer ${slack.token ?? ''}` },
  )
  if (!outcome.isDelivered) return outcome
  const answer = answerOf(outcome.response)
  if (answer?.ok === true) return outcome
  const error = answer?.error ?? ''
  return {
    ...outcome,
    isDelivered: false,
    mayRetry: error === 'ratelimited',
    reason: ERRORS[error] ?? (error === '' ? 'The address does not answer as Slack does' : `Slack refused: ${error}`),
  }
}

/**
 * Parses a response. It repeats the message and may be truncated: a truncated success is recognized by its beginning. Null for anything
 * else.
 */
const answerOf = (text: string): z.infer<typeof Answer> | null => {
  try {
    const parsed = Answer.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data : null
  } catch {
    return /^\s*\{\s*"ok"\s*:\s*true\b/.test(text) ? { ok: true } : null
  }
}
