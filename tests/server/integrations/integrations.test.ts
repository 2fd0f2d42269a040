import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { FEATURES, type Feature } from '../../../contract/access.ts'
import { getAiCredits } from '../../../contract/cases/suggestions.ts'
import { ERROR_CODES } from '../../../contract/errors.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { listAuditEntries } from '../../../contract/workspace/audit-log.ts'
import { switchFeature } from '../../../contract/workspace/features.ts'
import { INTEGRATION_KEYS, INTEGRATION_LIMITS } from '../../../contract/workspace/integration-kinds.ts'
import { CHECK_TEXTS, INTEGRATION_TEXTS } from '../../../contract/workspace/integration-texts.ts'
import {
  checkIntegration,
  getIntegration,
  listEnabledIntegrations,
  listIntegrations,
  removeIntegration,
  revealTestingPlatforms,
  saveIntegration,
} from '../../../contract/workspace/integrations.ts'
import { ask, refusalOf, startTestApp, type TestApp } from '../support/app.ts'
import { aUser, aProject, aWorkspace, type TestUser } from '../support/people.ts'

let app: TestApp
let owner: TestUser
let projectId: number
beforeAll(async () => {
  app = await startTestApp()
  owner = await aWorkspace(app, FEATURES)
  projectId = await aProject(app, owner, 'SHOP')
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.db.deleteFrom('integration').execute()
})

const JIRA = { deployment: 'cloud', url: 'https://team.test', email: 'qa@example.test', token: 's3cret' }
const SELENIUM = 'Selenium-compatible hub'
const HUB = { hubUrl: 'https://hub.test/wd/hub', username: 'qa', accessKey: 's3cret', apiUrl: 'https://api.test' }

const of = (integration: string, body?: object, user = owner) => ({
  token: user.token,
  params: { integration },
  ...(body === undefined ? {} : { body: body as never }),
})
const save = (integration: string, body: object, user = owner) => ask(app, saveIntegration, of(integration, body, user))
const errorsOf = async (integration: string, body: object) =>
  (await refusalOf(app, saveIntegration, of(integration, body))).errors
const read = async (integration: string) => (await ask(app, getIntegration, of(integration))).integration
const turn = (feature: Feature, on: boolean) =>
  ask(app, switchFeature, { token: owner.token, params: { feature }, body: { on } })

describe('storage', () => {
  test('begins with every kind, none set up', async () => {
    const { items } = await ask(app, listIntegrations, { token: owner.token })
    const unfinished = ['azure-boards', 'testrail', 'xray']
    expect(items.map(({ key }) => key)).toEqual(INTEGRATION_KEYS.filter((key) => !unfinished.includes(key)))
    expect(items.every(({ isStored, enabled, checked }) => !isStored && !enabled && checked === null)).toBe(true)
  })

  test('holds values without secrets, of which only the time of entry is reported', async () => {
    const saved = await save('jira', JIRA)
    const { token: _, ...values } = JIRA
    expect(saved).toMatchObject({ isStored: true, enabled: true, values, checked: null })
    expect(Object.keys(saved.secrets)).toEqual(['token'])
    expect(Date.now() - Date.parse(saved.secrets.token ?? '')).toBeLessThan(60_000)
    expect(await read('jira')).toEqual(saved)
  })

  test('no answer, event, audit entry or column holds a secret in the clear', async () => {
    await save('jira', JIRA)
    await save('jira', { token: 's3cret-2' })
    await save('browserstack', HUB)
    const { items } = await ask(app, listIntegrations, { token: owner.token })
    const events = await app.db.selectFrom('event').selectAll().execute()
    const entries = await app.db.selectFrom('audit_entry').selectAll().execute()
    const rows = await app.db.selectFrom('integration').selectAll().execute()
    const columns = rows.map(({ secrets, ...rest }) => [secrets.toString('latin1'), rest])
    for (const place of [items, events, entries, columns]) expect(JSON.stringify(place)).not.toContain('s3cret')
  })

  test('the audit log shows values before and after, and of secrets that they changed', async () => {
    await save('jira', JIRA)
    await save('jira', { email: 'other@example.test', token: 'next', enabled: false })
    await ask(app, removeIntegration, of('jira'))
    const query = { areas: 'integrations', pageSize: 3 }
    const { items } = await ask(app, listAuditEntries, { token: owner.token, query })
    expect(items.map(({ type, subject, actor }) => [type, subject, actor])).toEqual([
      ['integration/removed', 'Jira', 'owner'],
      ['integration/changed', 'Jira', 'owner'],
      ['integration/created', 'Jira', 'owner'],
    ])
    expect(items[1]?.fields).toEqual([
      { field: 'email', before: 'qa@example.test', after: 'other@example.test' },
      { field: 'token', before: null, after: 'changed' },
      { field: 'enabled', before: true, after: false },
    ])
  })

  test('a save without a change is no event', async () => {
    const saved = await save('jira', JIRA)
    const count = async () => (await app.db.selectFrom('audit_entry').select('id').execute()).length
    const before = await count()
    expect(await save('jira', { email: JIRA.email, token: '' })).toEqual(saved)
    expect(await count()).toBe(before)
  })

  test('rejects the second of two users who enter a secret or set up the same integration', async () => {
    const { secrets } = await save('jira', JIRA)
    await save('jira', { token: 'first', expected: { token: secrets.token } })
    const second = of('jira', { token: 'second', expected: { token: secrets.token } })
    expect(await refusalOf(app, saveIntegration, second)).toMatchObject({
      status: 409,
      code: ERROR_CODES.stale,
      errors: [{ field: 'token' }],
      current: { key: 'jira', values: { email: JIRA.email } },
    })
    const anew = of('jira', { ...JIRA, url: 'https://other.test', expected: { url: '', email: '' } })
    expect(await refusalOf(app, saveIntegration, anew)).toMatchObject({ status: 409, errors: [{ field: 'url' }] })
  })
})

