import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  createIssue,
  listIssueTargets,
  prepareIssue,
  readIssues,
  searchIssues,
  searchTrackerPeople,
} from '../../../contract/launches/issues.ts'
import { getTest } from '../../../contract/launches/test-details.ts'
import { linkIssue, listTests } from '../../../contract/launches/launch-tests.ts'
import { removeIntegration, saveIntegration } from '../../../contract/workspace/integrations.ts'
import { TestAgent, type TestLaunch } from '../support/agent.ts'
import { ask, refusalOf, startTestApp, type TestApp } from '../support/app.ts'
import { aUser, aProject, aWorkspace, type TestUser } from '../support/people.ts'
import { startSystem, type TestSystem } from '../support/systems.ts'
import { TRACKERS, type TestTracker } from './support.ts'

let app: TestApp
let owner: TestUser
let engineer: TestUser
let unentitled: TestUser
let agent: TestAgent
beforeAll(async () => {
  app = await startTestApp({ ALLOW_INTERNAL_ADDRESSES: '127.0.0.1' })
  owner = await aWorkspace(app)
  const projectId = await aProject(app, owner)
  engineer = await aUser(app, { roles: { [projectId]: 'ENGINEER' } })
  unentitled = await aUser(app, { roles: { [projectId]: 'ENGINEER' }, permissions: [] })
  agent = await TestAgent.of(app, owner)
})
afterAll(() => app.close())

const inLaunch = (launch: TestLaunch) => ({
  token: engineer.token,
  params: { projectKey: 'DEF', launchId: launch.id },
})
const linkTo = (launch: TestLaunch, ids: number[], issueId: string) =>
  ask(app, linkIssue, { ...inLaunch(launch), body: { ids, issueId } })
const read = async (id: string[], refresh?: 'true') =>
  (await ask(app, readIssues, { token: engineer.token, params: { projectKey: 'DEF' }, query: { id, refresh } })).items

let failures = 0
/** A launch with one failed test, with a unique failure. */
const aFailure = async (reason = `boom ${(failures += 1)}`) => {
  const launch = await agent.startLaunch()
  const id = await launch.test('pays', { result: 'FAILED', reason })
  return { launch, id }
}
const at = (launch: TestLaunch, testId: number) => ({
  token: engineer.token,
  params: { projectKey: 'DEF', launchId: launch.id, testId },
})
const linksOf = async (launch: TestLaunch) =>
  Object.fromEntries(
    (await ask(app, listTests, inLaunch(launch))).items.map(({ name, issueReferences }) => [
      name,
      issueReferences[0]?.id ?? null,
    ]),
  )

