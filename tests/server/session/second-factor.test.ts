import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { listProjects } from '../../../contract/projects/projects.ts'
import { ERROR_CODES } from '../../../contract/errors.ts'
import type { OpenSession } from '../../../contract/session/session.ts'
import { listSignIns } from '../../../contract/workspace/account-security.ts'
import { listAuditEntries } from '../../../contract/workspace/audit-log.ts'
import { changeUserPassword, getUser, updateUser } from '../../../contract/workspace/users.ts'
import {
  beginEnrolment,
  confirmEnrolment,
  getSecondFactor,
  renewRecoveryCodes,
  resetSecondFactor,
  turnOffSecondFactor,
} from '../../../contract/workspace/second-factor.ts'
import { expiredTickets } from '../../../server/jobs/clearing.ts'
import { ask, refusalOf, send, startTestApp, type TestApp } from '../support/app.ts'
import { anAccessToken, aUser, aWorkspace, type TestUser } from '../support/people.ts'
import {
  question,
  digitsOf,
  enrolled,
  outcomeOf,
  ticketOf,
  verify,
  withPassword,
  wrongDigits,
} from './authenticator.ts'
import { Browser, PASSWORD } from './browser.ts'

let app: TestApp
let owner: TestUser
let manager: TestUser
beforeAll(async () => {
  app = await startTestApp({ SIGN_IN_ATTEMPTS: '100000' })
  owner = await aWorkspace(app)
  manager = await aUser(app, { permissions: ['IAM_USERS_UPDATE', 'projects:create'] })
})
afterAll(() => app.close())

describe('turning it on', () => {
  test('needs the password, and a code of the secret', async () => {
    const user = await withPassword(app)
    expect(await refusalOf(app, beginEnrolment, question(user, { password: 'a guess' }))).toMatchObject({
      status: 400,
      errors: [{ field: 'password' }],
    })
    const { secret, uri } = await ask(app, beginEnrolment, question(user, { password: PASSWORD }))
    expect(decodeURIComponent(uri)).toContain(`otpauth://totp/Assay (Tests):${user.username}?`)
    expect(await refusalOf(app, confirmEnrolment, question(user, { code: wrongDigits(secret) }))).toMatchObject({
      status: 400,
      errors: [{ field: 'code' }],
    })
    // Nothing takes effect before it is confirmed.
    await new Browser(app).signIn(user.username)
    const { recoveryCodes } = await ask(app, confirmEnrolment, question(user, { code: digitsOf(secret) }))
    expect(new Set(recoveryCodes).size).toBe(10)
    const { since, recoveryCodesLeft } = await ask(app, getSecondFactor, { token: user.token })
    expect([since === null, recoveryCodesLeft]).toEqual([false, 10])
    expect((await refusalOf(app, beginEnrolment, question(user, { password: PASSWORD }))).status).toBe(409)
    expect((await refusalOf(app, confirmEnrolment, question(user, { code: digitsOf(secret) }))).status).toBe(409)
  })

  test('the database has the secret encrypted and recovery codes as hashes', async () => {
    const { user, secret, recoveryCodes } = await enrolled(app)
    const factor = await app.db
      .selectFrom('second_factor')
      .select('secret')
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow()
    const codes = await app.db.selectFrom('recovery_code').select('hash').where('user_id', '=', user.id).execute()
    const stored = [factor.secret, ...codes.map(({ hash }) => hash)].map((one) => Buffer.from(one).toString('latin1'))
    for (const plain of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll('-', ''))])
      expect(stored.some((one) => one.includes(plain))).toBe(false)
  })

  test('is unavailable for users whose passwords are stored elsewhere', async () => {
    const user = await withPassword(app)
    await app.db.updateTable('workspace_user').set({ source: 'SAML' }).where('id', '=', user.id).execute()
    expect((await refusalOf(app, beginEnrolment, question(user, { password: PASSWORD }))).status).toBe(409)
  })
})