describe('secrets stay with the address that they were entered for', () => {
  test.each([
    ['another address', { url: 'https://attacker.test' }],
    ['another deployment', { deployment: 'server' }],
  ])('%s needs the secret again, to save and to check', async (_what, change) => {
    await save('jira', JIRA)
    const expected = [{ field: 'token', message: INTEGRATION_TEXTS.enterAgain }]
    expect(await errorsOf('jira', change)).toEqual(expected)
    const checked = of('jira', { ...JIRA, token: '', ...change })
    expect((await refusalOf(app, checkIntegration, checked)).errors).toEqual(expected)
    expect((await read('jira')).values.url).toBe(JIRA.url)
    expect(await save('jira', { ...change, token: 'again' })).toMatchObject({ values: change })
  })

  test('drops an optional secret', async () => {
    await save('ai', { url: 'https://one.test/v1', model: 'm', token: 's3cret' })
    expect((await save('ai', { url: 'https://two.test/v1' })).secrets).toEqual({})
  })

  test('fields of the other deployment go', async () => {
    await save('xray', { deployment: 'cloud', url: 'https://x.test', clientId: 'c', clientSecret: 's' })
    const saved = await save('xray', { deployment: 'server', url: 'https://jira.test', token: 't' })
    expect(saved.values).toEqual({ deployment: 'server', url: 'https://jira.test' })
    expect(Object.keys(saved.secrets)).toEqual(['token'])
  })

  test('asks for a secret that cannot be decrypted, and keeps the rest of the integration', async () => {
    await save('jira', JIRA)
    await app.db
      .updateTable('integration')
      .set({ secrets: Buffer.alloc(80) })
      .execute()
    expect(await errorsOf('jira', { email: 'other@example.test' })).toEqual([
      { field: 'token', message: INTEGRATION_TEXTS.unreadable },
    ])
    expect(await save('jira', { token: 'again' })).toMatchObject({ values: { email: JIRA.email } })
  })
})

