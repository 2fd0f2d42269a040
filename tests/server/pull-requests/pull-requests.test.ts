import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { linkIssue } from '../../../contract/launches/launch-tests.ts'
import { abortLaunch } from '../../../contract/launches/launches.ts'
import { changeQuarantine } from '../../../contract/launches/quarantine.ts'
import { retryPullRequest } from '../../../contract/pull-requests/deliveries.ts'
import { createGitHost, deleteGitHost, listGitHosts, updateGitHost } from '../../../contract/pull-requests/git-hosts.ts'
import { PULL_REQUEST_TEXTS } from '../../../contract/pull-requests/texts.ts'
import { enqueueChanges } from '../../../server/pull-requests/changes.ts'
import { deliverDue } from '../../../server/pull-requests/deliver.ts'
import { enqueueEndings, enqueueStarts } from '../../../server/pull-requests/endings.ts'
import { ask, refusalOf } from '../support/app.ts'
import {
  at,
  COMMIT,
  FAILED,
  LATER_COMMIT,
  startReporting,
  withGitHost,
  type Reporting,
} from './support/pull-requests.ts'

let started: Awaited<ReturnType<typeof startReporting>>
let reporting: Reporting
beforeAll(async () => {
  started = await startReporting()
})
afterAll(() => started.app.close())
beforeEach(async () => {
  reporting = await withGitHost(started, 'github')
})
afterEach(() => reporting.system.close())

const BASE = { branch: 'main', pullRequest: undefined, baseBranch: undefined, commit: 'b'.repeat(40) }
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * MINUTE_MS).toISOString()

test('lists what is new, fixed, flaky, in quarantine and known, compared with the base branch', async () => {
  const { app, owner, agent, host, launch, settled, repositoryUrl } = reporting
  await reporting.connect()
  const base = await launch(
    { breaks: 'PASSED', mends: FAILED, stays: FAILED, quarantined: 'PASSED' },
    { origin: BASE, startedAt: minutesAgo(5) },
  )
  await launch({ breaks: FAILED }, { origin: { branch: 'other', pullRequest: 8 } })
  const running = await agent.startLaunch({
    name: 'unit',
    startedAt: new Date().toISOString(),
    origin: { repositoryUrl, pullRequest: 7, commit: COMMIT, branch: 'cart', baseBranch: 'main' },
  })
  await running.test('breaks', FAILED)
  await running.test('stays', FAILED)
  const quarantined = await running.test('quarantined', FAILED)
  await running.test('mends', 'PASSED')
  const shaky = await running.test('shaky', FAILED)
  await running.restartTest(shaky, 'shaky')
  await running.finishTest(shaky, { result: 'PASSED' })
  await ask(app, changeQuarantine, {
    ...at(owner),
    body: { items: [{ testId: quarantined, version: null, entry: { reason: 'slow', until: null } }] },
  })
  await running.finish(new Date().toISOString())
  await settled()
  const [body] = host.comments.filter((comment) => comment.body.includes(`automation-launches/${running.id}`))
  expect(body?.body).toContain(`compared with [#${await numberOf(base.id)}]`)
  expect(body?.body).toContain('of `main`')
  for (const [title, name] of [
    ['New failures (1)', 'breaks'],
    ['Fixed (1)', 'mends'],
    ['Flaky: passed after a retry (1)', 'shaky'],
    ['Failed in quarantine (1)', 'quarantined'],
    ['Failed before, too (1)', 'stays'],
  ])
    expect(body?.body).toContain(`**${title}**\n\n- [\`${name}\`](https://assay.test/`)
})

const numberOf = async (id: number) =>
  (await reporting.app.db.selectFrom('launch').select('number').where('id', '=', id).executeTakeFirstOrThrow()).number

