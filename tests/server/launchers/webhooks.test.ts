import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { LAUNCHER_TEXTS } from '../../../contract/launchers/launcher-texts.ts'
import { createPreset, updatePreset, type Preset } from '../../../contract/launchers/launchers.ts'
import {
  createWebhook,
  deleteWebhook,
  encodeSecret,
  listWebhookAuthors,
  listWebhookDeliveries,
  listWebhooks,
  testWebhook,
  updateWebhook,
  WEBHOOK_BODY_BYTES,
  type Webhook,
} from '../../../contract/launchers/webhooks.ts'
import { ask, refusalOf, send, startTestApp, type TestApp } from '../support/app.ts'
import { aLauncher, LAUNCHER_VALUES } from '../support/launcher.ts'
import { aProject, aWorkspace, type TestUser } from '../support/people.ts'

let app: TestApp
let owner: TestUser
let preset: Preset
const SECRET = 'correct horse'
const requested = (params: Record<string, string | number> = {}) => ({
  token: owner.token,
  params: { projectKey: 'SHOP', presetId: preset.id, ...params },
})
const aWebhook = (secret: string | null = SECRET, name = 'Push') =>
  ask(app, createWebhook, {
    ...requested(),
    body: { name, base64SecretKey: secret === null ? null : encodeSecret(secret) },
  })
const BODY = '{"ref": "refs/heads/main"}'
const hmac = (text: string, secret = SECRET, encoding: 'hex' | 'base64' = 'hex') =>
  createHmac('sha256', secret).update(text).digest(encoding)
const call = ({ link }: Webhook, headers: Record<string, string> = {}, body: string = BODY) =>
  send(app, new URL(link).pathname, { method: 'POST', body, headers })
const github = (more: Record<string, string> = {}) => ({
  'x-hub-signature-256': `sha256=${hmac(BODY)}`,
  'content-type': 'application/json',
  ...more,
})
const deliveriesOf = async ({ id }: Webhook) =>
  (await ask(app, listWebhookDeliveries, requested({ webhookId: id }))).items
const started = () => app.db.selectFrom('launch_execution').select(['started_via', 'preset_id', 'launch_id']).execute()

beforeAll(async () => {
  app = await startTestApp({ TRUST_PROXY: 'true' })
  owner = await aWorkspace(app)
  await aProject(app, owner, 'SHOP')
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.db.deleteFrom('launch').execute()
  const launcher = await aLauncher(app, owner, 'SHOP')
  preset = await ask(app, createPreset, {
    token: owner.token,
    params: { projectKey: 'SHOP', launcherId: launcher.id },
    body: { ...LAUNCHER_VALUES, name: 'Nightly' },
  })
})

test('[HOOK-02] [HOOK-04] [HOOK-14] [HOOK-18] a webhook has an unguessable address and never returns its secret', async () => {
  const webhook = await aWebhook()
  expect(webhook).toMatchObject({ name: 'Push', hasSecretKey: true, authorId: owner.id, lastTriggerTime: null })
  expect(new URL(webhook.link).pathname).toMatch(/^\/api\/launch-hooks\/[\w-]{43}$/)
  const other = await aWebhook(null, 'Other')
  expect(await ask(app, listWebhooks, requested())).toEqual({ items: [webhook, other] })
  expect(other.hasSecretKey).toBe(false)
  const [row] = await app.db.selectFrom('launch_webhook').select('secret').where('id', '=', webhook.id).execute()
  expect(row?.secret?.toString('latin1')).not.toContain(SECRET)
  expect(
    await ask(app, listWebhookAuthors, {
      token: owner.token,
      params: { projectKey: 'SHOP' },
      query: { id: `${owner.id},1000000` },
    }),
  ).toEqual({ items: [{ id: owner.id, username: 'owner' }] })
  await ask(app, deleteWebhook, requested({ webhookId: other.id }))
  expect((await call(other)).status).toBe(404)
})

test('[HOOK-09] [HOOK-10] [HOOK-11] names and secrets have their lengths', async () => {
  const refused = async (body: object) => (await refusalOf(app, createWebhook, { ...requested(), body })).errors
  for (const name of ['', ' ', 'x'.repeat(256)])
    expect(await refused({ name, base64SecretKey: null })).toEqual([
      { field: 'name', message: LAUNCHER_TEXTS.length255 },
    ])
  expect(await refused({ name: 'a', base64SecretKey: encodeSecret('x'.repeat(89)) })).toEqual([
    { field: 'base64SecretKey', message: LAUNCHER_TEXTS.secretLength },
  ])
  expect(await refused({ name: 'a', base64SecretKey: '%' })).toMatchObject([{ field: 'base64SecretKey' }])
  expect((await aWebhook('é'.repeat(88))).hasSecretKey).toBe(true)
})

