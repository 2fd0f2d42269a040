import { expect, test, vi } from 'vitest'
import { startLaunch } from '../../../contract/launchers/start.ts'
import { linkIssue } from '../../../contract/launches/launch-tests.ts'
import { changeQuarantine } from '../../../contract/launches/quarantine.ts'
import { handleFailures } from '../../../server/notifications/failures.ts'
import type { TestLaunch } from '../support/agent.ts'
import { ask } from '../support/app.ts'
import { aLauncher, startOf } from '../support/launcher.ts'
import { directMessages, targets } from './support/direct-messages.ts'

const server = directMessages()
const { address, aRule, aServer, asked, cards, linesOf, logOf, messages, posted, settled } = server
const URL = 'https://assay.test'

const now = () => new Date().toISOString()
const running = (notifications: object, given: object = {}): Promise<TestLaunch> =>
  server.agent.startLaunch({
    startedAt: now(),
    notifications: { notifyOnEachFailure: true, ...notifications },
    ...given,
  })
const named = (...places: Parameters<typeof targets>) => ({ targets: targets(...places).targets })
const fail = (launch: TestLaunch, name: string, reason = '') => launch.test(name, { result: 'FAILED', reason })
/** What is new is found, and sent; the server itself looks every second. */
const looked = async () => {
  await handleFailures(server.app.db, URL)
  await settled()
}
/** As if a minute had passed since the last message. */
const pausePasses = () =>
  server.app.db
    .updateTable('notified_failure')
    .set(({ eb }) => ({ at: eb.fn('to_timestamp', [eb.val(0)]) }))
    .execute()
const titles = () => messages().map(({ title }) => title)

test('the first failure of a running launch is sent at once, with what went wrong and a link to the test', async () => {
  const launch = await running(named('qa', 'Quality', address('qa')))
  await launch.test('adds up', 'PASSED')
  const id = await fail(launch, 'pays', 'Error: expected 2 to be 3\n    at cart.spec.js:7')
  await vi.waitFor(() => expect([posted().length, cards().length]).toEqual([1, 1]), { timeout: 10_000 })
  await settled()
  const number = (await logOf())[0]?.launch?.number ?? 0
  expect(messages()).toEqual([
    {
      title: `pays failed in Nightly #${number}`,
      lines: ['Error: expected 2 to be 3', '2 tests, 1 passed, 1 failed', expect.any(String)],
      button: 'Open test',
      link: `${URL}/projects/DEF/automation-launches/${launch.id}/tests/${id}`,
    },
  ])
  expect(server.mailbox.to(address('qa'))[0]).toContain(`Subject: pays failed in Nightly #${number}`)
  expect((await logOf())[0]).toMatchObject({
    about: 'failures',
    launch: { id: launch.id },
    direct: { sender: 'agent' },
  })
})