test('has a section for each launch name, and keeps those of an earlier commit until they ran again', async () => {
  const { host, launch, settled } = reporting
  await reporting.connect()
  await launch({ pays: 'PASSED' }, { name: 'unit' })
  await launch({ shows: FAILED }, { name: 'e2e' })
  await launch({ pays: 'PASSED' }, { name: 'unit', origin: { commit: LATER_COMMIT } })
  await settled()
  const titles = host.comments[0]?.body.match(/^### .*?#/gm)
  expect(host.comments).toHaveLength(1)
  expect(titles).toEqual(['### ❌ Failed: [`e2e` #', '### ✅ Passed: [`unit` #'])
  expect(host.comments[0]?.body).toContain('commit c0ffee00 (not the latest)')
  expect(host.comments[0]?.body).not.toContain('commit decade00 (not the latest)')
  expect(new Set(host.statuses.map(({ key }) => key))).toEqual(new Set(['Assay / unit', 'Assay / e2e']))
})

test('a launch of an earlier commit that ends late or is repeated does not replace the results of a later one', async () => {
  const { host, agent, launch, settled, repositoryUrl } = reporting
  await reporting.connect()
  const origin = { repositoryUrl, pullRequest: 7, commit: COMMIT, branch: 'cart', baseBranch: 'main' }
  const late = await agent.startLaunch({ name: 'unit', startedAt: minutesAgo(10), origin })
  await launch({ pays: 'PASSED' }, { origin: { commit: LATER_COMMIT } })
  await settled()
  await late.test('pays', FAILED)
  await late.finish(new Date().toISOString())
  await settled()
  expect(host.comments[0]?.body).toContain('✅ Passed')
  await launch({ pays: FAILED })
  await settled()
  expect(host.comments).toHaveLength(1)
  expect(host.comments[0]?.body).toContain('✅ Passed')
  // The status belongs to the earlier commit.
  expect(host.statuses.map((status) => [status.sha, host.isPassed(status)])).toEqual([
    [LATER_COMMIT, true],
    [COMMIT, false],
    [COMMIT, false],
  ])
})

test('sends nothing for other repositories, launches without a pull request and hosts that are off', async () => {
  const { app, owner, system, launch, settled, deliveries, repositoryUrl } = reporting
  const { id } = await reporting.connect()
  await launch({ pays: 'PASSED' }, { origin: { repositoryUrl: `${repositoryUrl}-copy` } })
  await launch({ pays: 'PASSED' }, { origin: { repositoryUrl: 'https://github.com/team/shop' } })
  await launch({ pays: 'PASSED' }, { origin: { repositoryUrl: `${repositoryUrl}/../../other/shop` } })
  await launch({ pays: 'PASSED' }, { origin: { pullRequest: undefined } })
  await ask(app, updateGitHost, { ...at(owner, { gitHostId: id }), body: { isOn: false } })
  await launch({ pays: 'PASSED' })
  await settled()
  expect(system.asked).toEqual([])
  expect(await deliveries()).toEqual([])
})

test('sends only comments or only statuses if the other is off', async () => {
  const { app, owner, host, launch, settled } = reporting
  const { id } = await reporting.connect({ statuses: false })
  await launch({ pays: 'PASSED' })
  await settled()
  expect([host.comments.length, host.statuses.length]).toEqual([1, 0])
  await ask(app, updateGitHost, { ...at(owner, { gitHostId: id }), body: { comments: false, statuses: true } })
  await launch({ pays: FAILED }, { origin: { commit: LATER_COMMIT } })
  await settled()
  expect(host.comments[0]?.body).toContain('✅ Passed')
  expect(host.statuses.map(({ sha }) => sha)).toEqual([LATER_COMMIT])
})

test('a failure of the comment does not prevent the status, and neither is repeated after it succeeded', async () => {
  const { host, system, launch, settled, deliveries, otherServer } = reporting
  await reporting.connect()
  system.answersInstead(({ path, method }) => (method === 'POST' && path.endsWith('/comments') ? [502, {}] : null))
  await launch({ pays: 'PASSED' })
  await settled()
  expect([host.comments.length, host.statuses.length]).toEqual([0, 1])
  system.answersInstead(() => null)
  await deliverDue(otherServer(), new Date(Date.now() + MINUTE_MS))
  expect(await deliveries()).toMatchObject([{ state: 'delivered' }])
  expect([host.comments.length, host.statuses.length]).toEqual([1, 1])
})

test('servers that look at the same time write one comment', async () => {
  const { app, host, launch, settled, otherServer } = reporting
  await reporting.connect()
  await launch({ pays: 'PASSED' })
  await settled()
  host.comments.length = 0
  await app.db
    .updateTable('pull_request')
    .set({ comment_id: null, state: 'waiting', attempts: 0, next_at: new Date() })
    .execute()
  const servers = Array.from({ length: 4 }, otherServer)
  const attempts = await Promise.all(servers.map((server) => deliverDue(server, new Date())))
  await settled()
  expect(attempts.reduce((sum, count) => sum + count)).toBeLessThanOrEqual(1)
  expect(host.comments).toHaveLength(1)
})

test('repeats the attempt of a server that stopped, and finds the comment that it wrote', async () => {
  const { app, host, launch, settled, deliveries, otherServer } = reporting
  await reporting.connect()
  await launch({ pays: 'PASSED' })
  await settled()
  await app.db
    .updateTable('pull_request')
    .set({ comment_id: null, state: 'sending', lease_until: new Date(Date.now() + HOUR_MS) })
    .execute()
  await deliverDue(otherServer(), new Date(Date.now() + 2 * HOUR_MS))
  expect(await deliveries()).toMatchObject([{ state: 'delivered' }])
  expect(host.comments).toHaveLength(1)
})

test('a copy of the marker is not taken for the comment, even if the new comment could not be created', async () => {
  const { host, system, launch, settled, otherServer } = reporting
  await reporting.connect()
  await launch({ pays: 'PASSED' })
  await settled()
  host.comments[0] = { id: 9000, body: `> ${host.comments[0]?.body}` }
  system.answersInstead(({ path, method }) => (method === 'POST' && path.endsWith('/comments') ? [502, {}] : null))
  await launch({ pays: FAILED })
  await settled()
  system.answersInstead(() => null)
  await deliverDue(otherServer(), new Date(Date.now() + MINUTE_MS))
  expect(host.comments.map(({ body }) => body.slice(0, 2))).toEqual(['> ', '[a'])
})

test('a launch that ends during an attempt is sent by the next one', async () => {
  const { app, host, system, launch, settled } = reporting
  await reporting.connect()
  const endings: Promise<unknown>[] = []
  system.answersInstead(({ method }) => {
    if (method === 'POST' && endings.length === 0)
      endings.push(launch({ shows: FAILED }, { name: 'e2e' }).then(() => enqueueEndings(app.db)))
    return null
  })
  await launch({ pays: 'PASSED' })
  await settled()
  await Promise.all(endings)
  await settled()
  expect(host.comments).toHaveLength(1)
  expect(host.comments[0]?.body).toContain('`e2e`')
})

test('an issue that is linked to a failure later changes comment and status; an unchanged comment is not sent', async () => {
  const { app, owner, host, system, start, settled } = reporting
  await reporting.connect()
  const launch = await start()
  const testId = await launch.test('pays', FAILED)
  await launch.finish(new Date().toISOString())
  await settled()
  expect(host.comments[0]?.body).toContain('1 test, 1 failed')
  expect(await enqueueChanges(app.db)).toBe(0)
  await ask(app, linkIssue, { ...at(owner, { launchId: launch.id }), body: { ids: [testId], issueId: 'SHOP-7' } })
  await enqueueChanges(app.db)
  await settled()
  expect(host.comments[0]?.body).toContain('1 failed with a known issue')
  expect(host.isPassed(host.statuses.at(-1))).toBe(true)
  const updates = () => system.asked.filter(({ method }) => method === 'PATCH').length
  const before = updates()
  await app.db.updateTable('pull_request').set({ state: 'waiting', attempts: 0, next_at: new Date() }).execute()
  await settled()
  expect(updates()).toBe(before)
})

test('the status of a merge that GitHub Actions tests is one of the commit of the pull request', async () => {
  const { host, launch, settled } = reporting
  await reporting.connect()
  host.testMerges[COMMIT] = { base: 'a'.repeat(40), head: LATER_COMMIT }
  await launch({ pays: 'PASSED' })
  await settled()
  expect(host.statuses.map(({ sha }) => sha)).toEqual([LATER_COMMIT])
})

test('ends the retries with the last attempt, and shows the reason', async () => {
  const { system, launch, settled, deliveries, otherServer } = reporting
  await reporting.connect()
  await system.close()
  await launch({ pays: 'PASSED' })
  await settled()
  for (let hours = 3; hours < 18; hours += 3) await deliverDue(otherServer(), new Date(Date.now() + hours * HOUR_MS))
  expect(await deliveries()).toMatchObject([
    {
      state: 'failed',
      attempts: 6,
      nextAt: null,
      reason:
        'Comment: GitHub: Nothing answers at this address. Commit status: GitHub: Nothing answers at this address',
    },
  ])
})

test('a token is stored encrypted, in no answer, and not sent to another address', async () => {
  const { app, owner, host, system } = reporting
  const { id } = await reporting.connect()
  const stored = await app.db.selectFrom('git_host').selectAll().executeTakeFirstOrThrow()
  expect(stored.token.toString('latin1')).not.toContain('s3cret')
  expect(JSON.stringify(await ask(app, listGitHosts, at(owner)))).not.toContain('s3cret')
  const moved = { url: `${host.urlOf(system.url)}/moved` }
  expect(await refusalOf(app, updateGitHost, { ...at(owner, { gitHostId: id }), body: moved })).toMatchObject({
    status: 400,
    errors: [{ field: 'token', message: PULL_REQUEST_TEXTS.enterAgain }],
  })
  await ask(app, updateGitHost, { ...at(owner, { gitHostId: id }), body: { ...moved, token: 'other' } })
})

test('rejects repositories that are not one, or that another git host of the project serves', async () => {
  const { app, owner } = reporting
  const refused = (body: object) =>
    refusalOf(app, createGitHost, {
      ...at(owner),
      body: { kind: 'github', url: 'https://api.github.com', token: 't', ...body } as never,
    })
  for (const repository of ['shop', 'a/b/c', '../shop', 'team/..', 'team/shop?x=1', 'team /shop'])
    expect(await refused({ repositories: [repository] })).toMatchObject({
      status: 400,
      errors: [{ field: 'repositories', message: PULL_REQUEST_TEXTS.repositoryForm(repository) }],
    })
  expect(await refused({ repositories: [] })).toMatchObject({ errors: [{ field: 'repositories' }] })
  expect(await refused({ repositories: ['a/b'], url: 'https://user@github.test' })).toMatchObject({
    errors: [{ field: 'url' }],
  })
  expect(await refused({ repositories: ['a/b'], token: '' })).toMatchObject({ errors: [{ field: 'token' }] })
  const given = {
    kind: 'github',
    url: 'https://api.github.com/',
    token: 't',
    repositories: ['team/shop', 'Team/Shop'],
  } as const
  const { repositories } = await ask(app, createGitHost, { ...at(owner), body: given as never })
  expect(repositories).toEqual(['team/shop'])
  expect(await refused({ repositories: ['TEAM/shop'] })).toMatchObject({
    errors: [{ field: 'repositories', message: PULL_REQUEST_TEXTS.served('TEAM/shop') }],
  })
})

test('finds the comment again after the git host was removed and added', async () => {
  const { app, owner, host, launch, settled, deliveries } = reporting
  const { id } = await reporting.connect()
  await launch({ pays: 'PASSED' })
  await settled()
  await ask(app, deleteGitHost, at(owner, { gitHostId: id }))
  const [delivery] = await deliveries()
  const again = { ...at(owner, { pullRequestId: delivery?.id ?? 0 }), body: {} }
  await ask(app, retryPullRequest, again)
  await settled()
  expect(await deliveries()).toMatchObject([{ state: 'failed', reason: PULL_REQUEST_TEXTS.noHost }])
  await reporting.connect()
  await ask(app, retryPullRequest, again)
  await settled()
  expect(await deliveries()).toMatchObject([{ state: 'delivered' }])
  expect(host.comments).toHaveLength(1)
})

test('a pending status is sent once, whatever continues the launch, and never after a verdict', async () => {
  const { host, start, settled } = reporting
  await reporting.connect()
  const shard = { buildKey: 'build-7', startedAt: new Date().toISOString() }
  const first = await start({ ...shard, shard: { index: 1, total: 2 } } as object)
  await settled()
  await first.test('pays', 'PASSED')
  await start({ ...shard, shard: { index: 2, total: 2 } } as object)
  await settled()
  expect([host.pending.length, host.statuses.length]).toEqual([1, 0])
  const end = (index: number) =>
    reporting.agent.call('PUT', `/test-runs/${first.id}`, { endedAt: new Date().toISOString(), shard: { index } })
  await end(1)
  await settled()
  expect(host.statuses).toEqual([])
  await end(2)
  await settled()
  await start({ ...shard, shard: { index: 2, total: 2 } } as object)
  await settled()
  expect([host.pending.length, host.statuses.length]).toEqual([1, 1])
})

test('a launch that ends while its pending status is sent gets its verdict', async () => {
  const { host, system, start, settled } = reporting
  await reporting.connect()
  const launch = await start()
  const endings: Promise<unknown>[] = []
  system.answersInstead(({ method, path }) => {
    if (method === 'GET' && path.includes('/commits/') && endings.length === 0)
      endings.push(launch.finish(new Date().toISOString()).then(() => enqueueEndings(reporting.app.db)))
    return null
  })
  await settled()
  await Promise.all(endings)
  await settled()
  expect(host.statuses.map(({ sha }) => sha)).toEqual([COMMIT])
})

test('a launch that ends before its pending status is sent gets its verdict once', async () => {
  const { app, host, start, settled, otherServer } = reporting
  await reporting.connect()
  const launch = await start()
  await enqueueStarts(app.db, new Set())
  await launch.finish(new Date().toISOString())
  // Before the end is enqueued.
  await deliverDue(otherServer(), new Date())
  await settled()
  expect(host.statuses.map(({ sha }) => sha)).toEqual([COMMIT])
})

test('an aborted launch ends its pending status; without statuses none is sent', async () => {
  const { app, owner, host, start, settled } = reporting
  const { id } = await reporting.connect()
  const launch = await start()
  await settled()
  await ask(app, abortLaunch, { ...at(owner, { launchId: launch.id }), body: { comment: '' } })
  await settled()
  expect(host.statuses.map((status) => host.isPassed(status))).toEqual([false])
  await ask(app, updateGitHost, { ...at(owner, { gitHostId: id }), body: { statuses: false } })
  await start({ origin: { commit: LATER_COMMIT } })
  await settled()
  expect(host.pending).toHaveLength(1)
})
