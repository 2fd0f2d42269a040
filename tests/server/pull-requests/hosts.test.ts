import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { retryPullRequest } from '../../../contract/pull-requests/deliveries.ts'
import { checkGitHost, GIT_HOST_KINDS } from '../../../contract/pull-requests/git-hosts.ts'
import { deliverDue } from '../../../server/pull-requests/deliver.ts'
import { enqueueStarts } from '../../../server/pull-requests/endings.ts'
import { ask } from '../support/app.ts'
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
beforeAll(async () => {
  started = await startReporting()
})
afterAll(() => started.app.close())

const HOUR_MS = 3_600_000

describe.each(GIT_HOST_KINDS)('%s', (kind) => {
  let reporting: Reporting
  beforeEach(async () => {
    reporting = await withGitHost(started, kind)
  })
  afterEach(() => reporting.system.close())

  test('reports the launches of a pull request in one comment, and each commit by a status', async () => {
    const { host, launch, settled, deliveries, repositoryUrl } = reporting
    await reporting.connect()
    const first = await launch({ pays: FAILED, leaves: 'PASSED' })
    await settled()
    expect(host.comments).toHaveLength(1)
    expect(host.comments[0]?.body).toContain('❌ Failed: [`unit` #')
    expect(host.comments[0]?.body).toContain('**New failures (1)**')
    expect(host.statuses).toMatchObject([
      {
        sha: COMMIT,
        description: '2 tests, 1 passed, 1 failed, 1 new failure',
        url: `https://assay.test/projects/DEF/automation-launches/${first.id}`,
      },
    ])
    expect(host.isPassed(host.statuses[0])).toBe(false)

    await launch({ pays: 'PASSED', leaves: 'PASSED' }, { origin: { commit: LATER_COMMIT } })
    await settled()
    expect(host.comments).toHaveLength(1)
    expect(host.comments[0]?.body).toContain('✅ Passed: [`unit` #')
    expect(host.statuses.map(({ sha }) => sha)).toEqual([COMMIT, LATER_COMMIT])
    expect(host.isPassed(host.statuses[1])).toBe(true)
    expect(host.statuses[1]?.key).toBe(host.statuses[0]?.key)
    expect(await deliveries()).toMatchObject([
      { repositoryUrl, number: 7, state: 'delivered', attempts: 1, reason: '' },
    ])
  })

  test('a commit has a pending status while its tests run, and the verdict after that', async () => {
    const { host, start, settled } = reporting
    await reporting.connect()
    const launch = await start()
    await settled()
    expect(host.pending).toMatchObject([
      {
        sha: COMMIT,
        description: 'Tests are running',
        url: `https://assay.test/projects/DEF/automation-launches/${launch.id}`,
      },
    ])
    expect(host.comments).toEqual([])
    await launch.test('pays', 'PASSED')
    await settled()
    await launch.finish(new Date().toISOString())
    await settled()
    expect(host.statuses.map((status) => [status.sha, status.key, host.isPassed(status)])).toEqual([
      [COMMIT, host.pending[0]?.key, true],
    ])
    expect(host.pending).toHaveLength(1)
    expect(host.comments).toHaveLength(1)
  })

  test('a launch that several servers enqueue has one pending status', async () => {
    const { app, host, start, settled } = reporting
    await reporting.connect()
    const { id } = await start()
    await Promise.all([1, 2, 3, 4].map(() => enqueueStarts(app.db, new Set())))
    const { revision } = await app.db
      .selectFrom('pull_request_launch as l')
      .innerJoin('pull_request as p', 'p.id', 'l.pull_request_id')
      .select('p.revision')
      .where('l.launch_id', '=', id)
      .executeTakeFirstOrThrow()
    expect(revision).toBe(1)
    await settled()
    expect(host.pending).toHaveLength(1)
  })

  test('creates a new comment if a user deleted it, even if another comment copies its marker', async () => {
    const { host, launch, settled } = reporting
    await reporting.connect()
    await launch({ pays: 'PASSED' })
    await settled()
    const [comment] = host.comments
    host.comments[0] = { id: 9000, body: `> ${comment?.body}` }
    await launch({ pays: 'PASSED' }, { origin: { commit: LATER_COMMIT } })
    await settled()
    expect(host.comments).toHaveLength(2)
    expect(host.comments[0]?.body).toMatch(/^> /)
    expect(host.comments[1]?.body).toContain('✅ Passed')
  })

  test('finds a comment whose id was lost, on any page', async () => {
    const { app, host, launch, settled } = reporting
    await reporting.connect()
    for (let id = 1000; id < 1120; id += 1) host.comments.push({ id, body: 'Looks good' })
    await launch({ pays: 'PASSED' })
    await settled()
    await app.db.updateTable('pull_request').set({ comment_id: null }).execute()
    await launch({ pays: FAILED })
    await settled()
    expect(host.comments).toHaveLength(121)
    expect(host.comments[120]?.body).toContain('❌ Failed')
  })

  test.each([
    ['a revoked token', 401, {}, 'refuses the credentials'],
    ['missing rights', 403, {}, 'lacks rights'],
    ['a repository that is hidden or gone', 404, {}, 'does not have it'],
  ])(
    'shows the reason for %s without a retry, and sends the results after Try again',
    async (_, status, headers, reason) => {
      const { app, owner, host, system, launch, settled, deliveries } = reporting
      await reporting.connect()
      await launch({ pays: 'PASSED' })
      await settled()
      system.answersInstead(() => [status, { message: 'no' }, headers])
      await launch({ pays: FAILED }, { origin: { commit: LATER_COMMIT } })
      await settled()
      const [delivery] = await deliveries()
      expect(delivery).toMatchObject({ state: 'failed', nextAt: null })
      expect(delivery?.reason).toContain(reason)
      system.answersInstead(() => null)
      await ask(app, retryPullRequest, { ...at(owner, { pullRequestId: delivery?.id ?? 0 }), body: {} })
      await settled()
      expect(await deliveries()).toMatchObject([{ state: 'delivered' }])
      expect(host.comments).toHaveLength(1)
      expect(host.comments[0]?.body).toContain('❌ Failed')
      expect(host.statuses.map(({ sha }) => sha)).toEqual([COMMIT, LATER_COMMIT])
    },
  )

  test.each([
    ['an error of the host', 503, {}, 9_000],
    ['too many requests', 429, { 'retry-after': '1200' }, 1_199_000],
    ['a limit of requests', 403, { 'retry-after': '1200' }, 1_199_000],
  ])('retries after %s, when the host permits it', async (_, status, headers, waitMs) => {
    const { host, system, launch, settled, deliveries, otherServer } = reporting
    await reporting.connect()
    system.answersInstead(() => [status, { message: 'later' }, headers])
    const before = Date.now()
    await launch({ pays: 'PASSED' })
    await settled()
    const [delivery] = await deliveries()
    expect(delivery).toMatchObject({ state: 'waiting', attempts: 1 })
    expect(Date.parse(delivery?.nextAt ?? '') - before).toBeGreaterThan(waitMs)
    system.answersInstead(() => null)
    await deliverDue(otherServer(), new Date(Date.now() + HOUR_MS))
    expect(await deliveries()).toMatchObject([{ state: 'delivered', attempts: 2 }])
    expect(host.comments).toHaveLength(1)
    expect(host.statuses).toHaveLength(1)
  })

  test('the check names the account, or the repository that it cannot read', async () => {
    const { app, owner, host, connect } = reporting
    const { id } = await connect({ repositories: [host.repository, 'team/other'] })
    const { problem } = await ask(app, checkGitHost, { ...at(owner, { gitHostId: id }), body: {} })
    expect(problem).toMatch(/^team\/other: .* does not have it, or hides it$/)
    await app.db
      .updateTable('git_host')
      .set({ repositories: JSON.stringify([host.repository]) })
      .execute()
    const checked = await ask(app, checkGitHost, { ...at(owner, { gitHostId: id }), body: {} })
    expect(checked.problem).toBeNull()
    expect(checked.account).toMatch(/^quality$/i)
  })
})