describe.each(Object.entries(TRACKERS))('%s', (name, { kind, create }) => {
  let tracker: TestTracker
  let system: TestSystem
  beforeAll(async () => {
    tracker = create()
    system = await startSystem((question) => tracker.answers(question))
  })
  beforeEach(async () => {
    system.answersInstead(() => null)
    // A new revision of the values is another account: nothing of an earlier test is cached.
    await ask(app, saveIntegration, {
      token: owner.token,
      params: { integration: kind },
      body: tracker.values(system.url) as never,
    })
  })
  afterAll(async () => {
    await system.close()
    await ask(app, removeIntegration, { token: owner.token, params: { integration: kind } })
  })
  const body = (more: object = {}) => ({
    tracker: kind,
    target: tracker.target,
    type: tracker.type,
    title: `Payment fails ${crypto.randomUUID()}`,
    description: 'See **this**',
    withScreenshot: false,
    fields: {},
    operationId: crypto.randomUUID(),
    failureKeys: [] as string[],
    ...more,
  })

  test('[ISSUES-05] creates an issue with the screenshot, links the test, and returns its title and status', async () => {
    const launch = await agent.startLaunch()
    const id = await launch.startTest({ name: 'pays' })
    await launch.screenshot(id, 5)
    await launch.finishTest(id, { result: 'FAILED', reason: 'Timeout @team `x`\n    at pay.ts:3' })
    const prepared = await ask(app, prepareIssue, { ...at(launch, id), query: {} })
    expect(prepared).toMatchObject({
      tests: 1,
      title: 'pays: Timeout @team `x`',
      screenshot: { name: expect.any(String) },
    })
    expect(prepared.trackers).toMatchObject([{ key: kind, markup: name === 'Jira Data Center' ? 'wiki' : 'markdown' }])
    const description = prepared.description[prepared.trackers[0]?.markup ?? 'markdown']
    expect(description).toContain('at pay.ts:3')
    expect(description).toContain(`/automation-launches/${launch.id}/tests/${id}`)
    expect(description).toMatch(/Failed: .*#\d+|Failed: \\#\d+/)

    const targets = await ask(app, listIssueTargets, {
      token: engineer.token,
      params: { projectKey: 'DEF', tracker: kind },
    })
    expect(targets.targets.map(({ key }) => key)).toEqual([tracker.target])
    const requestedValues = body({ title: prepared.title, description, withScreenshot: true })
    const { issueId, linked, problems } = await ask(app, createIssue, { ...at(launch, id), body: requestedValues })
    const [issue] = tracker.issues.slice(-1)
    expect({ issueId, linked, problems }).toEqual({
      issueId: tracker.linkOf(system.url, issue?.number ?? 0),
      linked: 1,
      problems: [],
    })
    expect(issue?.title).toBe(prepared.title)
    const written = JSON.stringify(issue)
    expect(written).toContain('at pay.ts:3')
    expect(written).toMatch(tracker.picture)
    expect(written).toMatch(tracker.markup)
    expect(await linksOf(launch)).toEqual({ pays: issueId })
    expect(await read([issueId])).toEqual([
      {
        id: issueId,
        problem: null,
        issue: expect.objectContaining({
          title: prepared.title,
          assignee: 'Ada',
          category: kind === 'jira' ? 'in-progress' : 'todo',
        }),
      },
    ])
  })

  test('repeated and concurrent clicks create one issue', async () => {
    const { launch, id } = await aFailure()
    const before = tracker.issues.length
    const requestedValues = body()
    const create = () => ask(app, createIssue, { ...at(launch, id), body: requestedValues })
    const [one, other] = await Promise.all([create(), create()])
    expect(other).toEqual(one)
    expect((await create()).issueId).toBe(one.issueId)
    expect(tracker.issues).toHaveLength(before + 1)
  })

  test('a retry after a lost answer finds the created issue', async () => {
    const { launch, id } = await aFailure()
    const requestedValues = body()
    system.answersInstead((question) => {
      if (question.method !== 'POST') return null
      tracker.answers(question)
      return [500, 'lost']
    })
    const made = () => tracker.issues.filter(({ title }) => title === requestedValues.title).length
    expect(await refusalOf(app, createIssue, { ...at(launch, id), body: requestedValues })).toMatchObject({
      status: 502,
    })
    expect(await linksOf(launch)).toEqual({ pays: null })
    system.answersInstead(() => null)
    await ask(app, createIssue, { ...at(launch, id), body: requestedValues })
    expect(made()).toBe(1)
    expect((await linksOf(launch)).pays).not.toBeNull()
  })

  test('a title that was changed after a lost answer makes no second issue, and an issue that never was is created with it', async () => {
    const lost = await aFailure()
    const requestedValues = body()
    const before = tracker.issues.length
    system.answersInstead((question) => {
      if (question.method !== 'POST') return null
      tracker.answers(question)
      return [500, 'lost']
    })
    expect(await refusalOf(app, createIssue, { ...at(lost.launch, lost.id), body: requestedValues })).toMatchObject({
      status: 502,
    })
    system.answersInstead(() => null)
    const changed = { ...requestedValues, title: 'Another title' }
    const made = await ask(app, createIssue, { ...at(lost.launch, lost.id), body: changed })
    expect(made).toMatchObject({ linked: 1, problems: [expect.stringContaining(requestedValues.title)] })
    expect(tracker.issues).toHaveLength(before + 1)

    const never = await aFailure()
    const other = body()
    system.answersInstead(({ method }) => (method === 'POST' ? [500, 'lost'] : null))
    await refusalOf(app, createIssue, { ...at(never.launch, never.id), body: other })
    system.answersInstead(() => null)
    const retried = { ...other, title: `Changed ${crypto.randomUUID()}` }
    expect(await ask(app, createIssue, { ...at(never.launch, never.id), body: retried })).toMatchObject({
      problems: [],
    })
    expect(tracker.issues.map(({ title }) => title)).toEqual(expect.arrayContaining([retried.title]))
    expect(tracker.issues).toHaveLength(before + 2)
  })

  test('[ISSUES-06] finds issues by title and by address, and links them', async () => {
    const { launch, id } = await aFailure()
    const requestedValues = body()
    const { issueId } = await ask(app, createIssue, { ...at(launch, id), body: requestedValues })
    const search = (q: string, { token } = engineer) =>
      ask(app, searchIssues, { token, params: { projectKey: 'DEF' }, query: { q } })
    const found = (await search(requestedValues.title)).items.find(({ title }) => title === requestedValues.title)
    expect(found).toMatchObject({ issueId })
    expect(found?.tracker).toBe(name.startsWith('Jira') ? 'Jira' : name)
    expect((await search(found?.url ?? '')).items.map((one) => one.issueId)).toEqual([issueId])
    system.answersInstead(() => [401, {}])
    expect(await search('anything')).toMatchObject({ items: [], problems: [expect.any(String)] })
    const refused = { token: unentitled.token, params: { projectKey: 'DEF' }, query: { q: 'x' } }
    expect(await refusalOf(app, searchIssues, refused)).toMatchObject({ status: 403 })
  })

  test('reports a missing issue and shows the others', async () => {
    const { launch, id } = await aFailure()
    const { issueId } = await ask(app, createIssue, { ...at(launch, id), body: body() })
    const missing = await aFailure()
    const unknown = tracker.linkOf(system.url, 9999)
    await linkTo(missing.launch, [missing.id], unknown)
    expect(await read([issueId, unknown])).toEqual([
      { id: issueId, issue: expect.anything(), problem: null },
      { id: unknown, issue: null, problem: expect.stringMatching(/has no issue/) },
    ])
  })

  test.each<[what: string, answer: [number, unknown, Record<string, string>?], problem: RegExp]>([
    ['refused credentials', [401, { token: 's3cret' }], /refuses the credentials/],
    ['missing rights', [403, {}], /lacks rights/],
    ['an error', [500, 'oops s3cret'], /error \(500\)/],
    ['a page instead of JSON', [200, '<html>s3cret</html>'], /There is no/],
    ['a redirect into the network', [302, '', { location: 'http://169.254.169.254/latest' }], /redirects/],
    ['an endless answer', [200, `"${'x'.repeat(1100 * 1024)}"`], /too long/],
    // Last: the tracker asks for a pause from then on.
    ['too many calls', [429, {}, { 'retry-after': '120' }], /no more requests/],
  ])('%s: the link stays, the reason is reported, and nothing is created', async (_what, answer, problem) => {
    const { launch, id } = await aFailure()
    const issue = tracker.linkOf(system.url, 7001 + failures)
    await linkTo(launch, [id], issue)
    system.answersInstead(() => answer)
    const other = await aFailure()
    const refusal = await refusalOf(app, createIssue, { ...at(other.launch, other.id), body: body() })
    expect(refusal).toMatchObject({ status: 502, message: expect.stringMatching(problem) })
    system.asked.length = 0
    const items = await read([issue])
    expect(items).toEqual([{ id: issue, issue: null, problem: expect.stringMatching(problem) }])
    expect(JSON.stringify(items)).not.toContain('s3cret')
    const question = system.asked.length
    await read([issue])
    // A failure is not requested again immediately.
    expect(system.asked).toHaveLength(question)
    expect(await linksOf(other.launch)).toEqual({ pays: null })
  })
})

describe('with Jira', () => {
  let system: TestSystem
  const tracker = TRACKERS['Jira Cloud'].create()
  beforeAll(async () => {
    system = await startSystem((question) => tracker.answers(question))
    const values = tracker.values(system.url) as never
    await ask(app, saveIntegration, { token: owner.token, params: { integration: 'jira' }, body: values })
  })
  afterAll(() => system.close())
  const requestedValues = (more: object = {}) => ({
    tracker: 'jira' as const,
    target: 'SHOP',
    type: '10004',
    title: 'Payment fails',
    description: '',
    withScreenshot: false,
    fields: {},
    operationId: crypto.randomUUID(),
    failureKeys: [] as string[],
    ...more,
  })

  test('concurrent reads are one request', async () => {
    const { launch, id } = await aFailure()
    const { issueId } = await ask(app, createIssue, { ...at(launch, id), body: requestedValues() })
    system.asked.length = 0
    await Promise.all([read([issueId]), read([issueId]), read([issueId])])
    expect(system.asked).toHaveLength(1)
  })

  test('reads only linked issues', async () => {
    const secret = 'SHOP-8123'
    system.asked.length = 0
    expect(await read([secret])).toEqual([{ id: secret, issue: null, problem: null }])
    expect(system.asked).toHaveLength(0)
  })

  test('links an issue about a cause to all its failures without an issue', async () => {
    const launch = await agent.startLaunch()
    const first = await launch.test('first', { result: 'FAILED', reason: 'Same cause\n    at a.ts:1' })
    await launch.test('second', { result: 'FAILED', reason: 'Same cause\n    at a.ts:1' })
    const known = await launch.test('known', { result: 'FAILED', reason: 'Same cause\n    at a.ts:1' })
    await launch.test('other', { result: 'FAILED', reason: 'Something else' })
    await linkTo(launch, [known], 'OLD-1')
    const { failureKey } = (await ask(app, getTest, at(launch, first))).test
    const failureKeys = [failureKey ?? '']
    expect((await ask(app, prepareIssue, { ...at(launch, first), query: { failureKey: failureKeys } })).tests).toBe(2)
    const made = await ask(app, createIssue, { ...at(launch, first), body: requestedValues({ failureKeys }) })
    expect(made).toMatchObject({ linked: 2, problems: [] })
    expect(await linksOf(launch)).toEqual({ first: made.issueId, second: made.issueId, known: 'OLD-1', other: null })
  })

  test('names the fields that Jira rejects, without Jira’s text, and a retry may succeed', async () => {
    const { launch, id } = await aFailure()
    const one = requestedValues({ type: '1' })
    const refusal = await refusalOf(app, createIssue, { ...at(launch, id), body: one })
    expect(refusal.message).toBe('Jira refuses the request: check issuetype')
    await ask(app, createIssue, { ...at(launch, id), body: { ...one, type: '10004' } })
    expect((await linksOf(launch)).pays).not.toBeNull()
  })

  test('keeps the link when Jira rejects a file, and reports it', async () => {
    const launch = await agent.startLaunch()
    const id = await launch.startTest({ name: 'pays' })
    await launch.screenshot(id, 5)
    await launch.finishTest(id, { result: 'FAILED', reason: 'x' })
    system.answersInstead(({ path }) => (path.endsWith('/attachments') ? [403, {}] : null))
    const made = await ask(app, createIssue, { ...at(launch, id), body: requestedValues({ withScreenshot: true }) })
    system.answersInstead(() => null)
    expect(made).toMatchObject({ linked: 1, problems: [expect.stringMatching(/screenshot is not attached/)] })
  })

  test('writers without the permission reporting-issues-modify see statuses, and neither targets nor drafts, and create nothing', async () => {
    const { launch, id } = await aFailure()
    const { issueId } = await ask(app, createIssue, { ...at(launch, id), body: requestedValues() })
    const other = await aFailure()
    const { token } = unentitled
    const before = tracker.issues.length
    const place = { ...at(other.launch, other.id), token }
    expect(await refusalOf(app, createIssue, { ...place, body: requestedValues() })).toMatchObject({ status: 403 })
    expect(await refusalOf(app, prepareIssue, { ...place, query: {} })).toMatchObject({ status: 403 })
    const params = { projectKey: 'DEF', tracker: 'jira' as const }
    expect(await refusalOf(app, listIssueTargets, { token, params })).toMatchObject({ status: 403 })
    const query = { target: 'SHOP', q: 'ada' }
    expect(await refusalOf(app, searchTrackerPeople, { token, params, query })).toMatchObject({ status: 403 })
    expect(tracker.issues).toHaveLength(before)
    const { items } = await ask(app, readIssues, { token, params: { projectKey: 'DEF' }, query: { id: [issueId] } })
    expect(items[0]?.issue?.title).toBe('Payment fails')
  })

  test('a passed test gets no issue, and every wrong field is named', async () => {
    const launch = await agent.startLaunch()
    const passed = await launch.test('passes', 'PASSED')
    const before = tracker.issues.length
    expect(await refusalOf(app, createIssue, { ...at(launch, passed), body: requestedValues() })).toMatchObject({
      status: 409,
    })
    const { launch: other, id } = await aFailure()
    const all = await refusalOf(app, createIssue, {
      ...at(other, id),
      body: requestedValues({ title: ' ', target: '' }),
    })
    expect(all.errors?.map(({ field }) => field).sort()).toEqual(['target', 'title'])
    expect(tracker.issues).toHaveLength(before)
  })
})
