import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ERROR_CODES } from '../../../contract/errors.ts'
import { changePassword } from '../../../contract/workspace/profile.ts'
import { forgotPassword, resetPassword, signIn } from '../../../contract/session/session.ts'
import { send, startTestApp, type Received, type TestApp } from '../support/app.ts'
import { aUser, aWorkspace, type TestUser } from '../support/people.ts'
import { codeOf, givePassword, PASSWORD } from './browser.ts'

const FREE = 4

let app: TestApp
/** Each test has its own user and addresses. */
let user: TestUser
let people = 0

beforeAll(async () => {
  app = await startTestApp({ SIGN_IN_ATTEMPTS: String(FREE), TRUST_PROXY: '1' })
  await aWorkspace(app)
})
afterAll(() => app.close())
beforeEach(async () => {
  people += 1
  user = await aUser(app, { username: `greta${people}` })
  await givePassword(app, user)
})

const here = () => `198.51.100.${people}`
const elsewhere = () => `203.0.113.${people}`
const post = (path: string, body: unknown, address: string) =>
  send(app, path, { method: 'POST', body, headers: { 'x-forwarded-for': address } })
const trySignIn = (login: string, password: string, address: string) => post(signIn.path, { login, password }, address)
const times = async (count: number, act: (i: number) => Promise<Received>): Promise<Received[]> => {
  const answers: Received[] = []
  for (let i = 0; i < count; i += 1) answers.push(await act(i))
  return answers
}
const statuses = (answers: Received[]) => answers.map(({ status }) => status)
const REFUSED = Array.from({ length: FREE }, () => 401)

describe('signing in', () => {
  test('delays sign-ins after too many wrong passwords, with Retry-After, including the right password', async () => {
    const answers = await times(FREE + 1, (i) => trySignIn(user.username, `guess ${i}`, here()))
    expect(statuses(answers)).toEqual([...REFUSED, 429])
    const slowed = answers.at(-1) as Received<{ message: string }>
    expect(codeOf(slowed)).toBe(ERROR_CODES.tooMany)
    expect(slowed.body.message).toMatch(/try again in \d+ s/)
    expect(Number(slowed.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await trySignIn(user.username, PASSWORD, here())).status).toBe(429)
  })

  test('blanks, capitals and the e-mail instead of the username are the same account', async () => {
    const { username } = user
    const names = [`   ${username}`, username.toUpperCase(), `${username}@example.test`, `${username}\t`, username]
    expect(statuses(await times(names.length, (i) => trySignIn(names[i]!, 'guess', here())))).toEqual([...REFUSED, 429])
  })

  test('limits an unknown username alike', async () => {
    const answers = await times(FREE + 1, () => trySignIn(`nobody${people}`, 'guess', here()))
    expect(statuses(answers)).toEqual([...REFUSED, 429])
  })

  test('attempts from another address lock nobody out', async () => {
    await times(FREE + 1, (i) => trySignIn(user.username, `guess ${i}`, elsewhere()))
    expect((await trySignIn(user.username, PASSWORD, elsewhere())).status).toBe(429)
    expect((await trySignIn(user.username, PASSWORD, here())).status).toBe(200)
  })

  test('parallel guesses do not slip through while the first are being checked', async () => {
    const answers = await Promise.all(
      Array.from({ length: 3 * FREE }, (_, i) => trySignIn(user.username, `guess ${i}`, here())),
    )
    expect(statuses(answers).filter((status) => status === 401)).toHaveLength(FREE)
  })

  test('right passwords are not counted', async () => {
    const answers = await times(2 * FREE, () => trySignIn(user.username, PASSWORD, here()))
    expect(new Set(statuses(answers))).toEqual(new Set([200]))
  })
})

test('guesses at the old password are limited as those at sign-in are, and together with them', async () => {
  const guess = (oldPassword: string) =>
    send(app, changePassword.path, {
      method: 'PUT',
      token: user.token,
      body: { oldPassword, newPassword: 'fig-tree-61' },
      headers: { 'x-forwarded-for': here() },
    })
  const answers = await times(FREE + 1, (i) => guess(`guess ${i}`))
  expect(statuses(answers)).toEqual([...REFUSED.map(() => 400), 429])
  expect(answers.at(-1)?.headers.get('retry-after')).not.toBeNull()
  expect((await guess(PASSWORD)).status).toBe(429)
  expect((await trySignIn(user.username, PASSWORD, here())).status).toBe(429)
})

describe('resetting a password', () => {
  test('limits reset links by account and address, without blocking sign-ins', async () => {
    const ask = (address: string, email = `${user.username}@example.test`) =>
      post(forgotPassword.path, { email }, address)
    const answers = await times(FREE + 1, () => ask(elsewhere()))
    expect(statuses(answers)).toEqual([...REFUSED.map(() => 200), 429])
    expect((await ask(elsewhere(), `someone${people}@example.test`)).status).toBe(200)
    expect((await ask(here())).status).toBe(200)
    expect((await trySignIn(user.username, PASSWORD, elsewhere())).status).toBe(200)
  })

  test('wrong links at one address do not block resets of other users', async () => {
    const use = (address: string, i: number) =>
      post(resetPassword.path, { token: `made up ${people} ${i}`, newPassword: 'fig-tree-61' }, address)
    const answers = await times(FREE * 10 + 1, (i) => use(elsewhere(), i))
    expect(answers.at(-1)?.status).toBe(429)
    expect((await use(here(), 0)).status).toBe(400)
  })
})
