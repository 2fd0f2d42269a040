import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ERROR_CODES } from '../../../contract/errors.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { getHomepage } from '../../../contract/workspace/homepage.ts'
import { changePassword } from '../../../contract/workspace/profile.ts'
import type { OpenSession } from '../../../contract/session/session.ts'
import { send, startTestApp, type TestApp } from '../support/app.ts'
import { aUser, aWorkspace, type TestUser } from '../support/people.ts'
import { Browser, codeOf, givePassword, isRenewalRefused, PASSWORD } from './browser.ts'

let app: TestApp
let user: TestUser
let browser: Browser
let opened: OpenSession

beforeAll(async () => {
  app = await startTestApp({ SIGN_IN_ATTEMPTS: '1000' })
  await aWorkspace(app)
  user = await aUser(app, { username: 'greta' })
  await givePassword(app, user)
})
afterAll(() => app.close())
beforeEach(async () => {
  browser = new Browser(app)
  opened = await browser.signIn('greta')
})

const statusOf = async (token: string): Promise<number> => (await send(app, getHomepage.path, { token })).status
const tokenOf = ({ body }: { body: unknown }): string => (body as OpenSession).authToken
const sessionsOf = async (): Promise<number> =>
  (await app.db.selectFrom('session').select('id').where('user_id', '=', user.id).execute()).length
/** Moves the last renewal back beyond the grace period for lost answers. */
const letGraceEnd = async () => {
  const long = new Date(Date.now() - LIMITS.renewalGraceMs - 1000)
  await app.db.updateTable('session').set({ rotated_at: long }).where('user_id', '=', user.id).execute()
}

test('a renewal replaces the refresh token and gives a token that works', async () => {
  const before = browser.cookies['assay_refresh']
  const renewed = await browser.renew()
  expect(renewed.status).toBe(200)
  expect(browser.cookies['assay_refresh']).not.toBe(before)
  expect(await statusOf(tokenOf(renewed))).toBe(200)
  expect(await statusOf(opened.authToken)).toBe(200)
})

test('a renewal whose answer was lost can be repeated, with the same successor', async () => {
  const beforeLoss = browser.copy()
  await browser.renew()
  expect((await beforeLoss.renew()).status).toBe(200)
  expect(beforeLoss.cookies['assay_refresh']).toBe(browser.cookies['assay_refresh'])
  expect((await browser.renew()).status).toBe(200)
})

test('two tabs that renew concurrently both continue, with one refresh token', async () => {
  const tab = browser.copy()
  const answers = await Promise.all([browser.renew(), tab.renew()])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(tab.cookies['assay_refresh']).toBe(browser.cookies['assay_refresh'])
  expect(await Promise.all(answers.map((answer) => statusOf(tokenOf(answer))))).toEqual([200, 200])
})

test('[SESSION-11] a refresh token that is used a second time was stolen: the session ends for both', async () => {
  const thief = browser.copy()
  const renewed = await browser.renew()
  await letGraceEnd()
  expect(isRenewalRefused(await thief.renew())).toBe(true)
  expect(isRenewalRefused(await browser.renew())).toBe(true)
  expect(await statusOf(tokenOf(renewed))).toBe(401)
})

test('a token that was replaced long ago ends the session', async () => {
  const thief = browser.copy()
  await browser.renew()
  await letGraceEnd()
  await browser.renew()
  await letGraceEnd()
  const renewed = await browser.renew()
  expect(isRenewalRefused(await thief.renew())).toBe(true)
  expect(await statusOf(tokenOf(renewed))).toBe(401)
})

test('a session that was not used for its whole time is over', async () => {
  await app.db
    .updateTable('session')
    .set({ expires_at: new Date(0) })
    .where('user_id', '=', user.id)
    .execute()
  expect(isRenewalRefused(await browser.renew())).toBe(true)
  expect(browser.cookies['assay_refresh']).toBeUndefined()
})

test('rejects a renewal without a cookie or with a wrong one', async () => {
  expect(isRenewalRefused(await new Browser(app).renew())).toBe(true)
  browser.cookies['assay_refresh'] = 'made-up'
  expect(isRenewalRefused(await browser.renew())).toBe(true)
})

test('[SESSION-03] a token that is over is answered with 401, not with 403', async () => {
  await app.db
    .updateTable('auth_token')
    .set({ expires_at: new Date(0) })
    .where('user_id', '=', user.id)
    .execute()
  const { status, body, headers } = await send(app, getHomepage.path, { token: opened.authToken })
  expect([status, codeOf({ status, body, headers })]).toEqual([401, ERROR_CODES.unauthorised])
})

test('[SESSION-13] signing out ends only this session, immediately', async () => {
  const other = new Browser(app)
  const elsewhere = await other.signIn('greta')
  const before = await sessionsOf()
  expect((await browser.post('/api/session/sign-out')).status).toBe(200)
  expect(await sessionsOf()).toBe(before - 1)
  expect(browser.cookies).toEqual({})
  expect(await statusOf(opened.authToken)).toBe(401)
  expect(await statusOf(elsewhere.authToken)).toBe(200)
  expect((await browser.post('/api/session/sign-out')).status).toBe(200)
})

test('[PASSW-07] changing the password requires the old one and ends every other session', async () => {
  const other = new Browser(app)
  const elsewhere = await other.signIn('greta')
  const change = (oldPassword: string) =>
    send(app, changePassword.path, {
      method: 'PUT',
      token: opened.authToken,
      body: { oldPassword, newPassword: PASSWORD },
    })
  const refused = await change('not the old one')
  expect(refused.status).toBe(400)
  expect(refused.body).toMatchObject({ errors: [{ field: 'oldPassword' }] })
  expect(await statusOf(elsewhere.authToken)).toBe(200)
  expect((await change(PASSWORD)).status).toBe(200)
  expect(await statusOf(opened.authToken)).toBe(200)
  expect(await statusOf(elsewhere.authToken)).toBe(401)
  expect(isRenewalRefused(await other.renew())).toBe(true)
})

test('calls that a visit makes next are answered with its session, each through its own checks', async () => {
  const ahead = [
    '/api/projects/DEF',
    '/api/projects/NONE',
    '/api/profile',
    '/api/projects/DEF/\u00e4',
    '//elsewhere.test',
  ]
  const { status, body } = await browser.renew({ ahead })
  expect(status).toBe(200)
  const { ahead: answered, authToken } = body as { ahead: { address: string }[]; authToken: string }
  const own = await send(app, '/api/projects/DEF', { token: authToken })
  expect(answered).toEqual([
    { address: '/api/projects/DEF', status: own.status, answer: withoutRequest(own.body) },
    { address: '/api/projects/NONE', status: 404, answer: expect.objectContaining({ message: expect.any(String) }) },
  ])
})

test('answers calls ahead only with a session and when requested', async () => {
  expect(await new Browser(app).renew({ ahead: ['/api/projects/DEF'] })).toMatchObject({ status: 401 })
  const { body } = await browser.renew()
  expect(Object.keys(body as object)).not.toContain('ahead')
})

/** A rejection names its request, whose id differs. */
const withoutRequest = (body: unknown) => {
  const { requestId, ...rest } = body as { requestId?: string }
  return requestId === undefined ? rest : expect.objectContaining(rest)
}
