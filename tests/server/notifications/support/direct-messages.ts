import { afterAll, beforeAll, beforeEach } from 'vitest'
import { listDirectDeliveries } from '../../../../contract/notifications/deliveries.ts'
import { createNotificationRule } from '../../../../contract/notifications/rules.ts'
import { saveIntegration } from '../../../../contract/workspace/integrations.ts'
import { createMailer } from '../../../../server/mail/mailer.ts'
import { createOutgoing } from '../../../../server/outgoing/outgoing.ts'
import { createSecrets } from '../../../../server/secrets/secrets.ts'
import { TestAgent } from '../../support/agent.ts'
import { ask, startTestApp, type TestApp } from '../../support/app.ts'
import { openMailbox, type Mailbox } from '../../support/mailbox.ts'
import { aProject, aWorkspace, type TestUser } from '../../support/people.ts'
import { startSystem, type TestSystem } from '../../support/systems.ts'
import { allAttempted } from './settled.ts'

/** Slack, Teams and a mail server on loopback, and an application connected with them; emptied before each test. */
export const directMessages = () => {
  let app: TestApp
  let owner: TestUser
  let agent: TestAgent
  let chats: TestSystem
  let mailbox: Mailbox
  let projectId: number
  let unknown: readonly string[] = []
  let status = 200
  /** Addresses of one test, so that earlier mails do not count. */
  let turn = 0

  beforeAll(async () => {
    mailbox = await openMailbox()
    app = await startTestApp({
      ALLOW_INTERNAL_ADDRESSES: '127.0.0.1',
      PUBLIC_URL: 'https://assay.test',
      SMTP_URL: mailbox.url,
    })
    owner = await aWorkspace(app)
    projectId = await aProject(app, owner)
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
    turn += 1
    unknown = []
    status = 200
    await app.db.deleteFrom('notification_rule').execute()
    await app.db.deleteFrom('notification_delivery').execute()
    await app.db.deleteFrom('launch').execute()
    await save('slack', { token: 'xoxb-s3cret', apiUrl: `${chats.url}/api` })
    await save('microsoft-teams', { webhook: `${chats.url}/workflows/1` })
    chats.asked.length = 0
  })

  const save = (integration: string, values: object) =>
    ask(app, saveIntegration, {
      token: owner.token,
      params: { integration },
      body: { ...values, enabled: true } as never,
    })
  const requested = (params: Record<string, string | number> = {}) => ({
    token: owner.token,
    params: { projectKey: 'DEF', ...params },
  })
  const logOf = async (projectKey = 'DEF') => (await ask(app, listDirectDeliveries, requested({ projectKey }))).items

  return {
    get app() {
      return app
    },
    get owner() {
      return owner
    },
    get agent() {
      return agent
    },
    get chats() {
      return chats
    },
    get mailbox() {
      return mailbox
    },
    get projectId() {
      return projectId
    },
    address: (name: string) => `${name}.${turn}@example.test`,
    /** Makes Slack reject these channels as unknown. */
    forget: (...channels: string[]) => {
      unknown = channels
    },
    /** Sets the HTTP status of Slack and Teams. */
    answerWith: (next: number) => {
      status = next
    },
    asked: requested,
    logOf,
    /** Sender, target, destination and state of each delivery; oldest first. */
    linesOf: async () =>
      (await logOf())
        .toReversed()
        .map(({ direct, state }) => [direct?.sender, direct?.target, direct?.destination, state].join(' ')),
    /** Channels of the messages to Slack, sorted. */
    posted: () =>
      posts(chats)
        .map(({ channel }) => channel)
        .sort(),
    /** Messages to Slack, in the order of arrival. */
    messages: () => posts(chats).map(textOf),
    cards: () => chats.asked.filter(({ path }) => path === '/workflows/1'),
    settled: () => allAttempted(app.db),
    /** Another server on the same database. */
    aServer: () => ({
      db: app.db,
      secrets: createSecrets(app.config),
      outgoing: createOutgoing(app.config),
      mailer: createMailer(app.config),
      log: { warn: () => undefined },
    }),
    aRule: (values: object) =>
      ask(app, createNotificationRule, {
        ...requested(),
        body: { name: 'CI', condition: 'every', address: '', ...values } as never,
      }),
  }
}

interface Post {
  channel: string
  blocks: { text?: { text: string }; elements?: { text: { text: string }; url: string }[] }[]
}
const posts = (chats: TestSystem): Post[] =>
  chats.asked.filter(({ path }) => path === '/api/chat.postMessage').map(({ body }) => JSON.parse(body) as Post)

const textOf = ({ blocks: [head, section, actions] }: Post) => {
  const [button] = actions?.elements ?? []
  return {
    title: head?.text?.text ?? '',
    lines: section?.text?.text.split('\n') ?? [],
    button: button?.text.text ?? '',
    link: button?.url ?? '',
  }
}

/** `notifications` of an agent that names these destinations, as one text each. */
export const targets = (slack: string, teams = '', email = '') => ({
  notifyOnEachFailure: false,
  targets: [
    { type: 'SLACK_CHANNELS', value: slack },
    { type: 'MS_TEAMS_CHANNELS', value: teams },
    { type: 'EMAIL_RECIPIENTS', value: email },
  ],
})
