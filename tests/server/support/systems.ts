import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { IntegrationKey } from '../../../contract/workspace/integration-kinds.ts'

/** A request to a system. */
export interface AskedOf {
  method: string
  path: string
  headers: IncomingMessage['headers']
  body: string
}

type Answer = [status: number, body: unknown, headers?: Record<string, string>]
/** A system's answer; null: it has no such address. */
type Answering = (requested: AskedOf) => Answer | null

export interface TestServer {
  url: string
  close: () => Promise<void>
}

/** Any server on loopback. */
export const listenWith = async (listener: RequestListener): Promise<TestServer> => {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const basic = (username: string, password: string) =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
const bearer = (token: string) => `Bearer ${token}`

/** An address that accepts the right header, and answers 401 to all others. */
const guarded =
  (path: string, header: string, value: string, body: unknown, refusal: Answer = [401, {}]): Answering =>
  ({ path: requested, headers, method }) => {
    if (requested !== path || method !== 'GET') return null
    return headers[header] === value ? [200, body] : refusal
  }

const plan = { automate_plan: 'Team', parallel_sessions_running: 0, parallel_sessions_max_allowed: 5 }
const WORKFLOW = '/workflows/1/triggers/manual/paths/invoke?api-version=1&sig=s3cret'

/** A system as its makers document it, with one account whose secret is `s3cret`. */
interface Documented {
  answers: Answering
  /** Values of the integration's fields; `url` is the address of the system. */
  values: (url: string) => Record<string, string>
  /** The field that holds the secret; another value is rejected. */
  secret: string
  account: string | null
}

const SLACK_OK = {
  ok: true,
  url: 'https://team.slack.com/',
  team: 'Quality',
  user: 'assay',
  team_id: 'T1',
  user_id: 'U1',
}

const platform = (answers: Answering): Documented => ({
  answers,
  values: (url) => ({ hubUrl: `${url}/wd/hub`, username: 'qa', accessKey: 's3cret', apiUrl: `${url}/` }),
  secret: 'accessKey',
  account: 'qa',
})

export const SYSTEMS: Record<string, Documented & { kind: Exclude<IntegrationKey, 'email'> }> = {
  'Jira Cloud': {
    kind: 'jira',
    answers: guarded('/rest/api/3/myself', 'authorization', basic('qa@example.test', 's3cret'), {
      accountId: '5b10',
      displayName: 'Quality Team',
      active: true,
    }),
    values: (url) => ({ deployment: 'cloud', url, email: 'qa@example.test', token: 's3cret' }),
    secret: 'token',
    account: 'Quality Team',
  },
  'Jira Data Center': {
    kind: 'jira',
    answers: guarded('/jira/rest/api/2/myself', 'authorization', bearer('s3cret'), {
      key: 'qa',
      displayName: 'Quality Team',
    }),
    values: (url) => ({ deployment: 'server', url: `${url}/jira/`, token: 's3cret' }),
    secret: 'token',
    account: 'Quality Team',
  },
  GitHub: {
    kind: 'github',
    answers: guarded('/user', 'authorization', bearer('s3cret'), { login: 'quality', id: 1, type: 'User' }),
    values: (url) => ({ url, token: 's3cret' }),
    secret: 'token',
    account: 'quality',
  },
  GitLab: {
    kind: 'gitlab',
    answers: guarded('/api/v4/user', 'private-token', 's3cret', { id: 1, username: 'quality', state: 'active' }),
    values: (url) => ({ url, token: 's3cret' }),
    secret: 'token',
    account: 'quality',
  },
  'Azure Boards': {
    kind: 'azure-boards',
    answers: guarded(
      '/quality/_apis/connectionData?api-version=7.1-preview.1',
      'authorization',
      basic('', 's3cret'),
      {
        authenticatedUser: {
          id: 'd6245f20-2af8-44f4-9451-8107cb2767db',
          providerDisplayName: 'Quality Team',
          isActive: true,
        },
        instanceId: 'i',
      },
      // Azure DevOps answers with its sign-in page.
      [203, '<html><title>Azure DevOps Services | Sign In</title></html>'],
    ),
    values: (url) => ({ url: `${url}/quality`, token: 's3cret' }),
    secret: 'token',
    account: 'Quality Team',
  },
  TestRail: {
    kind: 'testrail',
    answers: guarded(
      '/index.php?/api/v2/get_user_by_email&email=qa%40example.test',
      'authorization',
      basic('qa@example.test', 's3cret'),
      { id: 1, name: 'Quality Team', email: 'qa@example.test', is_active: true },
    ),
    values: (url) => ({ url, email: 'qa@example.test', token: 's3cret' }),
    secret: 'token',
    account: 'Quality Team',
  },
  'Xray Cloud': {
    kind: 'xray',
    answers: ({ method, path, body }) => {
      if (method !== 'POST' || path !== '/api/v2/authenticate') return null
      const isKnown = body === JSON.stringify({ client_id: 'client', client_secret: 's3cret' })
      return isKnown ? [200, '"eyJ.token"'] : [401, { error: 'Invalid client credentials!' }]
    },
    values: (url) => ({ deployment: 'cloud', url, clientId: 'client', clientSecret: 's3cret' }),
    secret: 'clientSecret',
    account: null,
  },
  'Xray Data Center': {
    kind: 'xray',
    answers: (requested) =>
      guarded('/rest/api/2/myself', 'authorization', bearer('s3cret'), { displayName: 'Quality Team' })(requested) ??
      guarded('/rest/raven/1.0/api/settings/teststatuses', 'authorization', bearer('s3cret'), [
        { id: 0, name: 'PASS' },
      ])(requested),
    values: (url) => ({ deployment: 'server', url, token: 's3cret' }),
    secret: 'token',
    account: 'Quality Team',
  },
  Slack: {
    kind: 'slack',
    answers: ({ method, path, headers }) => {
      if (method !== 'POST' || path !== '/api/auth.test') return null
      return [200, headers.authorization === bearer('s3cret') ? SLACK_OK : { ok: false, error: 'invalid_auth' }]
    },
    values: (url) => ({ token: 's3cret', apiUrl: `${url}/api` }),
    secret: 'token',
    account: 'assay in Quality',
  },
  'Microsoft Teams': {
    kind: 'microsoft-teams',
    answers: ({ method, path, body }) => {
      if (method !== 'POST' || !path.startsWith('/workflows/1/')) return null
      if (path !== WORKFLOW) return [401, { error: { code: 'AuthorizationFailed' } }]
      return (JSON.parse(body) as { type: string }).type === 'message' ? [202, ''] : [400, {}]
    },
    values: (url) => ({ webhook: url + WORKFLOW }),
    secret: 'webhook',
    account: null,
  },
  BrowserStack: {
    kind: 'browserstack',
    ...platform(guarded('/automate/plan.json', 'authorization', basic('qa', 's3cret'), plan)),
  },
  LambdaTest: {
    kind: 'lambdatest',
    ...platform(
      guarded('/automation/api/v1/builds?limit=1', 'authorization', basic('qa', 's3cret'), {
        Meta: { result_set: { count: 0 } },
        data: [],
        status: 'success',
      }),
    ),
  },
  'Sauce Labs': {
    kind: 'sauce-labs',
    ...platform(
      guarded('/rest/v1/users/qa', 'authorization', basic('qa', 's3cret'), {
        username: 'qa',
        id: 'u',
        is_active: true,
      }),
    ),
  },
  TestingBot: {
    kind: 'testingbot',
    ...platform(
      guarded('/v1/user', 'authorization', basic('qa', 's3cret'), {
        first_name: 'Quality',
        last_name: 'Team',
        seconds: 6000,
        plan: 'Team',
      }),
    ),
  },
  'Selenium hub': {
    kind: 'selenium-hub',
    answers: guarded('/wd/hub/status', 'authorization', basic('qa', 's3cret'), {
      value: { ready: true, message: 'Selenium Grid ready.', nodes: [] },
    }),
    values: (url) => ({ hubUrl: `${url}/wd/hub`, username: 'qa', accessKey: 's3cret' }),
    secret: 'accessKey',
    account: 'qa',
  },
  'AI provider': {
    kind: 'ai',
    answers: guarded('/v1/models', 'authorization', bearer('s3cret'), {
      object: 'list',
      data: [{ id: 'tester-1', object: 'model' }],
    }),
    values: (url) => ({ url: `${url}/v1`, model: 'tester-1', token: 's3cret' }),
    secret: 'token',
    account: null,
  },
}

SYSTEMS['Jenkins'] = {
  kind: 'jenkins',
  answers: guarded('/ci/me/api/json', 'authorization', basic('qa', 's3cret'), { id: 'qa', fullName: 'Quality Team' }),
  values: (url) => ({ url: `${url}/ci/`, username: 'qa', token: 's3cret' }),
  secret: 'token',
  account: 'Quality Team',
}
SYSTEMS['CI trigger'] = {
  kind: 'ci-trigger',
  answers: ({ path, method }) => {
    if (method !== 'POST') return null
    return path === '/hooks/s3cret' ? [202, {}] : [401, {}]
  },
  values: (url) => ({ webhook: `${url}/hooks/s3cret`, token: '' }),
  secret: 'webhook',
  account: null,
}

/** Starts one of these, and records its requests. `instead` answers in its place where it is not null. */
export const startSystem = async (answers: Answering) => {
  const sentRequests: AskedOf[] = []
  let instead: Answering = () => null
  const server = await listenWith((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request
      const one = { method, path, headers, body: Buffer.concat(parts).toString() }
      sentRequests.push(one)
      const [status, body, more = {}] = instead(one) ?? answers(one) ?? [404, 'not here']
      response.writeHead(status, { 'content-type': 'application/json', ...more })
      response.end(typeof body === 'string' ? body : JSON.stringify(body))
    })
  })
  return {
    ...server,
    asked: sentRequests,
    answersInstead: (next: Answering) => {
      instead = next
    },
  }
}
export type TestSystem = Awaited<ReturnType<typeof startSystem>>
