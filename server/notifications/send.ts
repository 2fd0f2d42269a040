import type { MessageEvent } from './event.ts'
import { NOTIFICATION_TEXTS } from '../../contract/notifications/notification-texts.ts'
import type { Target } from '../../contract/notifications/rules.ts'
import { CHECK_TEXTS } from '../../contract/workspace/integration-texts.ts'
import { OutgoingFailure, type OutgoingProblem } from '../outgoing/outgoing.ts'
import { postJson, refused, type Outcome, type Sending, type SendParts } from './attempt.ts'
import { postToSlack, slackMessage } from './targets/slack.ts'
import { sendMail } from './targets/mail.ts'
import { teamsMessage } from './targets/teams.ts'
import { signedHeaders } from './targets/webhook.ts'
import { messageTextOf } from './message-text.ts'
import type { Destination } from './destination.ts'
import { placeOf, type DeliveryRow } from './stored.ts'
import { connectionOf } from '../integrations/integrations.ts'

const PROBLEMS: Record<OutgoingProblem, string> = {
  internal: CHECK_TEXTS.internal,
  unreachable: CHECK_TEXTS.unreachable,
  certificate: CHECK_TEXTS.certificate,
  'too-slow': CHECK_TEXTS.tooSlow,
  'too-large': CHECK_TEXTS.tooLarge,
  unsendable: CHECK_TEXTS.credentials,
  'called-off': CHECK_TEXTS.calledOff,
}
const LASTING: readonly OutgoingProblem[] = ['internal', 'unsendable']
/** Makes one attempt. Failures of the receiver are part of the outcome, and never thrown. */
export const sendOnce = async (
  parts: SendParts,
  destination: Destination,
  delivery: Pick<DeliveryRow, 'body' | 'message_id'>,
  signal?: AbortSignal,
): Promise<Outcome> => {
  try {
    return await SENDERS[destination.target]({ parts, destination, delivery, signal })
  } catch (error) {
    if (error instanceof OutgoingFailure)
      return refused(PROBLEMS[error.why], { mayRetry: !LASTING.includes(error.why) })
    throw error
  }
}

const eventIn = ({ delivery }: Sending): MessageEvent => JSON.parse(delivery.body) as MessageEvent

const toAddress = async (sending: Sending, post: (url: string) => Promise<Outcome>): Promise<Outcome> => {
  const { rule } = sending.destination
  const url =
    rule === null || rule.address === null ? null : sending.parts.secrets.open(rule.address, placeOf(rule, 'address'))
  return url === null ? refused('The address cannot be decrypted. Enter it again.') : post(url)
}

const SENDERS: Record<Target, (sending: Sending) => Promise<Outcome>> = {
  slack: postToSlack,
  'slack-webhook': (sending) =>
    toAddress(sending, (url) => postJson(sending, url, JSON.stringify(slackMessage(messageTextOf(eventIn(sending)))))),
  teams: async (sending) => {
    const teams = await connectionOf(sending.parts.db, sending.parts.secrets, 'microsoft-teams')
    if (teams === null) return refused(NOTIFICATION_TEXTS.noTeams)
    return postJson(sending, teams.webhook ?? '', JSON.stringify(teamsMessage(messageTextOf(eventIn(sending)))))
  },
  'teams-webhook': (sending) =>
    toAddress(sending, (url) => postJson(sending, url, JSON.stringify(teamsMessage(messageTextOf(eventIn(sending)))))),
  email: sendMail,
  webhook: (sending) =>
    toAddress(sending, async (url) => {
      const { destination, delivery, parts } = sending
      const { rule } = destination
      const secret =
        rule === null || rule.signing_secret === null
          ? null
          : parts.secrets.open(rule.signing_secret, placeOf(rule, 'sign'))
      if (secret === null) return refused('The signing secret cannot be decrypted. Create a new one.')
      return postJson(
        sending,
        url,
        delivery.body,
        signedHeaders(secret, { id: `msg_${delivery.message_id}`, at: new Date(), body: delivery.body }),
      )
    }),
}