test('[HOOK-12] [HOOK-13] null leaves a secret, a new one replaces it, and a blank one removes it', async () => {
  const webhook = await aWebhook()
  const change = (body: object) =>
    ask(app, updateWebhook, { ...requested({ webhookId: webhook.id }), body: body as never })
  expect(await change({ name: 'Renamed', base64SecretKey: null })).toMatchObject({
    name: 'Renamed',
    hasSecretKey: true,
  })
  expect((await call(webhook, github())).status).toBe(202)
  await change({ base64SecretKey: encodeSecret('another') })
  expect((await call(webhook, github())).status).toBe(401)
  expect(await change({ base64SecretKey: encodeSecret('  ') })).toMatchObject({ hasSecretKey: false })
  expect((await call(webhook)).status).toBe(202)
  expect(
    await refusalOf(app, updateWebhook, {
      ...requested({ webhookId: webhook.id }),
      body: { name: 'Mine', expected: { name: 'Push' } },
    }),
  ).toMatchObject({ status: 409, errors: [{ field: 'name' }] })
})

test('[HOOK-05] [HOOK-19] a call signed in the style of each system starts the preset and is logged', async () => {
  const webhook = await aWebhook()
  const now = String(Math.floor(Date.now() / 1000))
  const styles: Record<string, string>[] = [
    github({ 'x-github-event': 'push', 'x-github-delivery': 'one' }),
    { 'x-hub-signature': `sha256=${hmac(BODY)}`, 'x-event-key': 'repo:push' },
    { 'x-gitlab-token': SECRET, 'x-gitlab-event': 'Push Hook' },
    {
      'webhook-id': 'msg_1',
      'webhook-timestamp': now,
      'webhook-signature': `v1,bm9uZQ== v1,${hmac(`msg_1.${now}.${BODY}`, SECRET, 'base64')}`,
    },
    { 'x-assay-timestamp': now, 'x-assay-signature': `sha256=${hmac(`${now}.${BODY}`)}`, 'content-type': 'text/plain' },
  ]
  for (const headers of styles) {
    const { status, body } = await call(webhook, headers)
    expect([headers, status]).toEqual([headers, 202])
    expect(body).toMatchObject({ status: 'queued' })
  }
  expect(await started()).toHaveLength(styles.length)
  expect((await started())[0]).toMatchObject({ started_via: 'webhook', preset_id: preset.id })
  const log = await deliveriesOf(webhook)
  expect(log.map(({ event }) => event)).toEqual([null, null, 'Push Hook', 'repo:push', 'push'])
  expect(log[0]).toMatchObject({ status: 202, reason: LAUNCHER_TEXTS.launchQueued, isTest: false })
  expect(log.every(({ launchId }) => launchId !== null)).toBe(true)
  const [listed] = (await ask(app, listWebhooks, requested())).items
  expect(listed?.lastTriggerTime).toBe(log[0]?.at)
})

test('calls with a wrong signature, an old time or none at all start nothing, and the log says why', async () => {
  const webhook = await aWebhook()
  const old = String(Math.floor(Date.now() / 1000) - 400)
  const wrong: [Record<string, string>, string][] = [
    [{}, 'The call has no signature'],
    [{ 'x-hub-signature-256': `sha256=${hmac(`${BODY} `)}` }, 'The signature is wrong'],
    [{ 'x-hub-signature-256': 'sha256=' }, 'The signature is wrong'],
    [{ 'x-gitlab-token': 'guess' }, 'The token is wrong'],
    [
      { 'x-assay-timestamp': old, 'x-assay-signature': `sha256=${hmac(`${old}.${BODY}`)}` },
      'The signed time is more than 5 minutes away',
    ],
    [
      {
        'webhook-id': 'a',
        'webhook-timestamp': old,
        'webhook-signature': `v1,${hmac(`a.${old}.${BODY}`, SECRET, 'base64')}`,
      },
      'The signed time is more than 5 minutes away',
    ],
  ]
  for (const [headers, message] of wrong)
    expect(await call(webhook, headers)).toMatchObject({ status: 401, body: { message } })
  expect((await deliveriesOf(webhook)).map(({ status, reason }) => [status, reason])).toEqual(
    wrong.map(([, message]) => [401, message]).reverse(),
  )
  expect(await started()).toEqual([])
})