test('the failures of the next minute are one message, and each failure is in one, however many servers look', async () => {
  const launch = await running(named('qa'))
  await fail(launch, 'first')
  await looked()
  for (let n = 1; n <= 7; n += 1) await fail(launch, `later ${n}`, `Error: number ${n}`)
  await looked()
  expect(titles()).toEqual([expect.stringMatching(/^first failed in/)])

  await pausePasses()
  await Promise.all([1, 2, 3].map(() => handleFailures(aServer().db, URL)))
  await settled()
  expect(messages()).toHaveLength(2)
  expect(messages()[1]).toMatchObject({
    title: expect.stringMatching(/^7 tests failed in Nightly #\d+$/) as string,
    lines: [
      ...[1, 2, 3, 4, 5].map((n) => `later ${n}: Error: number ${n}`),
      'and 2 more',
      '8 tests, 8 failed',
      expect.any(String),
    ],
    button: 'Open launch',
    link: `${URL}/projects/DEF/automation-launches/${launch.id}`,
  })
  await pausePasses()
  await looked()
  expect(messages()).toHaveLength(2)
})

test('a test that fails again after a new start is sent again; one that passes then is not', async () => {
  const launch = await running(named('qa'))
  const id = await fail(launch, 'shaky')
  await looked()
  await pausePasses()
  await launch.restartTest(id, 'shaky')
  await launch.finishTest(id, { result: 'FAILED' })
  await looked()
  expect(titles()).toHaveLength(2)
  await pausePasses()
  await launch.restartTest(id, 'shaky')
  await launch.finishTest(id, { result: 'PASSED' })
  await looked()
  expect(titles()).toHaveLength(2)
})

test('what was not sent before the end is sent at the end, beside the message about the launch', async () => {
  const launch = await running(named('qa'))
  await fail(launch, 'first')
  await looked()
  await fail(launch, 'second')
  await launch.finish(now())
  await settled()
  expect(
    titles()
      .map((title) => title.replace(/ #\d+/, ''))
      .sort(),
  ).toEqual(['Nightly failed', 'first failed in Nightly', 'second failed in Nightly'])
})

test('what becomes a known issue before it is sent is no news, and neither are tests in quarantine', async () => {
  const before = await server.agent.startLaunch()
  const shaky = await fail(before, 'shaky')
  await ask(server.app, changeQuarantine, {
    ...asked(),
    body: { items: [{ testId: shaky, version: null, entry: { reason: 'slow', until: null } }] },
  })
  const launch = await running(named('qa'))
  await fail(launch, 'shaky')
  await fail(launch, 'first')
  await looked()
  const known = await fail(launch, 'known', 'Error: order 17 was lost')
  await ask(server.app, linkIssue, { ...asked({ launchId: launch.id }), body: { ids: [known], issueId: 'SHOP-1' } })
  await pausePasses()
  await looked()
  expect(titles()).toEqual([expect.stringMatching(/^first failed in/)])
})

test.each([
  ['does not ask for it', { notifyOnEachFailure: false }],
  ['says nothing about it', { notifyOnEachFailure: undefined }],
  ['has its notifications off', { enabled: false }],
])('nothing is sent while a launch runs whose agent %s', async (_, notifications) => {
  const launch = await running({ ...named('qa'), ...notifications })
  await fail(launch, 'pays')
  await looked()
  expect(messages()).toEqual([])
})

test('some agents ask in words, and a rule for the same channel sends nothing while a launch runs', async () => {
  await aRule({ target: 'slack', channel: 'qa' })
  const launch = await running({ ...named('qa'), notifyOnEachFailure: 'True' })
  await fail(launch, 'pays')
  await looked()
  expect(titles()).toEqual([expect.stringMatching(/^pays failed in/)])
  await launch.finish(now())
  await settled()
  expect(titles().map((title) => title.replace(/ #\d+/, ''))).toEqual(['pays failed in Nightly', 'Nightly failed'])
})

const queued = async (slackChannels: string) => {
  const launcher = await aLauncher(server.app, server.owner, 'DEF', { slackChannels })
  const { launchId } = await ask(server.app, startLaunch, { ...asked(), body: startOf(launcher) })
  const launch = server.app.db.selectFrom('launch').select('uuid').where('id', '=', launchId)
  return launch.executeTakeFirstOrThrow()
}

test('the channels of the launcher get the failures, too, each place once, unless the agent has its notifications off', async () => {
  const { uuid } = await queued('#qa, release')
  await fail(await running(named('QA, dev'), { uuid }), 'pays')
  await looked()
  const lines = ['launcher slack #qa delivered', 'launcher slack release delivered', 'agent slack dev delivered']
  expect(await linesOf()).toEqual(lines)
  const off = await queued('#qa')
  await fail(await running({ ...named('dev'), enabled: 'False' }, { uuid: off.uuid }), 'pays')
  await looked()
  expect(await linesOf()).toEqual(lines)
})

test('names and errors of tests are plain text everywhere, and of a length', async () => {
  const name = '<!channel> <img src=x onerror=alert(1)>\r\nBcc: stranger@evil.test'
  const launch = await running(named('qa', '', address('qa')))
  await fail(launch, name, `<b>*Error*</b> ${'x'.repeat(5000)}`)
  await looked()
  expect(server.chats.asked.map(({ body }) => body).join('')).not.toContain('mrkdwn')
  expect(Math.max(...(messages()[0]?.lines ?? []).map((line) => line.length))).toBeLessThanOrEqual(150)
  const [mail = ''] = server.mailbox.to(address('qa'))
  expect(mail.slice(mail.indexOf('text/html'))).not.toMatch(/<img|<b>/)
  expect(mail.split('\r\n\r\n')[0]).not.toMatch(/^Bcc:/m)
  expect(server.mailbox.to('stranger@evil.test')).toEqual([])
})
