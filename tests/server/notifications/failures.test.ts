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
/** Finds and sends new failures now. The server itself does so every second. */
const looked = async () => {
  await handleFailures(server.app.db, URL)
  await settled()
}
/** Moves the last message a minute back. */
const pausePasses = () =>
  server.app.db
    .updateTable('notified_failure')
    .set(({ eb }) => ({ at: eb.fn('to_timestamp', [eb.val(0)]) }))
    .execute()
const titles = () => messages().map(({ title }) => title)

test('sends the first failure of a running launch immediately, with its error and a link to the test', async () => {
  const launch = await running(named('qa', 'Quality', address('qa')))
  await launch.test('adds up', 'PASSED')
  const id = await fail(launch, 'pays', 'Error: expected 2 to be 3\n    at cart.spec.js:7')
  await vi.waitFor(() => expect([posted().length, cards().length]).toEqual([1, 1]), { timeout: 60_000 })
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

test('groups the failures of the next minute, and sends each failure once even if several servers run', async () => {
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

test('reports a test again when it fails after a restart, but not when it passes', async () => {
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

test('sends the remaining failures when the launch ends, in addition to the message about the launch', async () => {
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

test('leaves out quarantined tests, and failures that become a known issue before they are sent', async () => {
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
  ['does not request it', { notifyOnEachFailure: false }],
  ['does not mention it', { notifyOnEachFailure: undefined }],
  ['has disabled notifications', { enabled: false }],
])('sends nothing while a launch runs if its agent %s', async (_, notifications) => {
  const launch = await running({ ...named('qa'), ...notifications })
  await fail(launch, 'pays')
  await looked()
  expect(messages()).toEqual([])
})

test('accepts strings for booleans, and reports failures to a channel that a rule notifies of the end', async () => {
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

test('also notifies the channels of the launcher once each, unless the agent has disabled notifications', async () => {
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

test('sends names and errors as plain text of limited length', async () => {
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