describe('signing in', () => {
  test('the password opens nothing by itself, and a code of the app opens a session', async () => {
    const { user, secret } = await enrolled(app)
    const browser = new Browser(app)
    const ticket = await ticketOf(app, user, browser)
    expect(browser.cookies).toEqual({})
    expect((await send(app, listProjects.path, { token: ticket })).status).toBe(401)
    const { body } = await verify(app, ticket, digitsOf(secret), browser)
    expect((await send(app, listProjects.path, { token: (body as OpenSession).authToken })).status).toBe(200)
    expect((await browser.renew()).status).toBe(200)
    expect((await ask(app, listSignIns, { token: user.token })).items[0]).toMatchObject({
      method: 'code',
      isRefused: false,
    })
  })

  test('accepts a code once, and no earlier one after it', async () => {
    const { user, secret } = await enrolled(app)
    const [now, next] = [digitsOf(secret), digitsOf(secret, 1)]
    expect(outcomeOf(await verify(app, await ticketOf(app, user), next))).toBe('opened')
    const ticket = await ticketOf(app, user)
    expect(outcomeOf(await verify(app, ticket, next))).toBe('code')
    expect(outcomeOf(await verify(app, ticket, now))).toBe('code')
    await vi.waitFor(
      async () =>
        expect((await ask(app, listSignIns, { token: user.token })).items.slice(0, 2)).toMatchObject([
          { method: 'code', isRefused: true },
          { method: 'code', isRefused: true },
        ]),
      { timeout: 60_000 },
    )
  })

  test('rejects the code that turned it on', async () => {
    const user = await withPassword(app)
    const { secret } = await ask(app, beginEnrolment, question(user, { password: PASSWORD }))
    const code = digitsOf(secret)
    await ask(app, confirmEnrolment, question(user, { code }))
    expect(outcomeOf(await verify(app, await ticketOf(app, user), code))).toBe('code')
  })

  test('concurrent use of one code opens one session', async () => {
    const { user, secret } = await enrolled(app)
    const tickets = [await ticketOf(app, user), await ticketOf(app, user)]
    const code = digitsOf(secret)
    const outcomes = await Promise.all(tickets.map(async (ticket) => outcomeOf(await verify(app, ticket, code))))
    expect(new Set(outcomes)).toEqual(new Set(['code', 'opened']))
  })

  test('rejects codes two steps before or after the current one', async () => {
    const { user, secret } = await enrolled(app)
    const ticket = await ticketOf(app, user)
    for (const steps of [-3, 3]) expect(outcomeOf(await verify(app, ticket, digitsOf(secret, steps)))).toBe('code')
  })

  test('a ticket is used once, also with another code', async () => {
    const { user, secret, recoveryCodes } = await enrolled(app)
    const ticket = await ticketOf(app, user)
    expect(outcomeOf(await verify(app, ticket, digitsOf(secret)))).toBe('opened')
    expect(outcomeOf(await verify(app, ticket, recoveryCodes[0] ?? ''))).toBe(ERROR_CODES.gone)
  })

  test('a ticket is valid for its user only', async () => {
    const [mine, other] = [await enrolled(app), await enrolled(app)]
    const ticket = await ticketOf(app, mine.user)
    expect(outcomeOf(await verify(app, ticket, digitsOf(other.secret)))).toBe('code')
    expect(outcomeOf(await verify(app, ticket, other.recoveryCodes[0] ?? ''))).toBe('code')
    expect(outcomeOf(await verify(app, ticket, digitsOf(mine.secret)))).toBe('opened')
  })

  test('a ticket is over after its time, and is cleared away', async () => {
    const { user, secret } = await enrolled(app)
    const ticket = await ticketOf(app, user)
    const past = new Date(Date.now() - 1)
    await app.db.updateTable('second_factor_ticket').set({ expires_at: past }).where('user_id', '=', user.id).execute()
    expect(outcomeOf(await verify(app, ticket, digitsOf(secret)))).toBe(ERROR_CODES.gone)
    expect(await expiredTickets(new Date())(app.db, 100)).toBeGreaterThan(0)
  })

  test.each([
    ['has another password', (id: number) => ask(app, changeUserPassword, of(id, { newPassword: 'fig-tree-61' }))],
    ['was deactivated', (id: number) => ask(app, updateUser, of(id, { status: 'INACTIVE', expected: {} }))],
    ['had the second factor reset', (id: number) => ask(app, resetSecondFactor, of(id))],
  ])('rejects a ticket of a user who %s since', async (_, change) => {
    const { user, secret } = await enrolled(app)
    const ticket = await ticketOf(app, user)
    await change(user.id)
    expect(outcomeOf(await verify(app, ticket, digitsOf(secret)))).toBe(ERROR_CODES.gone)
  })

  test('each recovery code opens one session, in any spelling', async () => {
    const { user, recoveryCodes } = await enrolled(app)
    const [first = '', second = ''] = recoveryCodes
    expect(outcomeOf(await verify(app, await ticketOf(app, user), first))).toBe('opened')
    const ticket = await ticketOf(app, user)
    expect(outcomeOf(await verify(app, ticket, first))).toBe('code')
    expect(outcomeOf(await verify(app, ticket, ` ${second.toUpperCase().replaceAll('-', ' ')}`))).toBe('opened')
    expect((await ask(app, getSecondFactor, { token: user.token })).recoveryCodesLeft).toBe(8)
  })

  test('agents exchange their access tokens without a code', async () => {
    const { user } = await enrolled(app)
    const body = { refreshToken: await anAccessToken(app, user) }
    expect((await send(app, '/api/iam/v1/auth/refresh', { method: 'POST', body })).status).toBe(200)
  })
})