test('rejects the second delivery of an accepted call, and accepts a retry of a rejected one', async () => {
  const webhook = await aWebhook()
  const once = github({ 'x-github-delivery': 'd-1' })
  await ask(app, updatePreset, { ...requested(), body: { branch: 'gone' } })
  expect(await call(webhook, once)).toMatchObject({
    status: 409,
    body: { message: 'The repository has no branch gone' },
  })
  await ask(app, updatePreset, { ...requested(), body: { branch: 'main' } })
  const both = await Promise.all([call(webhook, once), call(webhook, once)])
  expect(new Set(both.map(({ status }) => status))).toEqual(new Set([202, 409]))
  expect((await call(webhook, once)).status).toBe(409)
  expect(await started()).toHaveLength(1)
})

test('accepts a call with a signed time once, whatever its other headers contain', async () => {
  const webhook = await aWebhook()
  const now = String(Math.floor(Date.now() / 1000))
  const styles: Record<string, string>[] = [
    {
      'webhook-id': 'msg_7',
      'webhook-timestamp': now,
      'webhook-signature': `v1,${hmac(`msg_7.${now}.${BODY}`, SECRET, 'base64')}`,
    },
    { 'x-assay-timestamp': now, 'x-assay-signature': `sha256=${hmac(`${now}.${BODY}`)}` },
  ]
  for (const headers of styles) {
    expect((await call(webhook, headers)).status).toBe(202)
    expect((await call(webhook, { ...headers, 'x-github-delivery': crypto.randomUUID() })).status).toBe(409)
  }
  expect(await started()).toHaveLength(styles.length)
})

test('a ping starts nothing, a long body is not read, and the address opens nothing else', async () => {
  const webhook = await aWebhook()
  expect(await call(webhook, github({ 'x-github-event': 'ping' }))).toMatchObject({
    status: 200,
    body: { status: 'ready' },
  })
  const from = { 'x-forwarded-for': '203.0.113.9' }
  expect((await call(webhook, from, 'x'.repeat(WEBHOOK_BODY_BYTES + 1))).status).toBe(413)
  const { pathname } = new URL(webhook.link)
  // Unknown webhook URLs get 404 before the body is read.
  const announced = await send(app, '/api/launch-hooks/x', {
    method: 'POST',
    body: 'x'.repeat(WEBHOOK_BODY_BYTES + 1),
    headers: from,
  })
  expect(announced.status).toBe(404)
  for (const [method, path] of [
    ['GET', pathname],
    ['DELETE', pathname],
    ['POST', `${pathname}/deliveries`],
    ['POST', '/api/launch-hooks/x'],
  ] as const)
    expect([method, path, (await send(app, path, { method, headers: from })).status]).toEqual([method, path, 404])
  const asToken = await send(app, '/api/projects/SHOP/launches', { token: pathname.split('/').at(-1) ?? '' })
  expect(asToken.status).toBe(401)
  expect(await started()).toEqual([])
})

test('limits the calls of one address per minute', async () => {
  const webhook = await aWebhook()
  const from = { 'x-forwarded-for': '203.0.113.7' }
  const answers = await Promise.all(Array.from({ length: 70 }, () => call(webhook, from)))
  expect(answers.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(60)
  const rejected = answers.filter(({ status }) => status === 429)
  expect(rejected.length).toBeGreaterThanOrEqual(10)
  for (const { headers } of rejected) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
})

test('a test validates the call and queues nothing', async () => {
  const webhook = await aWebhook()
  const tried = () => ask(app, testWebhook, requested({ webhookId: webhook.id }))
  expect(await tried()).toMatchObject({ isTest: true, status: 200, reason: 'A call would queue a launch' })
  await ask(app, updatePreset, { ...requested(), body: { branch: 'gone' } })
  expect(await tried()).toMatchObject({ status: 409, reason: 'The repository has no branch gone' })
  expect(await deliveriesOf(webhook)).toHaveLength(2)
  expect(await started()).toEqual([])
})
