import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ERROR_CODES } from '../../../contract/errors.ts'
import { listProjects } from '../../../contract/projects/projects.ts'
import { forgotPassword, resetPassword, signIn } from '../../../contract/session/session.ts'
import { updateUser } from '../../../contract/workspace/users.ts'
import { hashToken } from '../../../server/access/tokens.ts'
import { listen } from '../live/support/client.ts'
import { Browser, givePassword, isRenewalRefused, PASSWORD } from '../session/browser.ts'
import { ask, refusalOf, send, startTestApp, type TestApp } from '../support/app.ts'
import { anAccessToken, aUser, aWorkspace, type TestUser } from '../support/people.ts'

let app: TestApp
let owner: TestUser
beforeAll(async () => {
  app = await startTestApp({ SIGN_IN_ATTEMPTS: '100000' })
  owner = await aWorkspace(app)
})
afterAll(() => app.close())

const of = ({ id }: { id: number }, body: object) => ({
  token: owner.token,
  params: { userId: id },
  body: body as never,
})

describe('deactivating', () => {
  test('[USERS-15] [USERS-16] ends sessions, tokens and live channels immediately, and activating lets the user in again', async () => {
    const leaver = await aUser(app)
    await givePassword(app, leaver)
    const accessToken = await anAccessToken(app, leaver)
    const exchange = () =>
      send(app, '/api/iam/v1/auth/refresh', { method: 'POST', body: { refreshToken: accessToken } })
    const { authToken: agentToken } = (await exchange()).body as { authToken: string }
    const browser = new Browser(app)
    await browser.signIn(leaver.username)
    const channels = [await listen(app, { token: leaver.token }), await listen(app, { token: agentToken })]
    const opens = async (token: string) => (await send(app, listProjects.path, { token })).status
    expect([await opens(leaver.token), await opens(agentToken)]).toEqual([200, 200])

    expect(await ask(app, updateUser, of(leaver, { status: 'INACTIVE' }))).toMatchObject({ status: 'INACTIVE' })
    expect([await opens(leaver.token), await opens(agentToken)]).toEqual([401, 401])
    await Promise.all(channels.map(({ ended }) => ended))
    expect(isRenewalRefused(await browser.renew())).toBe(true)
    expect((await exchange()).status).toBe(401)

    await ask(app, updateUser, of(leaver, { status: 'ACTIVE' }))
    // An ended session stays ended.
    expect([await opens(leaver.token), await opens(agentToken)]).toEqual([401, 401])
    expect(isRenewalRefused(await browser.renew())).toBe(true)
    expect((await exchange()).status).toBe(200)
    await new Browser(app).signIn(leaver.username)
  })

  test('answers an inactive user like an unknown one at sign-in and reset', async () => {
    const leaver = await aUser(app)
    await givePassword(app, leaver)
    const token = 'a-link-from-before'
    await ask(app, updateUser, of(leaver, { status: 'INACTIVE' }))
    const refused = await refusalOf(app, signIn, { body: { login: leaver.username, password: PASSWORD } })
    const nobody = await refusalOf(app, signIn, { body: { login: 'nobody', password: PASSWORD } })
    expect({ ...refused, requestId: '' }).toEqual({ ...nobody, requestId: '' })
    expect(refused.code).toBe(ERROR_CODES.wrongCredentials)
    await app.db
      .insertInto('password_reset')
      .values({ hash: hashToken(token), user_id: leaver.id, expires_at: new Date(Date.now() + 60_000) })
      .execute()
    expect(await refusalOf(app, resetPassword, { body: { token, newPassword: PASSWORD } })).toMatchObject({
      status: 400,
      errors: [{ field: 'token' }],
    })
    await ask(app, forgotPassword, { body: { email: `${leaver.username}@example.test` } })
    const links = await app.db.selectFrom('password_reset').select('hash').where('user_id', '=', leaver.id).execute()
    expect(links).toHaveLength(1)
  })
})
