import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { createQueryId, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { listProjects } from '../../../contract/projects/projects.ts'
import { forgotPassword, getWelcome, resetPassword, signIn } from '../../../contract/session/session.ts'
import { createMailer } from '../../../server/mail/mailer.ts'
import { findAccount } from '../../../server/session/accounts.ts'
import { requestReset } from '../../../server/session/reset.ts'
import { ask, refusalOf, send, startTestApp, type TestApp } from '../support/app.ts'
import { openMailbox, type Mailbox } from '../support/mailbox.ts'
import { aUser, anAccessToken, aWorkspace } from '../support/people.ts'
import { Browser, givePassword, isRenewalRefused } from './browser.ts'

const newPassword = 'fig-tree-61'
const linkIn = (mail: string): string =>
  /token=([\w-]+)/.exec(mail.replaceAll('=\r\n', '').replaceAll('=3D', '='))?.[1] ?? ''

let app: TestApp
/** A new user per test, who has forgotten a password. */
let username: string
let email: string
let people = 0
const started = async (environment: Record<string, string> = {}) => {
  app = await startTestApp({ SIGN_IN_ATTEMPTS: '1000', ...environment })
  await aWorkspace(app)
}
const forgetful = async () => {
  people += 1
  username = `greta${people}`
  email = `${username}@example.test`
  await givePassword(app, await aUser(app, { username }))
}

describe('without a mail server', () => {
  beforeAll(() => started())
  afterAll(() => app.close())
  beforeEach(forgetful)
  const mails = (): string[] => {
    const outbox = path.join(app.config.DATA_DIR, 'outbox')
    return existsSync(outbox)
      ? readdirSync(outbox)
          .filter((name) => name.endsWith('.eml'))
          .sort()
          .map((name) => readFileSync(path.join(outbox, name), 'utf8'))
      : []
  }
  const userOf = async () => {
    const { id } = await app.db
      .selectFrom('workspace_user')
      .select('id')
      .where('username', '=', username)
      .executeTakeFirstOrThrow()
    return { id, username, token: '' }
  }
  const askForLink = async (): Promise<string> => {
    const before = mails().length
    await ask(app, forgotPassword, { body: { email: email.toUpperCase() } })
    await vi.waitFor(() => expect(mails()).toHaveLength(before + 1), { timeout: 60_000 })
    return linkIn(mails().at(-1) ?? '')
  }

  test('the mail waits in the outbox folder, and sign-in pages know that', async () => {
    expect(await ask(app, getWelcome)).toMatchObject({ mail: 'outbox' })
    const token = await askForLink()
    expect(token).toMatch(/^[\w-]{43}$/)
    expect(mails().at(-1)).toContain(`To: ${email}`)
  })

  test('an unknown address gets the same answer and no mail', async () => {
    const before = mails().length
    const answers = await Promise.all(
      [email, 'nobody@example.test'].map((one) => ask(app, forgotPassword, { body: { email: one } })),
    )
    expect(answers[0]).toEqual(answers[1])
    await vi.waitFor(() => expect(mails()).toHaveLength(before + 1), { timeout: 60_000 })
  })

  test('the link sets the password once, ends every session, and makes every other link useless', async () => {
    const browser = new Browser(app)
    await browser.signIn(username)
    const [first, second] = [await askForLink(), await askForLink()]
    await ask(app, resetPassword, { body: { token: second, newPassword } })
    expect(isRenewalRefused(await browser.renew())).toBe(true)
    expect((await new Browser(app).signIn(username, newPassword)).user.username).toBe(username)
    for (const token of [first, second, 'made-up']) {
      const refused = await refusalOf(app, resetPassword, { body: { token, newPassword: 'another-one-62' } })
      expect(refused).toMatchObject({ status: 400, errors: [{ field: 'token' }] })
    }
    expect((await new Browser(app).signIn(username, newPassword)).user.username).toBe(username)
  })

  test('a link expires after an hour, and a rejected password does not use it up', async () => {
    const token = await askForLink()
    const { status, errors } = await refusalOf(app, resetPassword, { body: { token, newPassword: 'short' } })
    expect([status, errors?.map(({ field }) => field)]).toEqual([400, ['newPassword']])
    await app.db
      .updateTable('password_reset')
      .set({ expires_at: new Date(0) })
      .execute()
    expect(await refusalOf(app, resetPassword, { body: { token, newPassword } })).toMatchObject({ status: 400 })
    expect(await refusalOf(app, signIn, { body: { login: username, password: newPassword } })).toMatchObject({
      status: 401,
    })
  })

  test('a known address is answered before anything is written, so that its time and its failures reveal nothing', async () => {
    await sql`alter table password_reset rename to password_reset_away`.execute(app.db)
    try {
      expect(await ask(app, forgotPassword, { body: { email } })).toEqual(
        await ask(app, forgotPassword, { body: { email: 'nobody@example.test' } }),
      )
    } finally {
      await sql`alter table password_reset_away rename to password_reset`.execute(app.db)
    }
  })

  test('runs the same statements for a known and an unknown address', async () => {
    const statementsFor = async (address: string): Promise<string[]> => {
      const statements: string[] = []
      const recorded = app.db.withPlugin({
        transformQuery: ({ node }) => {
          statements.push(app.db.getExecutor().compileQuery(node, createQueryId()).sql)
          return node
        },
        transformResult: ({ result }) => Promise.resolve(result),
      })
      const mailer = createMailer(app.config)
      await findAccount(recorded, address)
      await requestReset(recorded, mailer, app.config.PUBLIC_URL, address, app.app.log)
      return statements
    }
    const before = mails().length
    const known = await statementsFor(email)
    expect(known.length).toBeGreaterThan(1)
    expect(await statementsFor('nobody@example.test')).toEqual(known)
    await vi.waitFor(() => expect(mails()).toHaveLength(before + 1), { timeout: 60_000 })
  })

  test('a reset deletes the user’s access tokens on request, and no others', async () => {
    const user = await userOf()
    const other = await aUser(app)
    const [token, others] = [await anAccessToken(app, user), await anAccessToken(app, other)]
    const exchange = async (refreshToken: string) =>
      (await send(app, '/api/iam/v1/auth/refresh', { method: 'POST', body: { refreshToken } })).status
    const exchanged = await send(app, '/api/iam/v1/auth/refresh', { method: 'POST', body: { refreshToken: token } })
    const { authToken } = exchanged.body as { authToken: string }
    const projects = async () => (await send(app, listProjects.path, { token: authToken })).status
    await ask(app, resetPassword, { body: { token: await askForLink(), newPassword } })
    expect([await exchange(token), await projects()]).toEqual([200, 200])
    await ask(app, resetPassword, { body: { token: await askForLink(), newPassword, revokeAccessTokens: true } })
    expect([await exchange(token), await projects(), await exchange(others)]).toEqual([401, 401, 200])
    const events = await app.db
      .selectFrom('event')
      .select('type')
      .where('stream', '=', `person:${user.id}`)
      .where('type', '=', 'access-token/deleted')
      .execute()
    expect(events).toHaveLength(1)
  })

  test('an account gets at most five links per hour, and further requests get the same answer', async () => {
    const before = mails().length
    const { id } = await userOf()
    const links = async () => {
      const rows = await app.db.selectFrom('password_reset').select('hash').where('user_id', '=', id).execute()
      return rows.length
    }
    const mailer = createMailer(app.config)
    for (let i = 0; i < 8; i += 1) await requestReset(app.db, mailer, app.config.PUBLIC_URL, email, app.app.log)
    expect(await links()).toBe(5)
    expect(await ask(app, forgotPassword, { body: { email } })).toEqual({ mail: 'outbox' })
    await vi.waitFor(() => expect(mails()).toHaveLength(before + 5), { timeout: 60_000 })
    await app.db
      .updateTable('password_reset')
      .set({ expires_at: new Date(0) })
      .execute()
    await requestReset(app.db, mailer, app.config.PUBLIC_URL, email, app.app.log)
    expect(await links()).toBe(6)
  })

  test('the stored form of a link cannot be used', async () => {
    const token = await askForLink()
    const rows = await app.db.selectFrom('password_reset').selectAll().execute()
    expect(rows).not.toEqual([])
    expect(JSON.stringify(rows)).not.toContain(token)
  })
})

describe('with a mail server', () => {
  let mailbox: Mailbox
  beforeAll(async () => {
    mailbox = await openMailbox()
    await started({ SMTP_URL: mailbox.url, MAIL_FROM: 'Assay <assay@larkspur.test>' })
  })
  afterAll(async () => {
    await app.close()
    await mailbox.close()
  })
  beforeEach(forgetful)

  test('mails the link to its user', async () => {
    expect(await ask(app, forgotPassword, { body: { email } })).toEqual({ mail: 'smtp' })
    await vi.waitFor(() => expect(mailbox.to(email)).toHaveLength(1), { timeout: 60_000 })
    expect(mailbox.to(email)[0]).toContain('From: Assay <assay@larkspur.test>')
    await ask(app, resetPassword, { body: { token: linkIn(mailbox.to(email)[0] ?? ''), newPassword } })
    expect((await new Browser(app).signIn(username, newPassword)).user.username).toBe(username)
    expect(existsSync(path.join(app.config.DATA_DIR, 'outbox'))).toBe(false)
  })
})
