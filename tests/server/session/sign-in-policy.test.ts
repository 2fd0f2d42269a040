import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { ERROR_CODES } from '../../../contract/errors.ts'
import { getProject, listProjects } from '../../../contract/projects/projects.ts'
import { OpenSession } from '../../../contract/session/session.ts'
import { listAuditEntries } from '../../../contract/workspace/audit-log.ts'
import { changePassword } from '../../../contract/workspace/profile.ts'
import { beginEnrolment, confirmEnrolment } from '../../../contract/workspace/second-factor.ts'
import { getSignInPolicy, updateSignInPolicy, verifySession } from '../../../contract/workspace/sign-in-policy.ts'
import { listUsers } from '../../../contract/workspace/users.ts'
import { openSession } from '../../../server/session/sessions.ts'
import { ask, refusalOf, send, startTestApp, type TestApp } from '../support/app.ts'
import { anAccessToken, aProject, aWorkspace, type TestUser } from '../support/people.ts'
import { question, digitsOf, enrolled, ticketOf, verify, withPassword } from './authenticator.ts'
import { Browser, PASSWORD } from './browser.ts'

let app: TestApp
let owner: TestUser & { secret: string }
beforeAll(async () => {
  app = await startTestApp({ SIGN_IN_ATTEMPTS: '100000' })
  await aWorkspace(app)
  const { user, secret } = await enrolled(app, { owner: true })
  await aProject(app, user, 'SHOP')
  owner = { ...user, secret }
})
afterAll(() => app.close())

const set = (body: object) => ask(app, updateSignInPolicy, { token: owner.token, body: body as never })
afterEach(() =>
  set({ secondFactorRequired: false, secondFactorExemptsSso: true, passwordLeast: 8, refusesCommonPasswords: false }),
)

const codeOf = async (token: string) => (await refusalOf(app, listProjects, { token })).code
const mayList = async (token: string) => (await ask(app, listProjects, { token })).projectsTotal >= 0

test('users without a second factor must set one up first, also when they are already signed in', async () => {
  const user = await withPassword(app)
  expect(await mayList(user.token)).toBe(true)
  await set({ secondFactorRequired: true })
  expect(await codeOf(user.token)).toBe(ERROR_CODES.secondFactorOwed)
  expect((await refusalOf(app, getProject, { token: user.token, params: { projectKey: 'SHOP' } })).status).toBe(403)
  expect((await send(app, '/api/files/logos/SHOP/none', { token: user.token })).status).toBe(401)

  const browser = new Browser(app)
  const session = await browser.signIn(user.username)
  expect(session.restriction).toBe('enrol')
  const me = { ...user, token: session.authToken }
  const { secret } = await ask(app, beginEnrolment, question(me, { password: PASSWORD }))
  expect(await codeOf(me.token)).toBe(ERROR_CODES.secondFactorOwed)
  await ask(app, confirmEnrolment, question(me, { code: digitsOf(secret) }))
  expect(await mayList(me.token)).toBe(true)
  expect(OpenSession.parse((await browser.renew()).body).restriction).toBeNull()
  // The user's other session began with the password only.
  expect(await codeOf(user.token)).toBe(ERROR_CODES.secondFactorOwed)
  await app.db.updateTable('second_factor').set({ last_step: 0 }).where('user_id', '=', user.id).execute()
  expect((await refusalOf(app, verifySession, question(user, { code: 'wrong-code' }))).status).toBe(400)
  await ask(app, verifySession, question(user, { code: digitsOf(secret) }))
  expect(await mayList(user.token)).toBe(true)
})

test('a user with a second factor need not set one up', async () => {
  await set({ secondFactorRequired: true })
  const { user, secret } = await enrolled(app).catch(() => ({ user: null, secret: '' }))
  // They cannot be set up like others: their first session requires a second factor as well, which enrolment provides.
  if (user === null) throw new Error('enrolment has to be open to sessions that owe it')
  const opened = await verify(app, await ticketOf(app, user), digitsOf(secret))
  expect(OpenSession.parse(opened.body).restriction).toBeNull()
})

test('tokens of agents remain valid', async () => {
  const user = await withPassword(app)
  const refreshToken = await anAccessToken(app, user)
  const { body } = await send(app, '/api/iam/v1/auth/refresh', { method: 'POST', body: { refreshToken } })
  await set({ secondFactorRequired: true })
  const report = await send(app, '/api/reporting/v1/test-runs?projectKey=SHOP', {
    method: 'POST',
    body: { name: 'Nightly', framework: 'mocha', startedAt: '2026-01-01T00:00:00Z' },
    token: (body as { authToken: string }).authToken,
  })
  // Not a member of the project, and not affected by the rule.
  expect([report.status, (report.body as { code: string }).code]).not.toContain(ERROR_CODES.secondFactorOwed)
  expect((await send(app, '/api/iam/v1/auth/refresh', { method: 'POST', body: { refreshToken } })).status).toBe(200)
})

test('users of single sign-on are exempt, unless the workspace says otherwise', async () => {
  const user = await withPassword(app)
  await app.db
    .updateTable('workspace_user')
    .set({ source: 'SAML', password_hash: null })
    .where('id', '=', user.id)
    .execute()
  const how = { method: 'single-sign-on' as const, client: { userAgent: null, address: null } }
  const signIn = async () => (await openSession(app.db, user.id, app.config, how)).session
  await set({ secondFactorRequired: true })
  expect((await signIn()).restriction).toBeNull()
  await set({ secondFactorExemptsSso: false })
  const session = await signIn()
  expect(session.restriction).toBe('enrol')
  const me = { ...user, token: session.authToken }
  const { secret } = await ask(app, beginEnrolment, question(me, {}))
  await ask(app, confirmEnrolment, question(me, { code: digitsOf(secret) }))
  expect(await mayList(me.token)).toBe(true)
  expect((await signIn()).restriction).toBe('verify')
})

test('the list of users finds who lacks a second factor, and changes of the rules are audited', async () => {
  const user = await withPassword(app)
  const find = async (secondFactor: string) =>
    (await ask(app, listUsers, { token: owner.token, query: { secondFactor, query: user.username } })).total
  expect([await find('none'), await find('some')]).toEqual([1, 0])
  const { usersWithoutFactor } = await ask(app, getSignInPolicy, { token: owner.token })
  expect(usersWithoutFactor).toBeGreaterThan(0)
  await set({ passwordLeast: 14 })
  const { items } = await ask(app, listAuditEntries, { token: owner.token })
  expect(items[0]).toMatchObject({
    type: 'workspace/sign-in-policy',
    fields: [{ field: 'passwordLeast', before: 8, after: 14 }],
  })
})

test('new passwords have the required length and are not common ones', async () => {
  const user = await withPassword(app)
  const change = async (newPassword: string) =>
    (await refusalOf(app, changePassword, question(user, { oldPassword: PASSWORD, newPassword }))).errors?.[0]
  await set({ passwordLeast: 14, refusesCommonPasswords: true })
  expect(await change('gx7Kq2vT-fig')).toMatchObject({ field: 'newPassword', message: expect.stringContaining('14') })
  expect(await change('Password12345!')).toMatchObject({ field: 'newPassword' })
  await ask(app, changePassword, question(user, { oldPassword: PASSWORD, newPassword: 'gx7Kq2vT-fig-tree' }))
})
