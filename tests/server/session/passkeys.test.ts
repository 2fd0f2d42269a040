import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ERROR_CODES } from '../../../contract/errors.ts'
import { beginPasskeySignIn, signInByPasskey } from '../../../contract/session/passkeys.ts'
import { getWelcome, SecondFactorNeeded, signIn } from '../../../contract/session/session.ts'
import { listSignIns } from '../../../contract/workspace/account-security.ts'
import { listAuditEntries } from '../../../contract/workspace/audit-log.ts'
import {
  addPasskey,
  beginPasskey,
  listPasskeys,
  removePasskey,
  renamePasskey,
} from '../../../contract/workspace/passkeys.ts'
import { getSecondFactor, resetSecondFactor } from '../../../contract/workspace/second-factor.ts'
import { getUser } from '../../../contract/workspace/users.ts'
import { expiredPasskeyChallenges } from '../../../server/jobs/clearing.ts'
import { ask, refusalOf, startTestApp, type TestApp } from '../support/app.ts'
import { aUser, aWorkspace, type TestUser } from '../support/people.ts'
import { question, enrolled, outcomeOf, ticketOf, verify, withPassword } from './authenticator.ts'
import { Browser, PASSWORD } from './browser.ts'
import { SoftwarePasskey, type Ceremony } from './software-authenticator.ts'

const HERE: Ceremony = { origin: 'http://localhost:4400' }
let app: TestApp
let owner: TestUser
beforeAll(async () => {
  app = await startTestApp({ SIGN_IN_ATTEMPTS: '100000', PUBLIC_URL: HERE.origin })
  owner = await aWorkspace(app)
})
afterAll(() => app.close())

const registrationOf = async (user: TestUser) =>
  (await ask(app, beginPasskey, question(user, { password: PASSWORD }))).options

const register = async (user: TestUser, name = 'Laptop', where = HERE) => {
  const key = new SoftwarePasskey()
  const attestation = key.create(await registrationOf(user), where)
  return { key, ...(await ask(app, addPasskey, question(user, { name, attestation }))) }
}

const challenge = async (ticket?: string) =>
  (await ask(app, beginPasskeySignIn, { body: ticket === undefined ? {} : { ticket } })).options

const open = async (key: SoftwarePasskey, { ticket, where = HERE }: { ticket?: string; where?: Ceremony } = {}) => {
  const assertion = key.use(await challenge(ticket), where)
  return new Browser(app).post(signInByPasskey.path, { assertion, ...(ticket === undefined ? {} : { ticket }) })
}

