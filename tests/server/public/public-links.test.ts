import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ERROR_CODES } from '../../../contract/errors.ts'
import { uploadPath } from '../../../contract/exploratory/files.ts'
import { deleteLaunch } from '../../../contract/launches/launches.ts'
import {
  getPublicExploratorySession,
  getPublicLaunch,
  getPublicTest,
  listPublicTestLogs,
  listPublicTestSteps,
  listPublicTests,
} from '../../../contract/public/public-access.ts'
import {
  createPublicLink,
  listPublicLinks,
  MAX_PUBLIC_LINKS,
  revokePublicLink,
  type SharedResource,
} from '../../../contract/public/public-links.ts'
import { PUBLIC_TEXTS } from '../../../contract/public/texts.ts'
import { expiredPublicAccess } from '../../../server/jobs/clearing.ts'
import { exploratoryOf, type Exploratory } from '../exploratory/support.ts'
import { listen } from '../live/support/client.ts'
import { TestAgent, type TestLaunch } from '../support/agent.ts'
import { ask, refusalOf, send, startTestApp, type TestApp } from '../support/app.ts'
import { aUser, aProject, aWorkspace, type TestUser } from '../support/people.ts'
import { aPublicLink, aVisitor, keyOf, visit } from '../support/public.ts'

let app: TestApp
let owner: TestUser
let agent: TestAgent
let launch: TestLaunch
let testId: number
let projectId: number
let exploratory: Exploratory
const params = { projectKey: 'SHOP' }
const ofLaunch = ({ id }: { id: number } = launch): SharedResource => ({
  resourceType: 'launch',
  resourceId: String(id),
})

beforeAll(async () => {
  app = await startTestApp({ SIGN_IN_ATTEMPTS: '3' })
  owner = await aWorkspace(app)
  projectId = await aProject(app, owner, 'SHOP')
  agent = await TestAgent.of(app, owner, 'SHOP')
  launch = await agent.startLaunch({ name: 'Payments' })
  testId = await launch.test('adds up', { result: 'FAILED', reason: 'expected 3 to be 4\n  at sum.ts:3' })
  await launch.test('subtracts', 'PASSED')
  await launch.logs([{ testId, level: 'INFO', timestamp: 1, message: 'opens the cart' }])
  await launch.screenshot(testId, 2)
  exploratory = await exploratoryOf(app, owner, 'SHOP', projectId)
})
afterAll(() => app.close())

const links = (shared = ofLaunch(), by = owner) =>
  ask(app, listPublicLinks, { token: by.token, params, query: { ...shared } })
const revoke = (publicLinkId: number, by = owner) =>
  ask(app, revokePublicLink, { token: by.token, params: { ...params, publicLinkId } })

