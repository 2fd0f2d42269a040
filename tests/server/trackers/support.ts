/** Trackers on loopback, as their makers document them. */
import type { AskedOf } from '../support/systems.ts'

type Answer = [status: number, body: unknown, headers?: Record<string, string>]

interface StoredIssue {
  number: number
  title: string
  body: unknown
  isClosed: boolean
  files: string[]
}

export interface TestTracker {
  issues: StoredIssue[]
  answers: (requested: AskedOf) => Answer | null
  values: (url: string) => Record<string, string | boolean>
  /** The link of an issue. */
  linkOf: (url: string, number: number) => string
  target: string
  type: string
  /** The parts of an issue that show its screenshot and its formatted text. */
  picture: RegExp
  markup: RegExp
}

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`
const add = (issues: StoredIssue[], title: string, body: unknown) => {
  const issue = { number: issues.length + 1, title, body, isClosed: false, files: [] as string[] }
  issues.push(issue)
  return issue
}

const PEOPLE = [
  { name: 'ada', displayName: 'Ada Lovelace', active: true },
  { name: 'grace', displayName: 'Grace Hopper', active: true },
  { name: 'left', displayName: 'Ada who left', active: false },
  ...Array.from({ length: 25 }, (_, n) => ({ name: `tester${n}`, displayName: `Tester ${n}`, active: true })),
]

const jira = (deployment: 'cloud' | 'server'): TestTracker => {
  const issues: StoredIssue[] = []
  const api = deployment === 'cloud' ? '/rest/api/3' : '/rest/api/2'
  const right = deployment === 'cloud' ? basic('qa@example.test:s3cret') : 'Bearer s3cret'
  const shown = ({ number, title, isClosed }: StoredIssue) => ({
    key: `SHOP-${number}`,
    fields: {
      summary: title,
      status: { name: isClosed ? 'Done' : 'In Progress', statusCategory: { key: isClosed ? 'done' : 'indeterminate' } },
      assignee: { displayName: 'Ada' },
    },
  })
  return {
    issues,
    target: 'SHOP',
    type: '10004',
    picture: /"files":\[".*filename=/,
    markup: deployment === 'cloud' ? /"type":"codeBlock"/ : /\{noformat\}/,
    linkOf: (_, number) => `SHOP-${number}`,
    values: (url) => ({
      deployment,
      url,
      email: deployment === 'cloud' ? 'qa@example.test' : '',
      token: 's3cret',
      enabled: true,
    }),
    answers: ({ method, path, headers, body }) => {
      const { pathname, searchParams } = new URL(path, 'http://jira.test')
      if (headers.authorization !== right) return [401, {}]
      if (method === 'GET' && pathname === `${api}/search${deployment === 'cloud' ? '/jql' : ''}`) {
        const jql = searchParams.get('jql') ?? ''
        const keys = [...(/^key (?:in|=) (.*)$/.exec(jql)?.[1] ?? '').matchAll(/"SHOP-(\d+)"/gi)].map(([, n]) =>
          Number(n),
        )
        if (jql.startsWith('key')) {
          const found = issues.filter(({ number }) => keys.includes(number))
          return found.length < keys.length || keys.length === 0
            ? [400, { errorMessages: ['unknown'] }]
            : [200, { issues: found.map(shown) }]
        }
        return [200, { issues: issues.map(shown) }]
      }
      if (method === 'GET' && pathname.startsWith(`${api}/project`)) {
        const projects = [{ key: 'SHOP', name: 'Shop' }]
        return [200, pathname.endsWith('/search') ? { values: projects } : projects]
      }
      if (method === 'GET' && pathname === `${api}/user/assignable/search`) {
        if (searchParams.get('project') !== 'SHOP') return [404, {}]
        // Each of the two ignores the other's parameter.
        const words = searchParams.get(deployment === 'cloud' ? 'query' : 'username') ?? ''
        const found = PEOPLE.filter(({ name, displayName }) => `${name} ${displayName}`.toLowerCase().includes(words))
        const shownPeople = found.map(({ name, displayName, active }) => ({
          ...(deployment === 'cloud' ? { accountId: `5b10:${name}` } : { name, key: `JIRAUSER${name}` }),
          displayName,
          active,
          emailAddress: `${name}@example.test`,
        }))
        return [200, shownPeople.slice(0, Number(searchParams.get('maxResults') ?? 50))]
      }
      if (pathname === `${api}/issue/createmeta/SHOP/issuetypes`) {
        const types = [
          { id: '10004', name: 'Bug', subtask: false },
          { id: '10005', name: 'Sub-task', subtask: true },
        ]
        return [200, deployment === 'cloud' ? { issueTypes: types } : { values: types }]
      }
      if (method === 'POST' && pathname === `${api}/issue`) {
        const { fields } = JSON.parse(body) as {
          fields: { summary: string; description: unknown; issuetype: { id: string } }
        }
        if (fields.issuetype.id !== '10004') return [400, { errors: { issuetype: 'secret words' } }]
        return [201, { id: '1', key: `SHOP-${add(issues, fields.summary, fields.description).number}` }]
      }
      const [, number] = /\/issue\/SHOP-(\d+)\/attachments$/.exec(pathname) ?? []
      if (method === 'POST' && number !== undefined && headers['x-atlassian-token'] === 'no-check') {
        issues[Number(number) - 1]?.files.push(body)
        return [200, [{ id: '1' }]]
      }
      return null
    },
  }
}

const github = (): TestTracker => {
  const issues: StoredIssue[] = []
  const shown = ({ number, title, isClosed }: StoredIssue, host: string) => ({
    number,
    title,
    state: isClosed ? 'closed' : 'open',
    html_url: `http://${host}/team/shop/issues/${number}`,
    assignee: { login: 'Ada' },
  })
  return {
    issues,
    target: 'team/shop',
    type: '',
    picture: /\[Screenshot .*\/api\/files\//,
    markup: /```/,
    linkOf: (url, number) => `${url}/team/shop/issues/${number}`,
    values: (url) => ({ url: `${url}/api/v3`, token: 's3cret', enabled: true }),
    answers: ({ method, path, headers, body }) => {
      const { pathname } = new URL(path, 'http://github.test')
      const { host = '' } = headers
      if (headers.authorization !== 'Bearer s3cret') return [401, {}]
      const [, number] = /^\/api\/v3\/repos\/team\/shop\/issues\/(\d+)$/.exec(pathname) ?? []
      const one = issues[Number(number) - 1]
      if (method === 'GET' && one !== undefined) return [200, shown(one, host)]
      if (pathname === '/api/v3/search/issues') return [200, { items: issues.map((issue) => shown(issue, host)) }]
      if (pathname === '/api/v3/user/repos')
        return [
          200,
          [
            { full_name: 'team/shop', has_issues: true },
            { full_name: 'team/old', archived: true },
          ],
        ]
      if (method === 'POST' && pathname === '/api/v3/repos/team/shop/issues') {
        const { title, body: text } = JSON.parse(body) as { title: string; body: string }
        return [201, shown(add(issues, title, text), host)]
      }
      return null
    },
  }
}

const gitlab = (): TestTracker => {
  const issues: StoredIssue[] = []
  const shown = ({ number, title, isClosed }: StoredIssue, host: string) => ({
    iid: number,
    title,
    state: isClosed ? 'closed' : 'opened',
    web_url: `http://${host}/team/web/shop/-/issues/${number}`,
    assignee: { name: 'Ada' },
  })
  const at = '/api/v4/projects/team%2Fweb%2Fshop'
  return {
    issues,
    target: 'team/web/shop',
    type: '',
    picture: /!\[shot\]\(\/uploads/,
    markup: /```/,
    linkOf: (url, number) => `${url}/team/web/shop/-/issues/${number}`,
    values: (url) => ({ url, token: 's3cret', enabled: true }),
    answers: ({ method, path, headers, body }) => {
      const { pathname, searchParams } = new URL(path, 'http://gitlab.test')
      const { host = '' } = headers
      if (headers['private-token'] !== 's3cret') return [401, {}]
      if (method === 'GET' && pathname === `${at}/issues`) {
        const requestedValues = searchParams.getAll('iids[]').map(Number)
        const found =
          requestedValues.length === 0 ? issues : issues.filter(({ number }) => requestedValues.includes(number))
        return [200, found.map((issue) => shown(issue, host))]
      }
      if (method === 'GET' && pathname === '/api/v4/projects') return [200, [{ path_with_namespace: 'team/web/shop' }]]
      if (method === 'POST' && pathname === `${at}/issues`) {
        const { title, description } = JSON.parse(body) as { title: string; description: string }
        return [201, shown(add(issues, title, description), host)]
      }
      if (method === 'POST' && pathname === `${at}/uploads` && body.includes('filename="'))
        return [201, { markdown: '![shot](/uploads/1/shot.png)' }]
      return null
    },
  }
}

export const TRACKERS = {
  'Jira Cloud': { kind: 'jira', create: () => jira('cloud') },
  'Jira Data Center': { kind: 'jira', create: () => jira('server') },
  GitHub: { kind: 'github', create: github },
  GitLab: { kind: 'gitlab', create: gitlab },
} as const