describe('adding a passkey', () => {
  test('needs the password, and comes with recovery codes where it is the first second factor', async () => {
    const user = await withPassword(app)
    expect(await refusalOf(app, beginPasskey, question(user, { password: 'a guess' }))).toMatchObject({
      status: 400,
      errors: [{ field: 'password' }],
    })
    const first = await register(user)
    expect(first.recoveryCodes).toHaveLength(10)
    expect((await register(user, 'Phone')).recoveryCodes).toBeNull()
    const { items, isAvailable } = await ask(app, listPasskeys, { token: user.token })
    expect([items.map(({ name }) => name), isAvailable]).toEqual([['Laptop', 'Phone'], true])
    expect((await ask(app, getSecondFactor, { token: user.token })).recoveryCodesLeft).toBe(10)
    expect((await ask(app, getUser, { token: owner.token, params: { userId: user.id } })).hasSecondFactor).toBe(true)
    const { items: audit } = await ask(app, listAuditEntries, { token: owner.token })
    expect(audit[0]).toMatchObject({ type: 'passkey/added', subject: user.username })
  })

  test.each<[string, Ceremony]>([
    ['made for another site', { origin: 'https://evil.test' }],
    ['made for another host', { ...HERE, rpId: 'evil.test' }],
  ])('rejects one that was %s', async (_, where) => {
    const user = await withPassword(app)
    const attestation = new SoftwarePasskey().create(await registrationOf(user), where)
    const refused = await refusalOf(app, addPasskey, question(user, { name: 'Laptop', attestation }))
    expect(refused).toMatchObject({ status: 400, errors: [{ field: 'attestation' }] })
  })

  test('accepts a challenge once, from its user, and in time', async () => {
    const [mine, other] = [await withPassword(app), await withPassword(app)]
    const add = (user: TestUser, options: Record<string, unknown>) =>
      refusalOf(
        app,
        addPasskey,
        question(user, { name: 'Laptop', attestation: new SoftwarePasskey().create(options, HERE) }),
      )
    const used = await registrationOf(mine)
    await ask(app, addPasskey, question(mine, { name: 'L', attestation: new SoftwarePasskey().create(used, HERE) }))
    expect((await add(mine, used)).status).toBe(400)
    expect((await add(mine, await registrationOf(other))).status).toBe(400)
    // A challenge for a sign-in cannot be used to add a passkey.
    expect((await add(mine, { ...(await registrationOf(mine)), ...(await challenge()) })).status).toBe(400)
    const late = await registrationOf(mine)
    await app.db
      .updateTable('passkey_challenge')
      .set({ expires_at: new Date(0) })
      .execute()
    expect((await add(mine, late)).status).toBe(400)
    await challenge()
    await app.db
      .updateTable('passkey_challenge')
      .set({ expires_at: new Date(0) })
      .execute()
    expect(await expiredPasskeyChallenges(new Date())(app.db, 100)).toBeGreaterThan(0)
  })

  test('is unavailable for single sign-on users and at an IP address', async () => {
    const user = await withPassword(app)
    await app.db.updateTable('workspace_user').set({ source: 'SAML' }).where('id', '=', user.id).execute()
    expect((await refusalOf(app, beginPasskey, question(user, { password: PASSWORD }))).status).toBe(409)
    expect((await ask(app, getWelcome)).passkeys).toBe(true)
    const elsewhere = await startTestApp({ PUBLIC_URL: 'https://192.0.2.7' })
    expect((await ask(elsewhere, getWelcome)).passkeys).toBe(false)
    expect((await refusalOf(elsewhere, beginPasskeySignIn, { body: {} })).status).toBe(409)
    await elsewhere.close()
  })
})

describe('signing in with a passkey alone', () => {
  test('opens a session without a password, and is logged', async () => {
    const user = await withPassword(app)
    const { key } = await register(user)
    const opened = await open(key)
    expect([opened.status, (opened.body as { user: { id: number } }).user.id]).toEqual([200, user.id])
    const { items } = await ask(app, listSignIns, { token: user.token })
    expect(items[0]).toMatchObject({ method: 'passkey', isRefused: false })
    expect((await ask(app, listPasskeys, { token: user.token })).items[0]?.lastUsedAt).not.toBeNull()
  })

  test('rejects an invalid sign-in without the reason, and logs it', async () => {
    const user = await withPassword(app)
    const { key } = await register(user)
    const refused = async (change: () => unknown, where?: Ceremony) => {
      change()
      const { status, body } = await open(key, where === undefined ? {} : { where })
      return [status, (body as { code: string }).code]
    }
    const no = [401, ERROR_CODES.wrongCredentials]
    const nothing = () => undefined
    expect(await refused(nothing, { ...HERE, origin: 'https://evil.test' })).toEqual(no)
    expect(await refused(nothing, { ...HERE, rpId: 'evil.test' })).toEqual(no)
    expect(await refused(nothing, { ...HERE, isVerified: false })).toEqual(no)
    const { userHandle } = key
    expect(await refused(() => (key.userHandle = Buffer.from('somebody else').toString('base64url')))).toEqual(no)
    key.userHandle = userHandle
    expect(await refused(nothing)).toEqual([200, undefined])
    // A copy of the authenticator continues the counter from where it was copied.
    expect(await refused(() => (key.counter -= 1))).toEqual(no)
    const unknown = new SoftwarePasskey()
    unknown.userHandle = userHandle
    expect((await open(unknown)).status).toBe(401)
    const { items } = await ask(app, listSignIns, { token: user.token })
    expect(items[0]).toMatchObject({ method: 'passkey', isRefused: true })
  })

  test('takes a challenge once, and none of a second step', async () => {
    const user = await withPassword(app)
    const { key } = await register(user)
    const options = await challenge()
    const post = (given: Record<string, unknown>) =>
      new Browser(app).post(signInByPasskey.path, { assertion: key.use(given, HERE) })
    expect((await post(options)).status).toBe(200)
    expect((await post(options)).status).toBe(401)
    expect((await post(await challenge(await ticketOf(app, user)))).status).toBe(401)
  })

  test('rejects deactivated users and removed passkeys', async () => {
    const [left, removed] = [await withPassword(app), await withPassword(app)]
    const { key } = await register(left)
    await app.db.updateTable('workspace_user').set({ status: 'INACTIVE' }).where('id', '=', left.id).execute()
    expect((await open(key)).status).toBe(401)
    const other = await register(removed)
    const of = { token: removed.token, params: { passkeyId: other.passkey.id } }
    expect((await refusalOf(app, removePasskey, { ...of, body: { password: 'a guess' } })).status).toBe(400)
    await ask(app, removePasskey, { ...of, body: { password: PASSWORD } })
    expect((await open(other.key)).status).toBe(401)
    expect((await ask(app, getSecondFactor, { token: removed.token })).recoveryCodesLeft).toBe(0)
    await new Browser(app).signIn(removed.username)
  })
})

