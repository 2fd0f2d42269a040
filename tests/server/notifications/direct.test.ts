import { expect, test } from 'vitest'
import { createPreset, type LauncherValues } from '../../../contract/launchers/launchers.ts'
import { startLaunch } from '../../../contract/launchers/start.ts'
import { abortLaunch } from '../../../contract/launches/launches.ts'
import { relaunchLaunch } from '../../../contract/launches/relaunch.ts'
import { resendDirectDelivery } from '../../../contract/notifications/deliveries.ts'
import { NOTIFICATION_LIMITS, NOTIFICATION_TEXTS } from '../../../contract/notifications/notification-texts.ts'
import { removeIntegration } from '../../../contract/workspace/integrations.ts'
import { deliverDue } from '../../../server/notifications/deliveries.ts'
import { notifyEndings } from '../../../server/notifications/endings.ts'
import type { TestAgent } from '../support/agent.ts'
import { ask, refusalOf } from '../support/app.ts'
import { aLauncher, LAUNCHER_VALUES, startOf } from '../support/launcher.ts'
import { aUser } from '../support/people.ts'
import { directMessages, targets } from './support/direct-messages.ts'

const server = directMessages()
const { address, aRule, aServer, asked, cards, linesOf, logOf, posted, settled } = server

type Reported = Parameters<TestAgent['startLaunch']>[0]
const reported = async (given: Reported, result: 'PASSED' | 'FAILED' = 'PASSED') => {
  const now = new Date().toISOString()
  const launch = await server.agent.startLaunch({ startedAt: now, ...given })
  await launch.test('pays', result)
  await launch.finish(new Date().toISOString())
  await settled()
  return launch
}
const queued = async (values: Partial<LauncherValues>) => {
  const launcher = await aLauncher(server.app, server.owner, 'DEF', values)
  const { launchId } = await ask(server.app, startLaunch, { ...asked(), body: startOf(launcher) })
  const { uuid } = await server.app.db
    .selectFrom('launch')
    .select('uuid')
    .where('id', '=', launchId)
    .executeTakeFirstOrThrow()
  return { launcher, launchId, uuid }
}

