import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { LauncherValues } from '../../../contract/launchers/launchers.ts'
import { createPreset } from '../../../contract/launchers/launchers.ts'
import { startLaunch } from '../../../contract/launchers/start.ts'
import { abortLaunch } from '../../../contract/launches/launches.ts'
import { relaunchLaunch } from '../../../contract/launches/relaunch.ts'
import { listDirectDeliveries, resendDirectDelivery } from '../../../contract/notifications/deliveries.ts'
import { NOTIFICATION_LIMITS, NOTIFICATION_TEXTS } from '../../../contract/notifications/notification-texts.ts'
import { createNotificationRule } from '../../../contract/notifications/rules.ts'
import { removeIntegration, saveIntegration } from '../../../contract/workspace/integrations.ts'
import { createMailer } from '../../../server/mail/mailer.ts'
import { deliverDue, pruneDeliveries } from '../../../server/notifications/deliveries.ts'
import { handleEndings } from '../../../server/notifications/endings.ts'
import { createOutgoing } from '../../../server/outgoing/outgoing.ts'
import { createSecrets } from '../../../server/secrets/secrets.ts'
import { TestAgent } from '../support/agent.ts'
import { ask, refusalOf, startTestApp, type TestApp } from '../support/app.ts'
import { aLauncher, LAUNCHER_VALUES, startOf } from '../support/launcher.ts'
import { openMailbox, type Mailbox } from '../support/mailbox.ts'
import { aPerson, aProject, aWorkspace, type TestPerson } from '../support/people.ts'
import { startSystem, type TestSystem } from '../support/systems.ts'

let app: TestApp
let owner: TestPerson
let agent: TestAgent
let chats: TestSystem
let mailbox: Mailbox
let projectId: number
let otherId: number
/** Channels that Slack does not know, and its status. */
let unknown: string[]
let status: number
/** Addresses of one test, so that mails of an earlier one do not count. */
let number = 0
const address = (name: string) => `${name}.${number}@example.test`

beforeAll(async () => {
  mailbox = await openMailbox()
  app = await startTestApp({
    ALLOW_INTERNAL_ADDRESSES: '127.0.0.1',
    PUBLIC_URL: 'https://assay.test',
    SMTP_URL: mailbox.url,
  })
  owner = await aWorkspace(app)
  projectId = await aProject(app, owner)
  otherId = await aProject(app, owner, 'OTHER')
  agent = await TestAgent.of(app, owner)
  chats = await startSystem(({ path, body }) => {
    if (path !== '/api/chat.postMessage') return [status, '1']
    const isKnown = !unknown.includes((JSON.parse(body) as { channel: string }).channel)
    return [status, isKnown ? { ok: true } : { ok: false, error: 'channel_not_found' }]
  })
})
afterAll(async () => {
  await app.close()
  await chats.close()
  await mailbox.close()
})
beforeEach(async () => {
  number += 1
  unknown = []
  status = 200
  await app.db.deleteFrom('notification_rule').execute()
  await app.db.deleteFrom('notification_delivery').execute()
  await app.db.deleteFrom('launch').execute()
  await connect()
  chats.asked.length = 0
})

const connect = async () => {
  const save = (integration: string, values: object) =>
    ask(app, saveIntegration, {
      token: owner.token,
      params: { integration },
      body: { ...values, enabled: true } as never,
    })
  await save('slack', { token: 'xoxb-s3cret', apiUrl: `${chats.url}/api` })
  await save('microsoft-teams', { webhook: `${chats.url}/workflows/1` })
}
const asked = (params: Record<string, string | number> = {}) => ({
  token: owner.token,
  params: { projectKey: 'DEF', ...params },
})
const logOf = async (projectKey = 'DEF') => (await ask(app, listDirectDeliveries, asked({ projectKey }))).items
/** Who named what, where, and what came of it; oldest first. */
const linesOf = async () =>
  (await logOf())
    .toReversed()
    .map(({ direct, state }) => [direct?.sender, direct?.target, direct?.destination, state].join(' '))