describe('rejections', () => {
  test('missing, too long and foreign values, each by its field', async () => {
    expect(await errorsOf('jira', { deployment: 'cloud', url: 'jira' })).toEqual([
      { field: 'url', message: INTEGRATION_TEXTS.address },
      { field: 'email', message: TEXTS.required },
      { field: 'token', message: TEXTS.required },
    ])
    expect(await errorsOf('jira', { webhook: 'https://x.test' })).toEqual([
      { field: 'webhook', message: INTEGRATION_TEXTS.notAField },
    ])
    const max = INTEGRATION_LIMITS.field
    expect(await errorsOf('jira', { ...JIRA, email: 'x'.repeat(max + 1) })).toEqual([
      { field: 'email', message: INTEGRATION_TEXTS.tooLong(max) },
    ])
    expect(await errorsOf('jira', { ...JIRA, deployment: 'moon' })).toContainEqual({
      field: 'deployment',
      message: INTEGRATION_TEXTS.choice,
    })
  })

  test('rejects an unknown integration, one that is not set up, and one configured by the server', async () => {
    const unknown = { status: 404, message: INTEGRATION_TEXTS.unknown }
    expect(await refusalOf(app, getIntegration, of('toaster'))).toMatchObject(unknown)
    expect(await refusalOf(app, removeIntegration, of('jira'))).toMatchObject({ status: 404 })
    expect(await refusalOf(app, saveIntegration, of('email', { enabled: true }))).toMatchObject({
      status: 409,
      message: INTEGRATION_TEXTS.notEditable,
    })
  })

  test('rejects an internal address when it is checked', async () => {
    const body = { url: 'http://169.254.169.254/latest', token: 't' }
    expect(await ask(app, checkIntegration, of('github', body))).toMatchObject({ problem: CHECK_TEXTS.internal })
  })
})

describe('access', () => {
  const user = (
    permissions: readonly ('INTEGRATIONS_WRITE' | 'MANAGER' | 'ENGINEER')[],
    role?: 'MANAGER' | 'ENGINEER',
  ) => aUser(app, { permissions, ...(role === undefined ? {} : { roles: { [projectId]: role } }) })
  const statusOf = async (what: Promise<{ status: number }>) => (await what).status

  test('[WNAV-06] [WNAV-18] [ROUTES-09] [ROUTES-10] managers of a project look, and who holds the permission or manages every project changes', async () => {
    const [holder, everywhere, here] = [
      await user(['INTEGRATIONS_WRITE']),
      await user(['MANAGER']),
      await user([], 'MANAGER'),
    ]
    const mayChange = async (caller: TestUser) => (await ask(app, listIntegrations, { token: caller.token })).mayChange
    expect(await Promise.all([holder, everywhere, here].map(mayChange))).toEqual([true, true, false])
    await save('jira', JIRA, holder)
    await save('jira', { email: 'every@example.test' }, everywhere)
    expect((await ask(app, getIntegration, of('jira', undefined, here))).integration.values.email).toBe(
      'every@example.test',
    )
    for (const call of [saveIntegration, checkIntegration, removeIntegration])
      expect(await statusOf(refusalOf(app, call, of('jira', {}, here)))).toBe(403)
    const engineer = await user(['ENGINEER'], 'ENGINEER')
    for (const call of [listIntegrations, getIntegration, saveIntegration])
      expect(await statusOf(refusalOf(app, call, of('jira', {}, engineer)))).toBe(403)
  })

  test('[WNAV-06] [ROUTES-09] requires one of the three edition features, and each integration its own feature', async () => {
    await save('github', { url: 'https://api.test', token: 't' })
    await turn('defects-linking', false)
    const { items } = await ask(app, listIntegrations, { token: owner.token })
    expect(items.map(({ key }) => key)).toEqual(
      expect.arrayContaining(['jira', 'slack', 'email', 'ai', 'selenium-hub']),
    )
    expect(items.map(({ key }) => key)).not.toContain('github')
    const off = { status: 403, code: ERROR_CODES.featureOff }
    expect(await refusalOf(app, getIntegration, of('github'))).toMatchObject(off)
    await turn('requirements-mapping', false)
    await turn('test-automation', false)
    expect(await refusalOf(app, listIntegrations, { token: owner.token })).toMatchObject(off)
    for (const feature of ['defects-linking', 'requirements-mapping', 'test-automation'] as const)
      await turn(feature, true)
  })
})

