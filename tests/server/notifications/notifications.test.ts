import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { FEATURES } from '../../../contract/access.ts'
import { reviewLaunch } from '../../../contract/launches/launches.ts'
import {
  LaunchEvent,
  listNotificationDeliveries,
  resendNotification,
  testNotificationRule,
} from '../../../contract/notifications/deliveries.ts'
import { NOTIFICATION_TEXTS } from '../../../contract/notifications/notification-texts.ts'
import {
  createNotificationRule,
  getChatTargets,
  listNotificationRules,
  renewNotificationSecret,
  updateNotificationRule,
} from '../../../contract/notifications/rules.ts'
import { saveIntegration } from '../../../contract/workspace/integrations.ts'
import { readStream } from '../../../server/db/events.ts'
import { topics } from '../../../contract/live.ts'
import { createMailer } from '../../../server/mail/mailer.ts'
import { deliverDue } from '../../../server/notifications/deliveries.ts'
import { notifyEndings } from '../../../server/notifications/endings.ts'
import { createOutgoing } from '../../../server/outgoing/outgoing.ts'
import { createSecrets } from '../../../server/secrets/secrets.ts'
import { TENANT } from '../../../server/config.ts'
import { listen } from '../live/support/client.ts'
import { TestAgent } from '../support/agent.ts'
import { ask, refusalOf, startTestApp, type TestApp } from '../support/app.ts'
import { aUser, aProject, aWorkspace, type TestUser } from '../support/people.ts'
import { startSystem, type TestSystem } from '../support/systems.ts'
import { allAttempted } from './support/settled.ts'

let app: TestApp
let owner: TestUser
let agent: TestAgent
let receiver: TestSystem
let projectId: number
let answer: [number, unknown]
beforeAll(async () => {
  app = await startTestApp({ ALLOW_INTERNAL_ADDRESSES: '127.0.0.1', PUBLIC_URL: 'https://assay.test' })
  owner = await aWorkspace(app, FEATURES)
  projectId = await aProject(app, owner)
  agent = await TestAgent.of(app, owner)
  receiver = await startSystem(() => answer)
})
afterAll(async () => {
  await receiver.close()
  await app.close()
})
beforeEach(async () => {
  answer = [200, { ok: true }]
  receiver.asked.length = 0
  await app.db.deleteFrom('notification_rule').execute()
  await app.db.deleteFrom('launch').execute()
})

const query = (params: Record<string, string | number> = {}) => ({
  token: owner.token,
  params: { projectKey: 'DEF', ...params },
})
const aRule = (values: object = {}) =>
  ask(app, createNotificationRule, {
    ...query(),
    body: { name: 'CI', condition: 'every', target: 'webhook', address: `${receiver.url}/hook`, ...values } as never,
  })
const aLaunch = async (results: Record<string, 'PASSED' | 'FAILED'> = { pays: 'PASSED' }, given: object = {}) => {
  const now = new Date().toISOString()
  const launch = await agent.startLaunch({ startedAt: now, ...given })
  for (const [name, result] of Object.entries(results))
    await launch.test(name, { result, ...(result === 'FAILED' ? { reason: `Error: ${name}` } : {}) })
  await launch.finish(new Date().toISOString())
  return launch
}
const logOf = async (ruleId: number) => (await ask(app, listNotificationDeliveries, query({ ruleId }))).items
const settled = () => allAttempted(app.db)
/** Another server on the same database. */
const aServer = () => ({
  db: app.db,
  secrets: createSecrets(app.config),
  outgoing: createOutgoing(app.config),
  mailer: createMailer(app.config),
  log: { warn: () => undefined },
})

