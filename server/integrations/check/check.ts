import { z } from 'zod/mini'
import type { FieldValues, IntegrationKey } from '../../../contract/workspace/integration-kinds.ts'
import { CHECK_TEXTS } from '../../../contract/workspace/integration-texts.ts'
import type { CheckResult } from '../../../contract/workspace/integrations.ts'
import { OutgoingFailure, type Outgoing, type OutgoingProblem } from '../../outgoing/outgoing.ts'
import type { Kind } from '../stored.ts'
import { CheckFailure, createSystem, type Check, bearer, readAnswer, basic, requireSuccess } from './system.ts'
import { checkAzureBoards, checkGitHub, checkGitLab, checkJira, checkTestRail, checkXray } from './trackers.ts'

const Models = z.object({ data: z.array(z.object({ id: z.string() })) })

const checkAi: Check = async (system) => {
  const [token, model] = [system.value('token'), system.value('model')]
  const answer = await system.ask(`${system.address('url')}/models`, { headers: token === '' ? {} : bearer(token) })
  const { data } = readAnswer(system, answer, Models)
  // Ollama lists `llama3:latest` for the model llama3.
  if (!data.some(({ id }) => id === model || id.startsWith(`${model}:`)))
    throw new CheckFailure(CHECK_TEXTS.modelUnknown(model))
  return null
}

const Me = z.object({ fullName: z.optional(z.string()), id: z.optional(z.string()) })

const checkJenkins: Check = async (system) => {
  const headers = basic(system.value('username'), system.value('token'))
  const { fullName, id } = readAnswer(system, await system.ask(`${system.address('url')}/me/api/json`, { headers }), Me)
  return fullName ?? id ?? null
}

/** The webhook cannot be queried, so the check is a call that starts nothing. */
const checkCiTrigger: Check = async (system) => {
  const { status } = await system.ask(system.value('webhook'), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ action: 'test' }),
  })
  if (status === 404 || status === 410) throw new CheckFailure(CHECK_TEXTS.triggerGone)
  requireSuccess(system, status)
  return null
}

const SlackAnswer = z.object({
  ok: z.boolean(),
  error: z.optional(z.string()),
  user: z.optional(z.string()),
  team: z.optional(z.string()),
})
const SLACK_RIGHTS = new Set(['missing_scope', 'no_permission', 'not_allowed_token_type', 'ekm_access_denied'])

/** Slack responds 200 to everything and reports errors in the body. */
const checkSlack: Check = async (system) => {
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
const checkTeams: Check = async (system) => {
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

/** Makes an API call that requires valid credentials and has no other effect. */
const platform =
  (path: (username: string) => string, answerOf: z.ZodMiniType): Check =>
  async (system) => {
    const username = system.value('username')
    const headers = basic(username, system.value('accessKey'))
    const answer = await system.ask(system.address('apiUrl') + path(username), { headers })
    readAnswer(system, answer, answerOf)
    return username
  }

const checkBrowserStack = platform(() => '/automate/plan.json', z.object({ parallel_sessions_max_allowed: z.number() }))
const checkLambdaTest = platform(
  () => '/automation/api/v1/builds?limit=1',
  z.object({ data: z.nullable(z.array(z.unknown())) }),
)
const checkSauceLabs = platform(
  (username) => `/rest/v1/users/${encodeURIComponent(username)}`,
  z.object({ username: z.string() }),
)
const checkTestingBot = platform(() => '/v1/user', z.object({ plan: z.unknown(), seconds: z.unknown() }))

const HubStatus = z.object({ value: z.object({ ready: z.optional(z.boolean()) }) })

const checkSeleniumHub: Check = async (system) => {
  const username = system.value('username')
  const hasCredentials = username !== '' || system.value('accessKey') !== ''
  const headers = hasCredentials ? basic(username, system.value('accessKey')) : {}
  const answer = await system.ask(`${system.address('hubUrl')}/status`, { headers })
  if (readAnswer(system, answer, HubStatus).value.ready === false) throw new CheckFailure(CHECK_TEXTS.hubNotReady)
  return username === '' ? null : username
}

const CHECKS: Record<Exclude<IntegrationKey, 'email'>, Check> = {
  jira: checkJira,
  github: checkGitHub,
  gitlab: checkGitLab,
  'azure-boards': checkAzureBoards,
  testrail: checkTestRail,
  xray: checkXray,
  slack: checkSlack,
  'microsoft-teams': checkTeams,
  browserstack: checkBrowserStack,
  lambdatest: checkLambdaTest,
  'sauce-labs': checkSauceLabs,
  testingbot: checkTestingBot,
  'selenium-hub': checkSeleniumHub,
  jenkins: checkJenkins,
  'ci-trigger': checkCiTrigger,
  ai: checkAi,
}

/** Messages for failed calls. */
export const PROBLEMS: Record<OutgoingProblem, string> = {
  internal: CHECK_TEXTS.internal,
  unreachable: CHECK_TEXTS.unreachable,
  certificate: CHECK_TEXTS.certificate,
  'too-slow': CHECK_TEXTS.tooSlow,
  'too-large': CHECK_TEXTS.tooLarge,
  unsendable: CHECK_TEXTS.credentials,
  'called-off': CHECK_TEXTS.calledOff,
}

const MAX_ACCOUNT = 200

/** Calls the system with the credentials to learn the account. */
export const checkSystem = (
  { key, name }: Kind & { key: keyof typeof CHECKS },
  values: FieldValues,
  outgoing: Outgoing,
  signal: AbortSignal,
): Promise<CheckResult> => resultOf(() => CHECKS[key](createSystem(name, values, outgoing, signal)))

/** Runs a check and returns its outcome and time. */
export const resultOf = async (check: () => Promise<string | null>): Promise<CheckResult> => {
  try {
    const account = await check()
    return { at: now(), problem: null, account: account?.slice(0, MAX_ACCOUNT) ?? null }
  } catch (error) {
    if (error instanceof CheckFailure) return { at: now(), problem: error.message, account: null }
    if (error instanceof OutgoingFailure) return { at: now(), problem: PROBLEMS[error.why], account: null }
    throw error
  }
}

const now = () => new Date().toISOString()