/** Channels that Slack was asked to post in, in the order of their names. */
const posted = () =>
  chats.asked
    .filter(({ path }) => path === '/api/chat.postMessage')
    .map(({ body }) => (JSON.parse(body) as { channel: string }).channel)
    .sort()
const cards = () => chats.asked.filter(({ path }) => path === '/workflows/1')
const settled = () =>
  vi.waitFor(
    async () => {
      const open = await app.db.selectFrom('launch_ending').select('id').where('handled', '=', false).execute()
      const unsent = await app.db
        .selectFrom('notification_delivery')
        .select('id')
        .where(({ or, and, eb }) =>
          or([eb('state', '=', 'sending'), and([eb('state', '=', 'waiting'), eb('attempts', '=', 0)])]),
        )
        .execute()
      expect([open.length, unsent.length]).toEqual([0, 0])
    },
    { timeout: 10_000, interval: 50 },
  )
/** Another server on the same database. */
const aServer = () => ({
  db: app.db,
  secrets: createSecrets(app.config),
  outgoing: createOutgoing(app.config),
  mailer: createMailer(app.config),
  log: { warn: () => undefined },
})
const aRule = (values: object) =>
  ask(app, createNotificationRule, {
    ...asked(),
    body: { name: 'CI', condition: 'every', address: '', ...values } as never,
  })
type Reported = Parameters<TestAgent['startLaunch']>[0]
const reported = async (given: Reported, result: 'PASSED' | 'FAILED' = 'PASSED') => {
  const now = new Date().toISOString()
  const launch = await agent.startLaunch({ startedAt: now, ...given })
  await launch.test('pays', result)
  await launch.finish(new Date().toISOString())
  await settled()
  return launch
}
const queued = async (values: Partial<LauncherValues>) => {
  const launcher = await aLauncher(app, owner, 'DEF', values)
  const { launchId } = await ask(app, startLaunch, { ...asked(), body: startOf(launcher) })
  const { uuid } = await app.db.selectFrom('launch').select('uuid').where('id', '=', launchId).executeTakeFirstOrThrow()
  return { launcher, launchId, uuid }
}
const targets = (slack: string, teams = '', email = '') => ({
  notifyOnEachFailure: false,
  targets: [
    { type: 'SLACK_CHANNELS', value: slack },
    { type: 'MS_TEAMS_CHANNELS', value: teams },
    { type: 'EMAIL_RECIPIENTS', value: email },
  ],
})