describe('what other pages request', () => {
  const enabled = async () =>
    (await ask(app, listEnabledIntegrations, { token: owner.token })).items.map(({ key }) => key)
  const platforms = (token: string) => ask(app, revealTestingPlatforms, { token, params: { projectKey: 'SHOP' } })

  test('[CONF-26] [CONF-27] whether Slack and Microsoft Teams are on', async () => {
    expect(await enabled()).toEqual([])
    await save('slack', { token: 'xoxb', apiUrl: 'https://slack.test/api' })
    await save('microsoft-teams', { webhook: 'https://flow.test/run?sig=1', enabled: false })
    expect(await enabled()).toEqual(['slack'])
    await save('microsoft-teams', { enabled: true })
    await save('slack', { enabled: false })
    expect(await enabled()).toEqual(['microsoft-teams'])
  })

  test('[CONF-30] [CONF-36] [HUB-11] [HUB-12] testing platforms that are on, decrypted, for engineers; who looked is in the audit log', async () => {
    const engineer = await aUser(app, { username: 'engineer', roles: { [projectId]: 'ENGINEER' } })
    expect(await platforms(engineer.token)).toEqual({ items: [] })
    await save('browserstack', HUB)
    await save('lambdatest', { ...HUB, enabled: false })
    await save('testingbot', { ...HUB, username: 'k3y' })
    await save('selenium-hub', { hubUrl: 'https://grid.test' })
    const { hubUrl, username, accessKey } = HUB
    const none = { username: null, accessKey: null, key: null, secret: null }
    expect(await platforms(engineer.token)).toEqual({
      items: [
        { ...none, integration: 'browserstack', name: 'BrowserStack', icon: 'cloud', hubUrl, username, accessKey },
        {
          ...none,
          integration: 'testingbot',
          name: 'TestingBot',
          icon: 'cloud',
          hubUrl,
          key: 'k3y',
          secret: accessKey,
        },
        { ...none, integration: 'selenium-hub', name: SELENIUM, icon: 'server', hubUrl: 'https://grid.test' },
      ],
    })
    const query = { areas: 'integrations', pageSize: 3 }
    const { items } = await ask(app, listAuditEntries, { token: owner.token, query })
    expect(items.map(({ type, subject, actor }) => [type, subject, actor])).toEqual(
      [SELENIUM, 'TestingBot', 'BrowserStack'].map((name) => ['integration/revealed', name, 'engineer']),
    )
    const guest = await aUser(app, { roles: { [projectId]: 'GUEST' } })
    const refused = { token: guest.token, params: { projectKey: 'SHOP' } }
    expect(await refusalOf(app, revealTestingPlatforms, refused)).toMatchObject({ status: 403 })
  })
})

describe('beside the configuration of the server', () => {
  test('the workspace’s AI provider replaces the configured one until it is removed', async () => {
    const configured = await startTestApp({ AI_URL: 'http://127.0.0.1:9/v1', AI_MODEL: 'of the server' })
    try {
      const user = await aWorkspace(configured, FEATURES)
      await aProject(configured, user, 'SHOP')
      const model = async () =>
        (await ask(configured, getAiCredits, { token: user.token, params: { projectKey: 'SHOP' } })).data.model
      const ai = of('ai', undefined, user)
      expect((await ask(configured, getIntegration, ai)).integration).toMatchObject({
        isStored: false,
        server: { isOn: true, about: 'of the server at 127.0.0.1:9' },
      })
      expect(await model()).toBe('of the server')
      const body = { url: 'https://api.test/v1', model: 'of the workspace' }
      await ask(configured, saveIntegration, of('ai', body, user))
      expect(await model()).toBe('of the workspace')
      await ask(configured, saveIntegration, of('ai', { enabled: false }, user))
      expect(await model()).toBeNull()
      await ask(configured, removeIntegration, ai)
      expect(await model()).toBe('of the server')
    } finally {
      await configured.close()
    }
  })

  test('the check of e-mail sends a mail to its user, and reports a missing mail server', async () => {
    expect((await read('email')).server).toMatchObject({ isOn: false })
    expect(await ask(app, checkIntegration, of('email', {}))).toMatchObject({ problem: CHECK_TEXTS.mailKept })
    const outbox = join(app.config.DATA_DIR, 'outbox')
    const [name = ''] = (await readdir(outbox)).filter((file) => file.endsWith('.eml'))
    expect(await readFile(join(outbox, name), 'utf8')).toContain('To: owner@example.test')
  })
})
