import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ERROR_CODES } from '../../../contract/errors.ts'
import { getHomepage } from '../../../contract/workspace/homepage.ts'
import { createWorkspace, getWelcome, OpenSession, signIn } from '../../../contract/session/session.ts'
import { ask, refusalOf, send, startTestApp, type TestApp } from '../support/app.ts'
import { aUser, aWorkspace, type TestUser } from '../support/people.ts'
import { Browser, givePassword, PASSWORD } from './browser.ts'

const founder = {
  workspaceName: 'Larkspur',
  username: 'nadia',
  firstName: 'Nadia',
  lastName: 'Krol',
  email: 'nadia@larkspur.test',
  password: PASSWORD,
}

describe('an empty server', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp()
  })
  afterAll(() => app.close())

  test('reports that it is empty, and names every invalid field of the set-up', async () => {
    expect(await ask(app, getWelcome)).toEqual({
      empty: true,
      workspaceName: null,
      workspaceLogoUrl: null,
      mail: 'outbox',
      passkeys: expect.any(Boolean) as boolean,
      identityProviders: [],
    })
    const wrong = { ...founder, workspaceName: ' ', email: 'nadia', password: 'short', username: 'na dia' }
    const { status, errors } = await refusalOf(app, createWorkspace, { body: wrong })
    expect(status).toBe(400)
    expect(errors?.map(({ field }) => field).sort()).toEqual(['email', 'password', 'username', 'workspaceName'])
    expect((await ask(app, getWelcome)).empty).toBe(true)
  })

  test('makes exactly one of two concurrent visitors its owner', async () => {
    const visits = ['nadia', 'tom'].map((username) =>
      send(app, createWorkspace.path, {
        method: 'POST',
        body: { ...founder, username, email: `${username}@larkspur.test` },
      }),
    )
    const answers = await Promise.all(visits)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
    const won = OpenSession.parse(answers.find(({ status }) => status === 200)?.body)
    expect(won.user).toMatchObject({ superAdmin: true, readOnly: false })
    expect(await ask(app, getWelcome)).toMatchObject({ empty: false, workspaceName: 'Larkspur' })
    const { total } = await app.db
      .selectFrom('workspace_user')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
    expect(total).toBe(1)
  })

  test('keeps passwords as argon2id hashes alone', async () => {
    const { password_hash: stored } = await app.db
      .selectFrom('workspace_user')
      .select('password_hash')
      .executeTakeFirstOrThrow()
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })
})

describe('signing in', () => {
  let app: TestApp
  let user: TestUser
  beforeAll(async () => {
    app = await startTestApp({ PUBLIC_URL: 'https://assay.example' })
    await aWorkspace(app)
    user = await aUser(app, { username: 'Greta' })
    await givePassword(app, user)
  })
  afterAll(() => app.close())

  test('accepts username or e-mail, ignoring case; the refresh token stays in an HttpOnly cookie', async () => {
    const browser = new Browser(app)
    const opened = await browser.signIn('gRETA')
    expect((await browser.signIn('GRETA@example.test')).user.id).toBe(user.id)
    expect(await ask(app, getHomepage, { token: opened.authToken })).toMatchObject({ homepage: 'projects' })
    const { headers, body } = await browser.renew()
    const refresh = headers.getSetCookie().find((line) => line.startsWith('assay_refresh=')) ?? ''
    for (const part of ['HttpOnly', 'SameSite=Strict', 'Secure', 'Path=/api/session']) expect(refresh).toContain(part)
    expect(JSON.stringify(body)).not.toContain(browser.cookies['assay_refresh'])
  })

  test('[SESSION-10] answers every wrong input alike, without asking for a renewal', async () => {
    const unknown = await refusalOf(app, signIn, { body: { login: 'nobody', password: PASSWORD } })
    const wrong = await refusalOf(app, signIn, { body: { login: 'Greta', password: `${PASSWORD}!` } })
    expect(wrong).toMatchObject({ status: 401, code: ERROR_CODES.wrongCredentials })
    expect({ ...unknown, requestId: '' }).toEqual({ ...wrong, requestId: '' })
  })

  test('rejects users without a password', async () => {
    const other = await aUser(app, { username: 'sso-person' })
    const { status } = await refusalOf(app, signIn, {
      body: { login: other.username, password: 'nobody has this password' },
    })
    expect(status).toBe(401)
  })
})