describe('sharing', () => {
  test('[PUBLIC-12] [WNAV-13] an engineer shares a launch by an unguessable key; the passcode is returned once and stored as a hash', async () => {
    const engineer = await aUser(app, { roles: { [projectId]: 'ENGINEER' } })
    const { link, passcode } = await aPublicLink(app, engineer, ofLaunch())
    expect(link.url).toMatch(new RegExp(`^${app.config.PUBLIC_URL}/public/launch/[0-9A-Za-z]{24}$`))
    expect(passcode).toMatch(/^[0-9A-Za-z]{12}$/)
    const row = await app.db.selectFrom('public_link').selectAll().where('id', '=', link.id).executeTakeFirstOrThrow()
    expect(row.passcode_hash).toMatch(/^\$argon2id\$/)
    expect(JSON.stringify((await links()).items)).not.toContain(passcode)
    const event = await app.db
      .selectFrom('event')
      .select(['type', 'user_id', 'project_id', 'payload'])
      .where('stream', '=', `public-link:${link.id}`)
      .executeTakeFirstOrThrow()
    expect(event).toMatchObject({ type: 'public-link/created', user_id: engineer.id, project_id: projectId })
    expect(JSON.stringify(event.payload)).not.toContain(keyOf(link))
    await revoke(link.id, engineer)
    const audited = await app.db
      .selectFrom('audit_entry')
      .select(['type', 'actor', 'subject'])
      .where('stream', '=', `public-link:${link.id}`)
      .orderBy('id')
      .execute()
    const subject = expect.stringMatching(/^Payments #\d+$/) as string
    expect(audited).toEqual([
      { type: 'public-link/created', actor: engineer.username, subject },
      { type: 'public-link/revoked', actor: engineer.username, subject },
    ])
  })

  test('rejects a weak passcode, an end in the past, and resources outside the project', async () => {
    const create = (body: object) =>
      refusalOf(app, createPublicLink, { token: owner.token, params, body: { ...ofLaunch(), ...body } })
    expect((await create({ passcode: 'short' })).errors?.[0]?.field).toBe('passcode')
    expect((await create({ passcode: 'pässwörter' })).errors?.[0]?.field).toBe('passcode')
    expect((await create({ expiresAt: new Date(Date.now() - 1000).toISOString() })).errors).toEqual([
      { field: 'expiresAt', message: PUBLIC_TEXTS.expiryPast },
    ])
    await aProject(app, owner, 'OTHER')
    const elsewhere = await refusalOf(app, createPublicLink, {
      token: owner.token,
      params: { projectKey: 'OTHER' },
      body: ofLaunch(),
    })
    expect(elsewhere).toMatchObject({ status: 404, message: PUBLIC_TEXTS.resourceNotFound })
    expect((await create({ resourceType: 'exploratory-session' })).status).toBe(404)
    const { link, passcode } = await aPublicLink(app, owner, ofLaunch(), { passcode: 'olive-tree-60' })
    expect(passcode).toBe('olive-tree-60')
    expect((await visit(app, link, 'olive-tree-60')).status).toBe(200)
  })

  test('rejects links beyond the limit, and revoking a link of another project', async () => {
    const shared = ofLaunch(await agent.startLaunch())
    const made = []
    for (let i = 0; i < MAX_PUBLIC_LINKS; i += 1)
      made.push(
        (
          await app.db
            .insertInto('public_link')
            .values({
              project_id: projectId,
              resource_type: 'launch',
              resource_id: shared.resourceId,
              key: `key${i}`,
              passcode_hash: '',
              created_by: owner.id,
            })
            .returning('id')
            .executeTakeFirstOrThrow()
        ).id,
      )
    const refused = await refusalOf(app, createPublicLink, { token: owner.token, params, body: shared })
    expect(refused).toMatchObject({ status: 409, message: PUBLIC_TEXTS.tooManyLinks(MAX_PUBLIC_LINKS) })
    const elsewhere = await refusalOf(app, revokePublicLink, {
      token: owner.token,
      params: { projectKey: 'OTHER', publicLinkId: made[0] ?? 0 },
    })
    expect(elsewhere.status).toBe(404)
    await revoke(made[0] ?? 0)
    expect((await links(shared)).items).toHaveLength(MAX_PUBLIC_LINKS - 1)
    await aPublicLink(app, owner, shared)
  })
})

describe('visiting', () => {
  test('[PUBLIC-08] [PUBLIC-09] the passcode is answered with the project and a token; each visit is counted', async () => {
    const { link, token, projectId: answered, cookie } = await aVisitor(app, owner, ofLaunch())
    expect(answered).toBe(projectId)
    expect(cookie).toMatch(/^assay_public=/)
    const { launch: shown } = await ask(app, getPublicLaunch, { token })
    expect(shown).toMatchObject({ name: 'Payments', statistics: { failed: 1, passed: 1 } })
    const before = (await links()).items.find(({ id }) => id === link.id)
    expect(before).toMatchObject({ visits: 1, expiresAt: null, createdBy: { username: 'owner' } })
    expect(before?.lastVisitAt).not.toBeNull()
  })

  test('[PUBLIC-06] answers unknown, expired, revoked and mismatched links and links to deleted resources alike', async () => {
    const gone = await agent.startLaunch()
    const shared = await aPublicLink(app, owner, ofLaunch(gone))
    await gone.agent.call('PUT', `/test-runs/${gone.id}`, { endedAt: new Date().toISOString() })
    await ask(app, deleteLaunch, { token: owner.token, params: { ...params, launchId: gone.id } })
    const expired = await aPublicLink(app, owner, ofLaunch())
    await app.db
      .updateTable('public_link')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('id', '=', expired.link.id)
      .execute()
    const revoked = await aPublicLink(app, owner, ofLaunch())
    await revoke(revoked.link.id)
    const other = await aPublicLink(app, owner, ofLaunch())
    const requested = { code: ERROR_CODES.publicResourceNotFound, message: PUBLIC_TEXTS.linkUnknown }
    for (const { link, passcode } of [shared, expired, revoked, { link: { url: '/none' }, passcode: 'a' }]) {
      const { status, body } = await visit(app, link, passcode)
      expect(status).toBe(404)
      expect(body).toMatchObject(requested)
    }
    const { body } = await visit(app, other.link, other.passcode, 'exploratory-session')
    expect(body).toMatchObject(requested)
    expect(ERROR_CODES.publicResourceNotFound).toBe('IAM-3516')
  })

  test('[PUBLIC-07] rejects a wrong passcode, and after several even the right one for a while', async () => {
    const { link, passcode } = await aPublicLink(app, owner, ofLaunch())
    const statuses = []
    for (const given of ['wrong-one', 'wrong-two', 'wrong-three', passcode])
      statuses.push(await visit(app, link, given))
    expect(statuses.map(({ status }) => status)).toEqual([403, 403, 403, 429])
    expect(statuses[0]?.body).toMatchObject({ code: ERROR_CODES.wrongPasscode, message: PUBLIC_TEXTS.wrongPasscode })
    expect(Number(statuses[3]?.headers.get('retry-after'))).toBeGreaterThan(0)
    const other = await aPublicLink(app, owner, ofLaunch())
    expect((await visit(app, other.link, other.passcode)).status).toBe(200)
  })

  test('a token ends after an hour, with its link, and when that is revoked; ended ones are deleted', async () => {
    const { link, token } = await aVisitor(app, owner, ofLaunch())
    await revoke(link.id)
    expect((await refusalOf(app, getPublicLaunch, { token })).status).toBe(401)
    const next = await aVisitor(app, owner, ofLaunch())
    await app.db
      .updateTable('public_access')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('link_id', '=', next.link.id)
      .execute()
    expect((await refusalOf(app, getPublicLaunch, { token: next.token })).status).toBe(401)
    expect(await expiredPublicAccess(new Date())(app.db, 100)).toBe(1)
    const soon = new Date(Date.now() + 60_000).toISOString()
    const short = await aPublicLink(app, owner, ofLaunch(), { expiresAt: soon })
    const { body } = await visit(app, short.link, short.passcode)
    expect(body).toMatchObject({ data: { data: { expiresAt: soon } } })
  })
})

describe('reading as a visitor', () => {
  test('[PUBLIC-11] a launch: tests by search and status, each with trace, log and screenshots, and no users', async () => {
    const { token, cookie, link } = await aVisitor(app, owner, ofLaunch())
    await launch.refer([{ name: 'Build', value: 'https://ci.test/7' }])
    // Answers contain only what the contract names.
    for (const path of [getPublicLaunch.path, listPublicTests.path, `${listPublicTests.path}/${testId}`]) {
      const { body } = await send(app, path, { token })
      expect(JSON.stringify(body)).not.toMatch(/startedBy|comments|notifications|owner|maintainer|issueReferences/)
    }
    const { items } = await ask(app, listPublicTests, { token, query: { testsState: 'failed' } })
    expect(items.map(({ name }) => name)).toEqual(['adds up'])
    expect((await ask(app, listPublicTests, { token, query: { q: 'subtr' } })).items).toHaveLength(1)
    const { stackTrace } = await ask(app, getPublicTest, { token, params: { testId } })
    expect(stackTrace).toContain('at sum.ts:3')
    const log = await ask(app, listPublicTestLogs, { token, params: { testId } })
    expect(log.items.map(({ kind }) => kind)).toEqual(['line', 'screenshot'])
    const steps = JSON.stringify([{ title: 'adds', depth: 0, status: 'FAILED' }])
    const stored = { test_id: testId, attempt: 1, steps, step_count: 1, omitted: 0 }
    await app.db.insertInto('test_steps').values(stored).execute()
    await app.db.updateTable('artifact').set({ step: 0 }).where('test_id', '=', testId).execute()
    expect(await ask(app, listPublicTestSteps, { token, params: { testId }, query: {} })).toMatchObject({
      items: [{ title: 'adds', status: 'FAILED' }],
      artifacts: [{ step: 0, url: expect.stringContaining(`/api/public/links/${link.id}/files/`) as string }],
    })
    const url = log.items[1]?.url ?? ''
    expect(url).toMatch(new RegExp(`^/api/public/links/${link.id}/files/`))
    const picture = await send(app, url, { headers: { cookie } })
    expect(picture.status).toBe(200)
    expect(picture.headers.get('cache-control')).toBe('private, no-store')
    expect((await send(app, url)).status).toBe(401)
    const answer = await send(app, getPublicLaunch.path, { token })
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  test('an exploratory session: its report with the names of its users, and their files', async () => {
    const fileUuid = crypto.randomUUID()
    const name = 'shot.txt'
    const search = new URLSearchParams({ offset: '0', sizeBytes: '4', name }).toString()
    await send(app, `${uploadPath('SHOP', fileUuid)}?${search}`, {
      method: 'PUT',
      body: new TextEncoder().encode('seen'),
      token: owner.token,
      headers: { 'content-type': 'application/octet-stream' },
    })
    const session = await exploratory.create({ title: 'Vouchers' })
    const attachments = [{ fileUuid, name, contentType: 'text/plain', sizeBytes: 4 }]
    await exploratory.observe(session.id, { description: 'Too late', attachments })
    const other = await exploratory.create()
    const shared = { resourceType: 'exploratory-session', resourceId: session.id } as const
    const { token, cookie } = await aVisitor(app, owner, shared)
    const report = await ask(app, getPublicExploratorySession, { token })
    expect(report.session).toMatchObject({ title: 'Vouchers', createdBy: { name: expect.any(String) as string } })
    const { body } = await send(app, getPublicExploratorySession.path, { token })
    expect(JSON.stringify(body)).not.toContain('@example.test')
    expect(report.items.map(({ description }) => description)).toEqual(['Too late'])
    const seen = await send(app, `${report.files}/${fileUuid}/${name}`, { headers: { cookie } })
    expect([seen.status, seen.body]).toEqual([200, 'seen'])
    const ofOther = await aVisitor(app, owner, { ...shared, resourceId: other.id })
    const { files } = await ask(app, getPublicExploratorySession, { token: ofOther.token })
    const refused = await send(app, `${files}/${fileUuid}/${name}`, { headers: { cookie: ofOther.cookie } })
    expect(refused.status).toBe(404)
  })

  test('rejects tests and screenshots of other launches, also with the cookie of another link', async () => {
    const other = await agent.startLaunch()
    const hidden = await other.test('hidden', 'FAILED')
    await other.screenshot(hidden, 2)
    const shared = await aVisitor(app, owner, ofLaunch())
    const ofOther = await aVisitor(app, owner, ofLaunch(other))
    const { token, cookie } = shared
    expect((await refusalOf(app, getPublicTest, { token, params: { testId: hidden } })).status).toBe(404)
    for (const call of [listPublicTestLogs, listPublicTestSteps])
      expect((await refusalOf(app, call, { token, params: { testId: hidden } })).status).toBe(404)
    const log = await ask(app, listPublicTestLogs, { token: ofOther.token, params: { testId: hidden } })
    const url = log.items[0]?.url ?? ''
    expect((await send(app, url, { headers: { cookie } })).status).toBe(401)
    const own = url.replace(`/links/${ofOther.link.id}/`, `/links/${shared.link.id}/`)
    expect((await send(app, own, { headers: { cookie } })).status).toBe(404)
    expect((await send(app, own.replace(`/api/public/links/${shared.link.id}`, '/api'), { token })).status).toBe(401)
  })

  test('rejects the live channel, and a public token beside a user’s token', async () => {
    const { token } = await aVisitor(app, owner, ofLaunch())
    await expect(listen(app, { token })).rejects.toThrow('unauthorised')
    expect((await refusalOf(app, getPublicLaunch, { token: owner.token })).status).toBe(401)
    expect((await refusalOf(app, getPublicExploratorySession, { token })).status).toBe(401)
  })
})
