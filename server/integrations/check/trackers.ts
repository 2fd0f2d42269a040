import { z } from 'zod/mini'
import { CHECK_TEXTS } from '../../../contract/workspace/integration-texts.ts'
import { basic, bearer, CheckFailure, readAnswer, requireSuccess, type Check, type System } from './system.ts'

const JiraAccount = z.object({ displayName: z.string() })

/** Jira Server and Data Center use personal access tokens. */
const jiraServerAccount = async (system: System): Promise<string> => {
  const answer = await system.ask(`${system.address('url')}/rest/api/2/myself`, {
    headers: bearer(system.value('token')),
  })
  return readAnswer(system, answer, JiraAccount).displayName
}

export const checkJira: Check = async (system) => {
  if (system.value('deployment') === 'server') return jiraServerAccount(system)
  const headers = basic(system.value('email'), system.value('token'))
  const answer = await system.ask(`${system.address('url')}/rest/api/3/myself`, { headers })
  return readAnswer(system, answer, JiraAccount).displayName
}

export const checkGitHub: Check = async (system) => {
  const headers = { ...bearer(system.value('token')), 'x-github-api-version': '2022-11-28' }
  const answer = await system.ask(`${system.address('url')}/user`, { headers })
  return readAnswer(system, answer, z.object({ login: z.string() })).login
}

export const checkGitLab: Check = async (system) => {
  const headers = { 'private-token': system.value('token') }
  const answer = await system.ask(`${system.address('url')}/api/v4/user`, { headers })
  return readAnswer(system, answer, z.object({ username: z.string() })).username
}

const ANONYMOUS = 'aaaaaaaa-aaaa-aaaa-aaaa-aaaaaaaaaaaa'
const ConnectionData = z.object({
  authenticatedUser: z.object({ id: z.string(), providerDisplayName: z.optional(z.string()) }),
})

/** Azure DevOps answers a rejected token with its sign-in page, or with an anonymous identity. */
export const checkAzureBoards: Check = async (system) => {
  const headers = basic('', system.value('token'))
  const url = `${system.address('url')}/_apis/connectionData?api-version=7.1-preview.1`
  const answer = await system.ask(url, { headers })
  if (answer.status === 203 || answer.status === 302) throw new CheckFailure(CHECK_TEXTS.credentials)
  const { authenticatedUser: user } = readAnswer(system, answer, ConnectionData)
  if (user.id.toLowerCase() === ANONYMOUS) throw new CheckFailure(CHECK_TEXTS.credentials)
  return user.providerDisplayName ?? null
}

export const checkTestRail: Check = async (system) => {
  const email = system.value('email')
  const headers = { ...basic(email, system.value('token')), 'content-type': 'application/json' }
  const path = `/index.php?/api/v2/get_user_by_email&email=${encodeURIComponent(email)}`
  const answer = await system.ask(system.address('url') + path, { headers })
  return readAnswer(system, answer, z.object({ name: z.string(), email: z.string() })).name
}

export const checkXray: Check = async (system) => {
  const url = system.address('url')
  if (system.value('deployment') === 'server') {
    const account = await jiraServerAccount(system)
    const headers = bearer(system.value('token'))
    const { status } = await system.ask(`${url}/rest/raven/1.0/api/settings/teststatuses`, { headers })
    if (status === 404) throw new CheckFailure(CHECK_TEXTS.xrayMissing)
    requireSuccess(system, status)
    return account
  }
  const answer = await system.ask(`${url}/api/v2/authenticate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_id: system.value('clientId'), client_secret: system.value('clientSecret') }),
  })
  // The response is a token, which is not used.
  readAnswer(system, answer, z.string())
  return null
}