describe('a passkey as the second factor', () => {
  test('is requested after the password, alone or as an alternative to the app', async () => {
    const user = await withPassword(app)
    await register(user)
    const methodsOf = async ({ username }: TestUser) =>
      SecondFactorNeeded.parse((await new Browser(app).post(signIn.path, { login: username, password: PASSWORD })).body)
        .methods
    expect(await methodsOf(user)).toEqual(['passkey'])
    const both = await enrolled(app)
    await register(both.user)
    expect(await methodsOf(both.user)).toEqual(['app', 'passkey'])
  })

  test('opens the session of the ticket once, also without a PIN; a recovery code does as well', async () => {
    const user = await withPassword(app)
    const { key, recoveryCodes } = await register(user, 'Security key', { ...HERE, isVerified: false })
    const ticket = await ticketOf(app, user)
    expect((await open(key, { ticket, where: { ...HERE, isVerified: false } })).status).toBe(200)
    const again = new Browser(app).post(beginPasskeySignIn.path, { ticket })
    expect((await again).status).toBe(410)
    expect((await ask(app, listSignIns, { token: user.token })).items[0]?.method).toBe('password-and-passkey')
    expect(outcomeOf(await verify(app, await ticketOf(app, user), recoveryCodes?.[0] ?? ''))).toBe('opened')
  })

  test('of another user does not continue a sign-in', async () => {
    const [mine, other] = [await withPassword(app), await withPassword(app)]
    await register(mine)
    const { key } = await register(other)
    expect((await open(key, { ticket: await ticketOf(app, mine) })).status).toBe(401)
  })

  test('is reset with the second factor by users with the permission', async () => {
    const user = await withPassword(app)
    const { key } = await register(user)
    await ask(app, resetSecondFactor, { token: owner.token, params: { userId: user.id } })
    expect((await open(key)).status).toBe(401)
    await new Browser(app).signIn(user.username)
  })
})

test('only the owner renames or removes a passkey', async () => {
  const [mine, other] = [await withPassword(app), await aUser(app)]
  const { passkey } = await register(mine)
  const params = { passkeyId: passkey.id }
  expect((await refusalOf(app, renamePasskey, { token: other.token, params, body: { name: 'Mine' } })).status).toBe(404)
  await ask(app, renamePasskey, { token: mine.token, params, body: { name: ' Work laptop ' } })
  expect((await ask(app, listPasskeys, { token: mine.token })).items[0]?.name).toBe('Work laptop')
})