test('a webhook gets the finished launch, signed as in Standard Webhooks, with the secret that was shown once', async () => {
  const { id, secret, addressHost } = await aRule()
  expect(addressHost).toBe(new URL(receiver.url).host)
  const launch = await aLaunch({ pays: 'FAILED', leaves: 'PASSED' })
  await settled()
  expect(receiver.asked).toHaveLength(1)
  const [call] = receiver.asked
  const event = LaunchEvent.parse(JSON.parse(call?.body ?? ''))
  expect(event).toMatchObject({
    type: 'launch.finished',
    data: {
      project: { key: 'DEF' },
      launch: {
        id: launch.id,
        status: 'FAILED',
        passRate: 50,
        statistics: { passed: 1, failed: 1 },
        url: `https://assay.test/projects/DEF/automation-launches/${launch.id}`,
      },
      newFailures: { count: 1, tests: [{ name: 'pays' }] },
    },
  })
  const { 'webhook-id': messageId, 'webhook-timestamp': at, 'webhook-signature': signature } = call?.headers ?? {}
  const key = Buffer.from((secret ?? '').replace('whsec_', ''), 'base64')
  const requestedValues = createHmac('sha256', key)
    .update(`${String(messageId)}.${String(at)}.${call?.body ?? ''}`)
    .digest('base64')
  expect(signature).toBe(`v1,${requestedValues}`)
  expect(Math.abs(Number(at) - Date.now() / 1000)).toBeLessThan(60)
  expect(await logOf(id)).toMatchObject([
    {
      about: 'launch',
      state: 'delivered',
      status: 200,
      attempts: 1,
      response: '{"ok":true}',
      launch: { id: launch.id },
    },
  ])

  const stored = await app.db.selectFrom('notification_rule').selectAll().executeTakeFirstOrThrow()
  for (const sealed of [stored.address, stored.signing_secret])
    expect(sealed?.toString('utf8')).not.toMatch(/hook|whsec/)
  expect(JSON.stringify(await ask(app, listNotificationRules, query()))).not.toMatch(/whsec|\/hook/)
  expect((await ask(app, renewNotificationSecret, { ...query({ ruleId: id }), body: {} })).secret).not.toBe(secret)
})

test('conditions and filters decide which launches are reported', async () => {
  const rules = {
    every: await aRule({ name: 'every' }),
    failed: await aRule({ name: 'failed', condition: 'failed' }),
    fresh: await aRule({ name: 'fresh', condition: 'new-failures' }),
    fixed: await aRule({ name: 'fixed', condition: 'fixed' }),
    suite: await aRule({ name: 'suite', suite: 'smoke' }),
    stage: await aRule({ name: 'stage', environment: 'STAGE' }),
    off: await aRule({ name: 'off', isOn: false }),
  }
  const received = async () => {
    await settled()
    const names = []
    for (const [name, { id }] of Object.entries(rules)) names.push(...(await logOf(id)).map(() => name))
    await app.db.deleteFrom('notification_delivery').execute()
    return names
  }
  await aLaunch({ pays: 'PASSED' })
  expect(await received()).toEqual(['every'])
  await aLaunch({ pays: 'FAILED' })
  expect(await received()).toEqual(['every', 'failed', 'fresh'])
  await aLaunch({ pays: 'FAILED' })
  expect(await received()).toEqual(['every', 'failed'])
  await aLaunch({ pays: 'PASSED' })
  expect(await received()).toEqual(['every', 'fixed'])
  await aLaunch({ pays: 'PASSED' }, { name: 'Smoke', config: { environment: 'stage' } })
  expect(await received()).toEqual(['every', 'suite', 'stage'])
})

test('notifies each rule of each end once, with several servers, also after one of them stopped', async () => {
  const { id } = await aRule()
  await Promise.all([aLaunch({ pays: 'PASSED' }, { name: 'A' }), aLaunch({ pays: 'PASSED' }, { name: 'B' })])
  const servers = [aServer(), aServer(), aServer()]
  const look = () =>
    Promise.all(
      servers.map(async (server) => {
        await notifyEndings(server.db, 'https://assay.test')
        await deliverDue(server, new Date())
      }),
    )
  await look()
  await look()
  await settled()
  expect(receiver.asked).toHaveLength(2)
  expect(new Set((await logOf(id)).map(({ launch }) => launch?.name))).toEqual(new Set(['A', 'B']))

  // A server claimed a message and crashed before an answer.
  await app.db
    .updateTable('notification_delivery')
    .set({ state: 'sending', lease_until: new Date(Date.now() - 1000) })
    .where('rule_id', '=', id)
    .execute()
  await look()
  await settled()
  const ids = receiver.asked.map(({ headers }) => headers['webhook-id'])
  expect([ids.length, new Set(ids).size]).toEqual([4, 2])
})

test('a launch that ended again before its end was processed is reported once, and compared with the end before', async () => {
  const every = await aRule({ name: 'every' })
  const fixed = await aRule({ name: 'fixed', condition: 'fixed' })
  const launch = await aLaunch({ pays: 'PASSED' })
  await settled()
  await app.db
    .insertInto('launch_ending')
    .values((['FAILED', 'PASSED'] as const).map((status) => ({ launch_id: launch.id, project_id: projectId, status })))
    .execute()
  await settled()
  expect([(await logOf(every.id)).length, (await logOf(fixed.id)).length]).toEqual([2, 1])
})

