import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { updateProfile } from '../../../../contract/workspace/profile.ts'
import { resetPassword } from '../../../../contract/session/session.ts'
import { hashToken } from '../../../../server/access/tokens.ts'
import { ask, refusalOf, startTestApp, type TestApp } from '../../support/app.ts'
import { aUser, aWorkspace, type TestUser } from '../../support/people.ts'
import { givePassword, PASSWORD } from '../../session/browser.ts'

let app: TestApp
let user: TestUser

beforeAll(async () => {
  app = await startTestApp({ SIGN_IN_ATTEMPTS: '3' })
  await aWorkspace(app)
})
afterAll(() => app.close())
beforeEach(async () => {
  user = await aUser(app)
  await givePassword(app, user)
})

const changing = (email: string, currentPassword?: string) => ({
  token: user.token,
  body: { firstName: 'Greta', lastName: 'Lind', email, ...(currentPassword === undefined ? {} : { currentPassword }) },
})
const elsewhere = () => `${user.username}@elsewhere.test`
const storedEmail = async () =>
  (await app.db.selectFrom('workspace_user').select('email').where('id', '=', user.id).executeTakeFirstOrThrow()).email

test('another e-mail address needs the current password; names alone do not', async () => {
  const before = await storedEmail()
  for (const password of [undefined, '', 'a guess'])
    expect(await refusalOf(app, updateProfile, changing(elsewhere(), password))).toMatchObject({
      status: 400,
      errors: [{ field: 'currentPassword' }],
    })
  expect(await storedEmail()).toBe(before)
  expect(await ask(app, updateProfile, changing(before))).toMatchObject({ firstName: 'Greta', email: before })
  expect(await ask(app, updateProfile, changing(elsewhere(), PASSWORD))).toMatchObject({ email: elsewhere() })
})

test('guesses at the current password are limited', async () => {
  for (let i = 0; i < 3; i += 1) await refusalOf(app, updateProfile, changing(elsewhere(), `guess ${i}`))
  expect(await refusalOf(app, updateProfile, changing(elsewhere(), PASSWORD))).toMatchObject({ status: 429 })
})

test('the password is in no event, and links mailed to the address before stop working', async () => {
  const expires_at = new Date(Date.now() + 60_000)
  await app.db
    .insertInto('password_reset')
    .values({ hash: hashToken('mailed before'), user_id: user.id, expires_at })
    .execute()
  await ask(app, updateProfile, changing(elsewhere(), PASSWORD))
  const body = { token: 'mailed before', newPassword: 'fig-tree-61' }
  expect(await refusalOf(app, resetPassword, { body })).toMatchObject({ status: 400 })
  const events = await app.db.selectFrom('event').select('payload').where('stream', '=', `person:${user.id}`).execute()
  expect(JSON.stringify(events)).toContain(elsewhere())
  expect(JSON.stringify(events)).not.toContain(PASSWORD)
})
