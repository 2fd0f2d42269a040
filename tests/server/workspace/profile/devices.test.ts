import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { listProjects } from '../../../../contract/projects/projects.ts'
import { signIn } from '../../../../contract/session/session.ts'
import {
  endOtherSessions,
  endSession,
  listSessions,
  listSignIns,
} from '../../../../contract/workspace/account-security.ts'
import { deviceOf } from '../../../../server/session/client.ts'
import { listen } from '../../live/support/client.ts'
import { Browser, givePassword, isRenewalRefused, PASSWORD } from '../../session/browser.ts'
import { ask, refusalOf, send, startTestApp, type TestApp } from '../../support/app.ts'
import { anAccessToken, aUser, aWorkspace, type TestUser } from '../../support/people.ts'

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  await aWorkspace(app)
})
afterAll(() => app.close())

const withPassword = async (): Promise<TestUser> => {
  const user = await aUser(app)
  await givePassword(app, user)
  return user
}
const sessionsOf = async (token: string) => (await ask(app, listSessions, { token })).items
const signInsOf = async (token: string) => (await ask(app, listSignIns, { token })).items
const statusOf = async (token: string) => (await send(app, listProjects.path, { token })).status

test('a session is listed with its device, its address and its last renewal', async () => {
  const user = await withPassword()
  const browser = new Browser(app)
  const { authToken } = await browser.signIn(user.username)
  const mine = async () => (await sessionsOf(authToken)).filter(({ isCurrent }) => isCurrent)
  const [before] = await mine()
  expect(before).toMatchObject({ device: 'Unknown device', address: '127.0.0.1' })
  await send(app, '/api/session/refresh', {
    method: 'POST',
    body: {},
    headers: { ...browser.headers(), 'user-agent': FIREFOX },
  })
  const [after] = await mine()
  expect(after).toMatchObject({ id: before?.id, device: 'Firefox on Windows', createdAt: before?.createdAt })
  expect(Date.parse(after?.lastUsedAt ?? '')).toBeGreaterThan(Date.parse(before?.lastUsedAt ?? ''))
})

test('ending a session closes its live channel, its tokens and its renewal; other sessions continue', async () => {
  const user = await withPassword()
  const [here, there] = [new Browser(app), new Browser(app)]
  const { authToken } = await here.signIn(user.username)
  const ended = (await there.signIn(user.username)).authToken
  const channel = await listen(app, { token: ended })
  const id = (await sessionsOf(ended)).find(({ isCurrent }) => isCurrent)?.id ?? ''
  await ask(app, endSession, { token: authToken, params: { sessionId: id } })
  await channel.ended
  expect([await statusOf(ended), await statusOf(authToken)]).toEqual([401, 200])
  expect(isRenewalRefused(await there.renew())).toBe(true)
  expect((await here.renew()).status).toBe(200)
  expect(await refusalOf(app, endSession, { token: authToken, params: { sessionId: id } })).toMatchObject({
    status: 404,
  })
})

test('rejects ending the session of another user', async () => {
  const [user, other] = [await withPassword(), await aUser(app)]
  const [session] = await sessionsOf(user.token)
  const params = { sessionId: session?.id ?? '' }
  expect((await refusalOf(app, endSession, { token: other.token, params })).status).toBe(404)
  expect(await statusOf(user.token)).toBe(200)
})

test('signing out everywhere else leaves this session and the agents', async () => {
  const user = await withPassword()
  const exchanged = await send(app, '/api/iam/v1/auth/refresh', {
    method: 'POST',
    body: { refreshToken: await anAccessToken(app, user) },
  })
  const { authToken: agentToken } = exchanged.body as { authToken: string }
  const [here, there] = [new Browser(app), new Browser(app)]
  const { authToken } = await here.signIn(user.username)
  const elsewhere = (await there.signIn(user.username)).authToken
  await ask(app, endOtherSessions, { token: authToken })
  expect(await sessionsOf(authToken)).toMatchObject([{ isCurrent: true }])
  expect([await statusOf(authToken), await statusOf(agentToken)]).toEqual([200, 200])
  expect([await statusOf(elsewhere), await statusOf(user.token)]).toEqual([401, 401])
  // There is no session left to end.
  await ask(app, endOtherSessions, { token: authToken })
})

test('lists successful and rejected sign-ins, newest first, to their user only', async () => {
  const user = await withPassword()
  const before = (await signInsOf(user.token)).length
  await refusalOf(app, signIn, { body: { login: user.username, password: 'not the password' } })
  await refusalOf(app, signIn, { body: { login: 'nobody at all', password: PASSWORD } })
  await vi.waitFor(async () => expect(await signInsOf(user.token)).toHaveLength(before + 1), { timeout: 60_000 })
  await new Browser(app).signIn(user.username)
  expect((await signInsOf(user.token)).slice(0, 2)).toMatchObject([
    { method: 'password', isRefused: false, address: '127.0.0.1' },
    { method: 'password', isRefused: true, address: '127.0.0.1' },
  ])
  const other = await aUser(app)
  expect((await signInsOf(other.token)).every(({ isRefused }) => !isRefused)).toBe(true)
})

test('omits entries older than 90 days', async () => {
  const user = await aUser(app)
  const old = new Date(Date.now() - 91 * 86_400_000)
  const row = { user_id: user.id, method: 'password', refused: false, user_agent: null, address: null } as const
  const count = (await signInsOf(user.token)).length
  await app.db
    .insertInto('sign_in')
    .values({ ...row, created_at: old })
    .execute()
  expect(await signInsOf(user.token)).toHaveLength(count)
})

test.each([
  [FIREFOX, 'Firefox on Windows'],
  ['Mozilla/5.0 (Macintosh) AppleWebKit/605 (KHTML, like Gecko) Version/18 Safari/605', 'Safari on macOS'],
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537 Chrome/140 Safari/537 Edg/140', 'Edge on Windows'],
  ['Mozilla/5.0 (Linux; Android 15) AppleWebKit/537 Chrome/140 Mobile Safari/537', 'Chrome on Android'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18 Mobile Safari/604', 'Safari on iPhone'],
  ['curl/8.0', 'Unknown device'],
  [null, 'Unknown device'],
])('%s is called %s', (userAgent, device) => expect(deviceOf(userAgent)).toBe(device))