test('retries a receiver that fails temporarily, at most five times, but not one that rejects', async () => {
  const { id } = await aRule()
  answer = [503, 'maintenance']
  await aLaunch()
  await settled()
  const waits: number[] = []
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    const row = await app.db.selectFrom('notification_delivery').selectAll().executeTakeFirstOrThrow()
    expect([row.state, row.attempts, row.status]).toEqual(['waiting', attempt, 503])
    const now = row.next_at as Date
    await deliverDue(aServer(), now)
    const after = await app.db.selectFrom('notification_delivery').selectAll().executeTakeFirstOrThrow()
    if (after.next_at) waits.push((after.next_at.getTime() - now.getTime()) / 1000)
  }
  expect(waits).toEqual([60, 300, 1800, 7200])
  expect(await logOf(id)).toMatchObject([
    { state: 'failed', attempts: 6, status: 503, response: 'maintenance', nextAt: null },
  ])

  answer = [400, 'no']
  await aLaunch()
  await settled()
  const [refused] = await logOf(id)
  expect(refused).toMatchObject({ state: 'failed', attempts: 1, status: 400 })

  answer = [200, '']
  receiver.asked.length = 0
  const again = await ask(app, resendNotification, { ...query({ ruleId: id, deliveryId: refused?.id ?? 0 }), body: {} })
  expect(again).toMatchObject({ state: 'delivered', about: 'launch', launch: refused?.launch })
  expect(receiver.asked).toHaveLength(1)
})

test('calls no address in the internal network, and reports it', async () => {
  const { id } = await aRule({ address: 'http://10.0.0.1/hook' })
  const tried = await ask(app, testNotificationRule, { ...query({ ruleId: id }), body: {} })
  expect(tried).toMatchObject({ state: 'failed', status: null })
  expect(tried.reason).toMatch(/internal/i)
})

