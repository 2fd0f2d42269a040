import { z } from 'zod/mini'
import { CHECK_TEXTS } from '../../../contract/workspace/integration-texts.ts'
import { basic, CheckFailure, readAnswer, type Check } from './system.ts'

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

export const checkBrowserStack = platform(
  () => '/automate/plan.json',
  z.object({ parallel_sessions_max_allowed: z.number() }),
)
export const checkLambdaTest = platform(
  () => '/automation/api/v1/builds?limit=1',
  z.object({ data: z.nullable(z.array(z.unknown())) }),
)
export const checkSauceLabs = platform(
  (username) => `/rest/v1/users/${encodeURIComponent(username)}`,
  z.object({ username: z.string() }),
)
export const checkTestingBot = platform(() => '/v1/user', z.object({ plan: z.unknown(), seconds: z.unknown() }))

const HubStatus = z.object({ value: z.object({ ready: z.optional(z.boolean()) }) })

export const checkSeleniumHub: Check = async (system) => {
  const username = system.value('username')
  const hasCredentials = username !== '' || system.value('accessKey') !== ''
  const headers = hasCredentials ? basic(username, system.value('accessKey')) : {}
  const answer = await system.ask(`${system.address('hubUrl')}/status`, { headers })
  if (readAnswer(system, answer, HubStatus).value.ready === false) throw new CheckFailure(CHECK_TEXTS.hubNotReady)
  return username === '' ? null : username
}