describe('changing it', () => {
  test('new recovery codes require the password and replace the earlier ones', async () => {
    const { user, recoveryCodes } = await enrolled(app)
    expect(await refusalOf(app, renewRecoveryCodes, question(user, { password: 'a guess' }))).toMatchObject({
      errors: [{ field: 'password' }],
    })
    const renewed = await ask(app, renewRecoveryCodes, question(user, { password: PASSWORD }))
    const ticket = await ticketOf(app, user)
    expect(outcomeOf(await verify(app, ticket, recoveryCodes[0] ?? ''))).toBe('code')
    expect(outcomeOf(await verify(app, ticket, renewed.recoveryCodes[0] ?? ''))).toBe('opened')
  })

  test('turning it off needs the password and a code', async () => {
    const { user, secret } = await enrolled(app)
    const fieldsOf = async (password: string, code: string) =>
      (await refusalOf(app, turnOffSecondFactor, question(user, { password, code }))).errors?.map(({ field }) => field)
    expect(await fieldsOf('a guess', digitsOf(secret))).toEqual(['password'])
    expect(await fieldsOf(PASSWORD, wrongDigits(secret))).toEqual(['code'])
    await ask(app, turnOffSecondFactor, question(user, { password: PASSWORD, code: digitsOf(secret) }))
    await new Browser(app).signIn(user.username)
    expect(await ask(app, getSecondFactor, { token: user.token })).toEqual({ since: null, recoveryCodesLeft: 0 })
    expect((await refusalOf(app, renewRecoveryCodes, question(user, { password: PASSWORD }))).status).toBe(409)
  })

  test('only users who may set a user’s password reset that user’s second factor', async () => {
    const { user } = await enrolled(app, { permissions: ['projects:create'] })
    const shown = () => ask(app, getUser, { token: owner.token, params: { userId: user.id } })
    expect((await shown()).hasSecondFactor).toBe(true)
    await ask(app, resetSecondFactor, of(user.id, {}, manager))
    expect((await shown()).hasSecondFactor).toBe(false)
    const { items } = await ask(app, listAuditEntries, { token: owner.token })
    expect(items[0]).toMatchObject({
      type: 'second-factor/reset',
      subject: user.username,
      actor: manager.username,
      fields: [],
    })
    await new Browser(app).signIn(user.username)
    expect((await refusalOf(app, resetSecondFactor, of(user.id, {}, manager))).status).toBe(409)
    const holder = await enrolled(app, { permissions: ['BILLING'] })
    expect((await refusalOf(app, resetSecondFactor, of(holder.user.id, {}, manager))).status).toBe(403)
    const admin = await enrolled(app, { owner: true })
    expect((await refusalOf(app, resetSecondFactor, of(admin.user.id, {}, manager))).status).toBe(403)
    expect((await refusalOf(app, resetSecondFactor, of(admin.user.id, {}, admin.user))).status).toBe(403)
  })
})

function of(userId: number, body: object = {}, by = owner) {
  return { token: by.token, params: { userId }, body: body as never }
}