test('Slack gets a message by the integration, or by an incoming webhook; without the integration the reason is reported', async () => {
  const { id } = await aRule({ name: 'chat', target: 'slack', channel: '#quality', address: '' })
  const tried = () => ask(app, testNotificationRule, { ...query({ ruleId: id }), body: {} })
  expect(await tried()).toMatchObject({ state: 'failed', reason: NOTIFICATION_TEXTS.noSlack })
  await ask(app, saveIntegration, {
    token: owner.token,
    params: { integration: 'slack' },
    body: { token: 'xoxb-s3cret', apiUrl: `${receiver.url}/api/`, enabled: true } as never,
  })
  await aLaunch({ 'pays <!channel>': 'FAILED' })
  await settled()
  const [call] = receiver.asked
  expect(call).toMatchObject({ path: '/api/chat.postMessage', method: 'POST' })
  expect(call?.headers.authorization).toBe('Bearer xoxb-s3cret')
  const body = JSON.parse(call?.body ?? '') as { channel: string; text: string; blocks: unknown[] }
  expect(body.channel).toBe('#quality')
  expect(body.text).toMatch(/^Nightly #\d+ failed$/)
  expect(JSON.stringify(body.blocks)).toMatch(/1 test, 1 failed.*New failures \(1\): pays <!channel>/)
  expect(JSON.stringify(body.blocks)).not.toContain('mrkdwn')

  answer = [200, { ok: false, error: 'channel_not_found' }]
  expect(await tried()).toMatchObject({
    state: 'failed',
    status: 200,
    reason: expect.stringMatching(/channel/) as string,
  })

  answer = [200, 'ok']
  receiver.asked.length = 0
  const own = await aRule({ name: 'own', target: 'slack-webhook', address: `${receiver.url}/services/T1` })
  expect(await ask(app, testNotificationRule, { ...query({ ruleId: own.id }), body: {} })).toMatchObject({
    state: 'delivered',
  })
  expect(receiver.asked).toMatchObject([{ path: '/services/T1' }])
})

test('Teams gets an adaptive card, in which names are plain text', async () => {
  const rule = await aRule({ name: 'teams', target: 'teams-webhook', address: `${receiver.url}/workflows/1` })
  await aLaunch({ '[click](https://evil.test)': 'FAILED' })
  await settled()
  const card = JSON.parse(receiver.asked[0]?.body ?? '') as {
    attachments: { content: { body: { type: string }[]; actions: { url: string }[] } }[]
  }
  const content = card.attachments[0]?.content
  expect(new Set(content?.body.map(({ type }) => type))).toEqual(new Set(['RichTextBlock']))
  expect(JSON.stringify(content)).toContain('[click](https://evil.test)')
  expect(content?.actions[0]?.url).toMatch(/automation-launches/)
  const byIntegration = await aRule({ name: 'shared', target: 'teams', address: '' })
  const tried = await ask(app, testNotificationRule, { ...query({ ruleId: byIntegration.id }), body: {} })
  expect([rule.addressHost, tried.reason]).toEqual([new URL(receiver.url).host, NOTIFICATION_TEXTS.noTeams])
})

test('mails go to members of the project, and say where no mail server is configured', async () => {
  const member = await aUser(app, { roles: { [projectId]: 'GUEST' } })
  const stranger = await aUser(app, {})
  const refused = await refusalOf(app, createNotificationRule, {
    ...query(),
    body: { name: 'mail', condition: 'every', target: 'email', recipients: [stranger.id] },
  })
  expect(refused.errors).toMatchObject([{ field: 'recipients', message: NOTIFICATION_TEXTS.strangers }])
  const rule = await aRule({ name: 'mail', target: 'email', recipients: [member.id], address: '' })
  const tried = () => ask(app, testNotificationRule, { ...query({ ruleId: rule.id }), body: {} })
  expect(await tried()).toMatchObject({ state: 'delivered', reason: NOTIFICATION_TEXTS.noMail })
  expect((await ask(app, listNotificationRules, query())).connected).toMatchObject({ mail: false })
  await app.db.deleteFrom('project_member').where('user_id', '=', member.id).execute()
  expect(await tried()).toMatchObject({ state: 'failed', reason: expect.stringMatching(/member/) as string })
})

test('[REVIEW-08] [REVIEW-09] posts a review to the matching chat targets when requested', async () => {
  await aRule({ name: 'hook' })
  await aRule({ name: 'other', target: 'slack-webhook', address: `${receiver.url}/other`, suite: 'Smoke' })
  const launch = await aLaunch()
  await settled()
  const targets = () => ask(app, getChatTargets, query({ launchId: launch.id }))
  expect(await targets(), 'no chat target is concerned').toEqual({ count: 0 })
  await aRule({ name: 'chat', target: 'slack-webhook', address: `${receiver.url}/chat`, condition: 'failed' })
  expect(await targets()).toEqual({ count: 1 })
  receiver.asked.length = 0
  const review = (comment: string, notify: boolean) =>
    ask(app, reviewLaunch, { ...query({ launchId: launch.id }), body: { comment, notify } })
  await review('Not told', false)
  await review('The cache was cold', true)
  await settled()
  expect(receiver.asked.map(({ path }) => path)).toEqual(['/chat'])
  expect(receiver.asked[0]?.body).toMatch(/was reviewed by owner.*The cache was cold/)
})

test('reports the required settings of a target by field, and rejects duplicate names', async () => {
  const errorsOf = async (body: object) =>
    (await refusalOf(app, createNotificationRule, { ...query(), body })).errors?.map(({ field }) => field)
  const rule = { name: 'one', condition: 'every' }
  expect(await errorsOf({ ...rule, target: 'slack' })).toEqual(['channel'])
  expect(await errorsOf({ ...rule, target: 'email' })).toEqual(['recipients'])
  expect(await errorsOf({ ...rule, target: 'webhook' })).toEqual(['address'])
  expect(await errorsOf({ ...rule, target: 'webhook', address: 'ftp://one.test' })).toEqual(['address'])
  expect(await errorsOf({ ...rule, target: 'webhook', address: 'https://me:secret@one.test' })).toEqual(['address'])
  const { id } = await aRule({ name: 'one' })
  expect(await errorsOf({ ...rule, name: 'ONE', target: 'slack', channel: 'a' })).toEqual(['name'])
  const moved = await ask(app, updateNotificationRule, {
    ...query({ ruleId: id }),
    body: { address: 'https://two.test/x', isOn: false },
  })
  expect([moved.addressHost, moved.isOn]).toEqual(['two.test', false])
})

test('announces each attempt to readers of the project’s settings', async () => {
  const rule = await aRule()
  const client = await listen(app, { token: owner.token })
  await client.subscribe(topics.settings(TENANT, projectId))
  await ask(app, testNotificationRule, query({ ruleId: rule.id }))
  // Messages about the rule itself may still arrive.
  await client.until(() => client.news.some((news) => news.type === 'SETTINGS' && news.by === null))
  expect(client.news.at(-1)).toMatchObject({ type: 'SETTINGS', area: 'notifications', projectId, by: null })
  const { events } = await readStream(app.db, `notifications:${projectId}`, 0, 1000)
  expect(events.at(-1)).toMatchObject({ payload: { ruleId: rule.id, state: 'delivered' } })
  await client.close()
})
