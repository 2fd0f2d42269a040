import { z } from 'zod/mini'
import { CHECK_TEXTS } from '../../../contract/workspace/integration-texts.ts'
import { bearer, CheckFailure, readAnswer, requireSuccess, type Check } from './system.ts'

const SlackAnswer = z.object({
  ok: z.boolean(),
  error: z.optional(z.string()),
  user: z.optional(z.string()),
  team: z.optional(z.string()),
})
const SLACK_RIGHTS = new Set(['missing_scope', 'no_permission', 'not_allowed_token_type', 'ekm_access_denied'])

/** Slack responds 200 to everything and reports errors in the body. */
export const checkSlack: Check = async (system) => {
  const answer = await system.ask(`${system.address('apiUrl')}/auth.test`, {
    method: 'POST',
    headers: { ...bearer(system.value('token')), 'content-type': 'application/x-www-form-urlencoded' },
    body: '',
  })
  const { ok, error = '', user, team } = readAnswer(system, answer, SlackAnswer)
  if (ok) return [user, team].filter((name) => name !== undefined).join(' in ') || null
  if (error === 'ratelimited') throw new CheckFailure(CHECK_TEXTS.tooMany)
  throw new CheckFailure(SLACK_RIGHTS.has(error) ? CHECK_TEXTS.rights : CHECK_TEXTS.credentials)
}

const CARD = {
  type: 'AdaptiveCard',
  $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
  version: '1.2',
  body: [{ type: 'TextBlock', text: 'Assay is connected to this channel.', wrap: true }],
}

/** A workflow cannot be queried, so the check sends a message to the channel. */
export const checkTeams: Check = async (system) => {
  const { status } = await system.ask(system.value('webhook'), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      type: 'message',
      attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', content: CARD }],
    }),
  })
  if (status === 404 || status === 410) throw new CheckFailure(CHECK_TEXTS.channelGone)
  requireSuccess(system, status)
  return null
}