test('the channels and addresses of a launcher are notified of each end once, although several servers check', async () => {
  const emails = `${address('qa')}, ${address('lead')},${address('qa')}`
  const { launchId, uuid } = await queued({ slackChannels: '#qa, release,', teamsChannels: 'Quality, Web', emails })
  expect(server.chats.asked).toEqual([])
  const end = async () => {
    const launch = await server.agent.startLaunch({ uuid, startedAt: new Date().toISOString() })
    await launch.test('pays', 'FAILED')
    await launch.finish(new Date().toISOString())
    const servers = [aServer(), aServer(), aServer()]
    await Promise.all(servers.map(({ db }) => notifyEndings(db, 'https://assay.test')))
    await Promise.all(servers.map((one) => deliverDue(one, new Date())))
    await settled()
    for (const { mailer } of servers) mailer.close()
  }
  await end()
  expect(posted()).toEqual(['#qa', 'release'])
  expect(cards()).toHaveLength(1)
  expect(cards()[0]?.body).toMatch(/Checkout regression #\d+ failed/)
  expect(server.mailbox.to(address('qa'))).toHaveLength(1)
  expect(server.mailbox.to(address('lead'))[0]).toMatch(/Subject: Checkout regression #\d+ failed/)
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

  await ask(server.app, relaunchLaunch, { ...asked({ launchId }), body: { option: 'RERUN_ALL' } })
  await end()
  expect(posted()).toEqual(['#qa', '#qa', 'release', 'release'])
  expect([cards().length, server.mailbox.to(address('qa')).length]).toEqual([2, 2])
})

test('a preset is named beside its launcher, and a launch that is aborted while it waits ends, too', async () => {
  const launcher = await aLauncher(server.app, server.owner, 'DEF', { slackChannels: 'of-the-launcher' })
  const { name: _, ...config } = LAUNCHER_VALUES
  const preset = await ask(server.app, createPreset, {
    ...asked({ repoId: launcher.repositoryId, launcherId: launcher.id }),
    body: { ...config, name: 'Nightly', slackChannels: 'of-the-preset' },
  })
  const body = { ...startOf(launcher), ...preset.config, presetId: preset.id }
  const { launchId } = await ask(server.app, startLaunch, { ...asked(), body })
  await ask(server.app, abortLaunch, { ...asked({ launchId }), body: { comment: '' } })
  await settled()
  expect(posted()).toEqual(['of-the-preset'])
  expect(server.chats.asked[0]?.body).toContain('was aborted')
  expect((await logOf())[0]?.direct?.senderName).toBe('Checkout regression / Nightly')

  const mailed = await queued({ emails: address('qa') })
  await ask(server.app, abortLaunch, { ...asked({ launchId: mailed.launchId }), body: { comment: '' } })
  await settled()
  expect(server.mailbox.to(address('qa'))).toHaveLength(1)
})

test('an agent may name channels and addresses, also in the older field, and disable notifications', async () => {
  await reported({ notifications: targets('qa-alerts, #dev', 'Quality', ` ${address('agent')} `) })
  expect(posted()).toEqual(['#dev', 'qa-alerts'])
  expect([cards().length, server.mailbox.to(address('agent')).length]).toEqual([1, 1])
  expect((await logOf())[0]?.direct).toMatchObject({ sender: 'agent', senderName: 'mocha' })
  server.chats.asked.length = 0
  await reported({ notificationTargets: [{ type: 'SLACK_CHANNELS', value: 'older' }] })
  expect(posted()).toEqual(['older'])
  server.chats.asked.length = 0
  await reported({ notifications: { enabled: false, ...targets('off') } })
  await reported({ notifications: { targets: [{ type: 'PAGER', value: 'off' }, 'off', { type: 'SLACK_CHANNELS' }] } })
  await reported({ notifications: targets(' , #, ') })
  await reported({ notifications: 'off' })
  expect(server.chats.asked).toEqual([])
})

test('an agent adds destinations to those of its launcher, and each is notified once', async () => {
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

test('a destination of a rule is not notified twice; a rule that does not send replaces nothing', async () => {
  const member = await aUser(server.app, { roles: { [server.projectId]: 'GUEST' } })
  const { email } = await server.app.db
    .selectFrom('workspace_user')
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
  expect([server.mailbox.to(email).length, server.mailbox.to(address('other')).length]).toEqual([1, 1])
  expect(await linesOf()).toEqual([
    'agent slack broken delivered',
    'agent slack off delivered',
    `agent email ${address('other')} delivered`,
  ])
})

test('a channel that Slack does not know is logged, and the others get their message', async () => {
  server.forget('gone')
  await reported({ notifications: targets('gone,qa') })
  const [qa, gone] = await logOf()
  expect(qa).toMatchObject({ state: 'delivered', direct: { destination: 'qa' } })
  expect(gone).toMatchObject({
    state: 'failed',
    attempts: 1,
    nextAt: null,
    reason: expect.stringContaining('Slack does not know this channel') as string,
  })
  server.forget()
  server.chats.asked.length = 0
  const again = await ask(server.app, resendDirectDelivery, { ...asked({ deliveryId: gone?.id ?? 0 }), body: {} })
  expect(again).toMatchObject({ state: 'delivered', launch: gone?.launch, direct: gone?.direct })
  expect(posted()).toEqual(['gone'])
  expect(await logOf()).toHaveLength(3)
})

test('retries a chat that fails temporarily, without sending its message twice', async () => {
  server.answerWith(503)
  await reported({ notifications: targets('qa') })
  const [waiting] = await logOf()
  expect(waiting).toMatchObject({ state: 'waiting', attempts: 1, status: 503 })
  expect(Date.parse(waiting?.nextAt ?? '')).toBeGreaterThan(Date.now())
  const refused = await refusalOf(server.app, resendDirectDelivery, {
    ...asked({ deliveryId: waiting?.id ?? 0 }),
    body: {},
  })
  expect(refused.status).toBe(409)
  server.answerWith(200)
  await deliverDue(aServer(), new Date(waiting?.nextAt ?? ''))
  expect((await logOf())[0]).toMatchObject({ id: waiting?.id, state: 'delivered', attempts: 2 })
})

test('sends nothing without an integration, and the log names who can connect it', async () => {
  for (const integration of ['slack', 'microsoft-teams'])
    await ask(server.app, removeIntegration, { token: server.owner.token, params: { integration } })
  await reported({ notifications: targets('qa', 'Quality') })
  const log = (await logOf()).map(({ state, attempts, reason }) => [state, attempts, reason])
  expect(log).toEqual([
    ['failed', 1, NOTIFICATION_TEXTS.noTeams],
    ['failed', 1, NOTIFICATION_TEXTS.noSlack],
  ])
  expect(server.chats.asked).toEqual([])
})

test('names of launches are plain text everywhere, and add no line to the head of a mail', async () => {
  const name = '<!channel> <img src=x onerror=alert(1)>\r\nBcc: stranger@evil.test'
  await reported({ name, notifications: targets('qa', 'Quality', address('qa')) })
  const slack = JSON.parse(server.chats.asked.find(({ path }) => path.endsWith('postMessage'))?.body ?? '') as {
    text: string
  }
  expect(slack.text).toContain('&lt;!channel&gt;')
  expect(server.chats.asked.map(({ body }) => body).join('\n')).not.toContain('mrkdwn')
  const [mail = ''] = server.mailbox.to(address('qa'))
  expect(mail).toContain('&lt;img src=x onerror=alert(1)&gt;')
  expect(mail.slice(mail.indexOf('text/html'))).not.toContain('<img')
  expect(mail.split('\r\n\r\n')[0]).not.toMatch(/^Bcc:/m)
  expect(server.mailbox.to('stranger@evil.test')).toEqual([])
})

test('omits invalid addresses from a mail, and sends nothing beyond the limits', async () => {
  const hostile = ['x<stranger@evil.test>', 'group:stranger@evil.test;', 'nobody', 'a"b@evil.test']
  await reported({ notifications: targets('', '', [...hostile, address('qa')].join(',')) })
  const [mailed] = await logOf()
  expect(mailed).toMatchObject({ state: 'delivered', reason: NOTIFICATION_TEXTS.wrongAddresses(hostile.join(', ')) })
  expect([server.mailbox.to(address('qa')).length, server.mailbox.to('stranger@evil.test').length]).toEqual([1, 0])
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
  expect([posted(), server.mailbox.to(address('many0'))]).toEqual([[], []])
})