test('a launcher has its channels and addresses told of each end, once, although several servers look', async () => {
  const emails = `${address('qa')}, ${address('lead')},${address('qa')}`
  const { launchId, uuid } = await queued({ slackChannels: '#qa, release,', teamsChannels: 'Quality, Web', emails })
  expect(chats.asked).toEqual([])
  const end = async () => {
    const launch = await agent.startLaunch({ uuid, startedAt: new Date().toISOString() })
    await launch.test('pays', 'FAILED')
    await launch.finish(new Date().toISOString())
    const servers = [aServer(), aServer(), aServer()]
    await Promise.all(servers.map(({ db }) => handleEndings(db, 'https://assay.test')))
    await Promise.all(servers.map((server) => deliverDue(server, new Date())))
    await settled()
    for (const { mailer } of servers) mailer.close()
  }
  await end()
  expect(posted()).toEqual(['#qa', 'release'])
  expect(cards()).toHaveLength(1)
  expect(cards()[0]?.body).toMatch(/Checkout regression #\d+ failed/)
  expect(mailbox.to(address('qa'))).toHaveLength(1)
  expect(mailbox.to(address('lead'))[0]).toMatch(/Subject: Checkout regression #\d+ failed/)
  expect(await linesOf()).toEqual([
    'launcher slack #qa delivered',
    'launcher slack release delivered',
    'launcher teams Quality, Web delivered',
    `launcher email ${address('qa')}, ${address('lead')} delivered`,
  ])
  expect((await logOf())[0]).toMatchObject({
    about: 'launch',
    attempts: 1,
    launch: { id: launchId },
    direct: { sender: 'launcher', senderName: 'Checkout regression' },
  })

  await ask(app, relaunchLaunch, { ...asked({ launchId }), body: { option: 'RERUN_ALL' } })
  await end()
  expect(posted()).toEqual(['#qa', '#qa', 'release', 'release'])
  expect([cards().length, mailbox.to(address('qa')).length]).toEqual([2, 2])
})

test('a preset is named beside its launcher, and a launch that is aborted while it waits ends, too', async () => {
  const launcher = await aLauncher(app, owner, 'DEF', { slackChannels: 'of-the-launcher' })
  const { name: _, ...config } = LAUNCHER_VALUES
  const preset = await ask(app, createPreset, {
    ...asked({ repoId: launcher.repositoryId, launcherId: launcher.id }),
    body: { ...config, name: 'Nightly', slackChannels: 'of-the-preset' },
  })
  const body = { ...startOf(launcher), ...preset.config, presetId: preset.id }
  const { launchId } = await ask(app, startLaunch, { ...asked(), body })
  await ask(app, abortLaunch, { ...asked({ launchId }), body: { comment: '' } })
  await settled()
  expect(posted()).toEqual(['of-the-preset'])
  expect(chats.asked[0]?.body).toContain('was aborted')
  expect((await logOf())[0]?.direct?.senderName).toBe('Checkout regression / Nightly')

  const mailed = await queued({ emails: address('qa') })
  await ask(app, abortLaunch, { ...asked({ launchId: mailed.launchId }), body: { comment: '' } })
  await settled()
  expect(mailbox.to(address('qa'))).toHaveLength(1)
})

test('an agent names channels and addresses, also at the older place, and may switch that off', async () => {
  await reported({ notifications: targets('qa-alerts, #dev', 'Quality', ` ${address('agent')} `) })
  expect(posted()).toEqual(['#dev', 'qa-alerts'])
  expect([cards().length, mailbox.to(address('agent')).length]).toEqual([1, 1])
  expect((await logOf())[0]?.direct).toMatchObject({ sender: 'agent', senderName: 'mocha' })
  chats.asked.length = 0
  await reported({ notificationTargets: [{ type: 'SLACK_CHANNELS', value: 'older' }] })
  expect(posted()).toEqual(['older'])
  chats.asked.length = 0
  await reported({ notifications: { enabled: false, ...targets('off') } })
  await reported({ notifications: { targets: [{ type: 'PAGER', value: 'off' }, 'off', { type: 'SLACK_CHANNELS' }] } })
  await reported({ notifications: targets(' , #, ') })
  await reported({ notifications: 'off' })
  expect(chats.asked).toEqual([])
})

test('an agent adds to what its launcher names, and each place is told once', async () => {
  const { uuid } = await queued({ slackChannels: '#qa', emails: address('qa') })
  await reported({ uuid, notifications: targets('QA,dev', '', `${address('QA')},${address('dev')}`) })
  expect(await linesOf()).toEqual([
    'launcher slack #qa delivered',
    `launcher email ${address('qa')} delivered`,
    'agent slack dev delivered',
    `agent email ${address('dev')} delivered`,
  ])
  expect(posted()).toEqual(['#qa', 'dev'])
})

test('what a rule sends to is not told again; a rule that does not send stands in for nothing', async () => {
  const member = await aPerson(app, { roles: { [projectId]: 'GUEST' } })
  const { email } = await app.db
    .selectFrom('person')
    .select('email')
    .where('id', '=', member.id)
    .executeTakeFirstOrThrow()
  await aRule({ name: 'slack', target: 'slack', channel: 'Quality' })
  await aRule({ name: 'teams', target: 'teams' })
  await aRule({ name: 'mail', target: 'email', recipients: [member.id] })
  await aRule({ name: 'failed', target: 'slack', channel: 'broken', condition: 'failed' })
  await aRule({ name: 'off', target: 'slack', channel: 'off', isOn: false })
  const named = targets('#quality,broken,off', 'Any', `${email.toUpperCase()},${address('other')}`)
  await reported({ notifications: named })
  expect(posted()).toEqual(['Quality', 'broken', 'off'])
  expect(cards()).toHaveLength(1)
  expect([mailbox.to(email).length, mailbox.to(address('other')).length]).toEqual([1, 1])
  expect(await linesOf()).toEqual([
    'agent slack broken delivered',
    'agent slack off delivered',
    `agent email ${address('other')} delivered`,
  ])
})

test('a channel that Slack does not know is told in the log, and the others get their message', async () => {
  unknown = ['gone']
  await reported({ notifications: targets('gone,qa') })
  const [qa, gone] = await logOf()
  expect(qa).toMatchObject({ state: 'delivered', direct: { destination: 'qa' } })
  expect(gone).toMatchObject({
    state: 'failed',
    attempts: 1,
    nextAt: null,
    reason: expect.stringContaining('Slack does not know this channel') as string,
  })
  unknown = []
  chats.asked.length = 0
  const again = await ask(app, resendDirectDelivery, { ...asked({ deliveryId: gone?.id ?? 0 }), body: {} })
  expect(again).toMatchObject({ state: 'delivered', launch: gone?.launch, direct: gone?.direct })
  expect(posted()).toEqual(['gone'])
  expect(await logOf()).toHaveLength(3)
})

test('a chat that fails for now is asked again later, and its message is not sent again meanwhile', async () => {
  status = 503
  await reported({ notifications: targets('qa') })
  const [waiting] = await logOf()
  expect(waiting).toMatchObject({ state: 'waiting', attempts: 1, status: 503 })
  expect(Date.parse(waiting?.nextAt ?? '')).toBeGreaterThan(Date.now())
  const refused = await refusalOf(app, resendDirectDelivery, { ...asked({ deliveryId: waiting?.id ?? 0 }), body: {} })
  expect(refused.status).toBe(409)
  status = 200
  await deliverDue(aServer(), new Date(waiting?.nextAt ?? ''))
  expect((await logOf())[0]).toMatchObject({ id: waiting?.id, state: 'delivered', attempts: 2 })
})

test('without an integration nothing is sent, and the log says who connects it', async () => {
  for (const integration of ['slack', 'microsoft-teams'])
    await ask(app, removeIntegration, { token: owner.token, params: { integration } })
  await reported({ notifications: targets('qa', 'Quality') })
  const log = (await logOf()).map(({ state, attempts, reason }) => [state, attempts, reason])
  expect(log).toEqual([
    ['failed', 1, NOTIFICATION_TEXTS.noTeams],
    ['failed', 1, NOTIFICATION_TEXTS.noSlack],
  ])
  expect(chats.asked).toEqual([])
})

test('names of launches are plain text everywhere, and add no line to the head of a mail', async () => {
  const name = '<!channel> <img src=x onerror=alert(1)>\r\nBcc: stranger@evil.test'
  await reported({ name, notifications: targets('qa', 'Quality', address('qa')) })
  const slack = JSON.parse(chats.asked.find(({ path }) => path.endsWith('postMessage'))?.body ?? '') as { text: string }
  expect(slack.text).toContain('&lt;!channel&gt;')
  expect(chats.asked.map(({ body }) => body).join('\n')).not.toContain('mrkdwn')
  const [mail = ''] = mailbox.to(address('qa'))
  expect(mail).toContain('&lt;img src=x onerror=alert(1)&gt;')
  expect(mail.slice(mail.indexOf('text/html'))).not.toContain('<img')
  expect(mail.split('\r\n\r\n')[0]).not.toMatch(/^Bcc:/m)
  expect(mailbox.to('stranger@evil.test')).toEqual([])
})

test('what is no address is left out of a mail, and more than the limits are sent nothing', async () => {
  const hostile = ['x<stranger@evil.test>', 'group:stranger@evil.test;', 'nobody', 'a"b@evil.test']
  await reported({ notifications: targets('', '', [...hostile, address('qa')].join(',')) })
  const [mailed] = await logOf()
  expect(mailed).toMatchObject({ state: 'delivered', reason: NOTIFICATION_TEXTS.wrongAddresses(hostile.join(', ')) })
  expect([mailbox.to(address('qa')).length, mailbox.to('stranger@evil.test').length]).toEqual([1, 0])
  await reported({ notifications: targets('', '', hostile.join(',')) })
  expect((await logOf())[0]).toMatchObject({ state: 'failed', reason: NOTIFICATION_TEXTS.noAddresses })

  const { named, channel } = NOTIFICATION_LIMITS
  const many = (count: number, make: (i: number) => string) =>
    Array.from({ length: count }, (_, i) => make(i)).join(',')
  await reported({
    notifications: targets(
      many(named.slack + 1, (i) => `c${i}`),
      '',
      many(named.email + 1, (i) => address(`many${i}`)),
    ),
  })
  await reported({ notifications: targets('c'.repeat(channel + 1), '', `${'a'.repeat(50_000)}@example.test`) })
  expect((await logOf()).slice(0, 4).map(({ state, reason }) => [state, reason])).toEqual([
    ['failed', NOTIFICATION_TEXTS.noAddresses],
    ['failed', NOTIFICATION_TEXTS.channelLength(channel)],
    ['failed', NOTIFICATION_TEXTS.tooManyAddresses(named.email)],
    ['failed', NOTIFICATION_TEXTS.tooManyChannels(named.slack)],
  ])
  expect([posted(), mailbox.to(address('many0'))]).toEqual([[], []])
})

test('the log is of one project: no other shows it or sends from it', async () => {
  const other = await TestAgent.of(app, owner, 'OTHER')
  const launch = await other.startLaunch({ startedAt: new Date().toISOString(), notifications: targets('theirs') })
  await launch.finish(new Date().toISOString())
  await settled()
  const [theirs] = await logOf('OTHER')
  expect(theirs).toMatchObject({ state: 'delivered', direct: { destination: 'theirs' } })
  expect(await logOf()).toEqual([])
  const deliveryId = theirs?.id ?? 0
  expect((await refusalOf(app, resendDirectDelivery, { ...asked({ deliveryId }), body: {} })).status).toBe(404)
  expect(posted()).toEqual(['theirs'])
})

test('the log of each project keeps its newest messages, beside those of the rules', async () => {
  const rule = await aRule({ target: 'slack', channel: 'rule' })
  const common = { body: '{}', about: 'launch', state: 'delivered' } as const
  const direct = (project: number, destination: string) =>
    ({ ...common, project_id: project, sender: 'agent', target: 'slack', destination }) as const
  const most = NOTIFICATION_LIMITS.deliveriesKept
  await app.db
    .insertInto('notification_delivery')
    .values([
      { ...common, project_id: projectId, rule_id: rule.id },
      direct(otherId, 'theirs'),
      ...Array.from({ length: most + 2 }, (_, i) => direct(projectId, `c${i}`)),
    ])
    .execute()
  await pruneDeliveries(app.db)
  const kept = await app.db
    .selectFrom('notification_delivery')
    .select(['rule_id', 'destination'])
    .orderBy('id')
    .execute()
  expect(kept).toHaveLength(most + 2)
  expect(kept.slice(0, 3).map(({ rule_id: id, destination }) => id ?? destination)).toEqual([rule.id, 'theirs', 'c2'])
})
