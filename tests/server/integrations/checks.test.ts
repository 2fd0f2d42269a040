import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FEATURES } from '../../../contract/access.ts'
import { CHECK_TEXTS } from '../../../contract/workspace/integration-texts.ts'
import {
  checkIntegration,
  getIntegration,
  removeIntegration,
  saveIntegration,
} from '../../../contract/workspace/integrations.ts'
import { ask, startTestApp, type TestApp } from '../support/app.ts'
import { aWorkspace, type TestUser } from '../support/people.ts'
import { startSystem, SYSTEMS, type TestSystem } from '../support/systems.ts'

let app: TestApp
let owner: TestUser
beforeAll(async () => {
  app = await startTestApp({ ALLOW_INTERNAL_ADDRESSES: '127.0.0.1' })
  owner = await aWorkspace(app, FEATURES)
})
afterAll(() => app.close())

const check = (integration: string, body: Record<string, string>) =>
  ask(app, checkIntegration, { token: owner.token, params: { integration }, body })
const stored = async (integration: string) =>
  (await ask(app, getIntegration, { token: owner.token, params: { integration } })).integration

describe.each(Object.entries(SYSTEMS))('%s', (_name, { kind, answers, values, secret, account }) => {
  let system: TestSystem
  beforeAll(async () => {
    system = await startSystem(answers)
  })
  afterAll(() => system.close())

  test('valid credentials are answered with the name of their account', async () => {
    expect(await check(kind, values(system.url))).toMatchObject({ problem: null, account })
  })

  test('reports wrong credentials without showing them', async () => {
    const right = values(system.url)
    const wrong = secret === 'webhook' ? `${right[secret]}x` : 'wr0ng'
    const result = await check(kind, { ...right, [secret]: wrong })
    expect(result).toMatchObject({ problem: CHECK_TEXTS.credentials, account: null })
    expect(JSON.stringify(result)).not.toContain('wr0ng')
  })

  test.each<[what: string, answer: [number, unknown, Record<string, string>?], problem: RegExp]>([
    ['missing rights', [403, {}], /lacks the rights/],
    ['an error', [503, 'maintenance'], /answers with an error \(503\)/],
    [
      'another system',
      [404, '<html>not here</html>'],
      /^(There is no .* at this address|This workflow does not exist.*|Nothing takes calls at this address)$/,
    ],
    ['too many calls', [429, {}], /Too many/],
    ['a redirect', [301, '', { location: 'http://169.254.169.254/latest/meta-data/' }], /redirects/],
  ])('reports %s', async (_what, answer, problem) => {
    system.asked.length = 0
    system.answersInstead(() => answer)
    try {
      expect((await check(kind, values(system.url))).problem).toMatch(problem)
      expect(system.asked).toHaveLength(1)
    } finally {
      system.answersInstead(() => null)
    }
  })
})

describe('peculiarities of single systems', () => {
  const failing = async (name: string, answer: [number, unknown], more: Record<string, string> = {}) => {
    const { kind, answers, values } = SYSTEMS[name] as (typeof SYSTEMS)[string]
    const system = await startSystem(answers)
    system.answersInstead(() => answer)
    try {
      return (await check(kind, { ...values(system.url), ...more })).problem
    } finally {
      await system.close()
    }
  }

  test('recognizes by the answer that the address is not the system’s API', async () => {
    for (const name of ['GitHub', 'Jira Cloud', 'Slack', 'AI provider', 'BrowserStack'])
      expect([name, await failing(name, [200, '<html>welcome</html>'])]).toEqual([
        name,
        expect.stringMatching(/^There is no .* at this address$/),
      ])
  })

  test("treats Azure DevOps' anonymous answer as rejected credentials", async () => {
    const authenticatedUser = { id: 'aaaaaaaa-aaaa-aaaa-aaaa-aaaaaaaaaaaa', providerDisplayName: 'Anonymous' }
    expect(await failing('Azure Boards', [200, { authenticatedUser }])).toBe(CHECK_TEXTS.credentials)
    expect(await failing('Azure Boards', [302, ''])).toBe(CHECK_TEXTS.credentials)
  })

  test('Slack names missing scopes and too many calls with the status 200', async () => {
    expect(await failing('Slack', [200, { ok: false, error: 'missing_scope' }])).toBe(CHECK_TEXTS.rights)
    expect(await failing('Slack', [200, { ok: false, error: 'ratelimited' }])).toBe(CHECK_TEXTS.tooMany)
    expect(await failing('Slack', [200, { ok: false, error: 'token_revoked' }])).toBe(CHECK_TEXTS.credentials)
  })

  test('a hub that is not ready, and a model that the provider does not have', async () => {
    expect(await failing('Selenium hub', [200, { value: { ready: false } }])).toBe(CHECK_TEXTS.hubNotReady)
    expect(await failing('AI provider', [200, { data: [{ id: 'other' }] }])).toBe(CHECK_TEXTS.modelUnknown('tester-1'))
    expect(await failing('AI provider', [200, { data: [{ id: 'tester-1:latest' }] }])).toBeNull()
  })

  test('Jira without Xray', async () => {
    const { answers, values } = SYSTEMS['Xray Data Center'] as (typeof SYSTEMS)[string]
    const jira = await startSystem((requested) => (requested.path.includes('/raven/') ? null : answers(requested)))
    expect((await check('xray', values(jira.url))).problem).toBe(CHECK_TEXTS.xrayMissing)
    await jira.close()
  })

  test('rejects a secret that no header can carry without a call', async () => {
    const github = await startSystem(() => null)
    expect((await check('github', { url: github.url, token: 'two\nlines' })).problem).toBe(CHECK_TEXTS.credentials)
    expect(github.asked).toHaveLength(0)
    await github.close()
  })
})

describe('the result', () => {
  const github = SYSTEMS['GitHub'] as (typeof SYSTEMS)[string]
  const save = (body: Record<string, string | boolean>) =>
    ask(app, saveIntegration, { token: owner.token, params: { integration: 'github' }, body: body as never })

  test('is stored with its time for the stored integration, and cleared by a change', async () => {
    const system = await startSystem(github.answers)
    await save(github.values(system.url))
    expect((await stored('github')).checked).toBeNull()
    // An empty secret means the stored one.
    const result = await check('github', { url: system.url, token: '' })
    expect((await stored('github')).checked).toEqual(result)
    expect(result).toMatchObject({ problem: null, account: 'quality' })
    expect(Date.now() - Date.parse(result.at)).toBeLessThan(60_000)
    await save({ enabled: false })
    expect((await stored('github')).checked).toEqual(result)
    await save({ token: 'wr0ng' })
    expect((await stored('github')).checked).toBeNull()
    await check('github', { url: system.url, token: '' })
    expect((await stored('github')).checked).toMatchObject({ problem: CHECK_TEXTS.credentials, account: null })
    await system.close()
  })

  test('of a draft is returned and not stored', async () => {
    const system = await startSystem(github.answers)
    const before = (await stored('github')).checked
    expect(await check('github', github.values(system.url))).toMatchObject({ problem: null })
    expect((await stored('github')).checked).toEqual(before)
    await system.close()
    await ask(app, removeIntegration, { token: owner.token, params: { integration: 'github' } })
  })
})
