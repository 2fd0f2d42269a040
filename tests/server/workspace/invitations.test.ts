import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { ERROR_CODES } from '../../../contract/errors.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { listProjects } from '../../../contract/projects/projects.ts'
import { signIn } from '../../../contract/session/session.ts'
import { USER_TEXTS } from '../../../contract/workspace/user-texts.ts'
import {
  acceptInvitation,
  INVITATION_PATH,
  inviteUsers,
  openInvitation,
  resendInvitation,
} from '../../../contract/workspace/invitations.ts'
import { getUser, updateUser } from '../../../contract/workspace/users.ts'
import { usernameFrom } from '../../../server/workspace/invitations/usernames.ts'
import { Browser } from '../session/browser.ts'
import { ask, refusalOf, send, startTestApp, type TestApp } from '../support/app.ts'
import { openMailbox } from '../support/mailbox.ts'
import { aGroup, aUser, aProject, aWorkspace, type TestUser } from '../support/people.ts'

const PASSWORD = 'olive-tree-60'
let app: TestApp
let owner: TestUser
let engineers: number
let names = 0
const anEmail = () => {
  names += 1
  return `guest.${names}@example.test`
}

const started = async (environment: Record<string, string> = {}) => {
  app = await startTestApp({ SIGN_IN_ATTEMPTS: '100000', ...environment })
  owner = await aWorkspace(app)
  const { id } = await app.db
    .selectFrom('user_group')
    .select('id')
    .where('invitable', '=', true)
    .executeTakeFirstOrThrow()
  engineers = id
}
const inviting = (emails: readonly string[], body: object = {}, by = owner) => ({
  token: by.token,
  body: { emails: [...emails], groupId: engineers, ...body } as never,
})
const invite = (emails: readonly string[], body: object = {}) => ask(app, inviteUsers, inviting(emails, body))
const tokenIn = (link: string | undefined): string => link?.split('#')[1] ?? ''
/** A user who was invited, and the token of their link. */
const invited = async (body: object = {}) => {
  const { items, links } = await invite([anEmail()], body)
  const user = items[0]
  if (!user) throw new Error('nobody was invited')
  return { user, token: tokenIn(links[0]?.link) }
}
const about = ({ id }: { id: number }, by = owner) => ({ token: by.token, params: { userId: id } })
const accepting = (token: string, body: object = {}) => {
  names += 1
  return { body: { token, username: `joined${names}`, firstName: 'Ada', password: PASSWORD, ...body } as never }
}

describe('without a mail server', () => {
  beforeAll(() => started())
  afterAll(() => app.close())

  test('[INVT-09] [INVT-12] creates pending users with a username from the address, and gives the inviter the links', async () => {
    const { items, links } = await invite(['ada.byron@example.test', 'Ada.Byron@other.test', 'a_b+c@example.test'])
    expect(items.map(({ username, status, groups }) => [username, status, groups?.[0]?.id])).toEqual([
      ['ada.byron', 'PENDING', engineers],
      ['Ada.Byron-2', 'PENDING', engineers],
      ['a-b-c', 'PENDING', engineers],
    ])
    const days = (Date.parse(items[0]?.invitationExpiresAt ?? '') - Date.now()) / 86_400_000
    expect(days).toBeCloseTo(LIMITS.invitationDays, 1)
    expect(links.map(({ email }) => email)).toEqual(items.map(({ email }) => email))
    for (const { link } of links)
      expect(link).toMatch(new RegExp(`^${app.config.PUBLIC_URL}${INVITATION_PATH}#[\\w-]{43}$`))
    const outbox = path.join(app.config.DATA_DIR, 'outbox')
    const mails = () => (existsSync(outbox) ? readdirSync(outbox).filter((name) => name.endsWith('.eml')) : [])
    await vi.waitFor(() => expect(mails()).toHaveLength(3), { timeout: 60_000 })
    const stored = JSON.stringify(await app.db.selectFrom('event').select('payload').execute())
    for (const { link } of links) expect(stored).not.toContain(tokenIn(link))
  })

  test('usernames come from any address, in the length and the characters that they have', () => {
    expect(usernameFrom('a@b.test')).toBe('a--')
    expect(usernameFrom('üñ+x@b.test')).toBe('---x')
    expect(usernameFrom(`${'x'.repeat(64)}@b.test`).length).toBeLessThan(LIMITS.maxUsername)
  })

  test('[INVT-02] [INVT-03] names every invalid address, and then creates nobody', async () => {
    const faults = async (emails: string[]) => {
      const { status, errors } = await refusalOf(app, inviteUsers, inviting(emails))
      return [status, errors?.map(({ field, message }) => `${field}: ${message}`)]
    }
    const [fine, known] = [anEmail(), anEmail()]
    await invite([known])
    expect(await faults([fine, 'maria@larkspur', ''])).toEqual([
      400,
      [`emails.1: ${USER_TEXTS.emailInvalid}`, `emails.2: ${USER_TEXTS.emailRequired}`],
    ])
    expect(await faults([fine, fine.toUpperCase()])).toEqual([400, [`emails.1: ${USER_TEXTS.emailTwice}`]])
    expect(await faults([fine, known.toUpperCase(), 'owner@example.test'])).toEqual([
      409,
      [`emails.1: ${USER_TEXTS.emailTaken}`, `emails.2: ${USER_TEXTS.emailTaken}`],
    ])
    expect(await faults([])).toEqual([400, [`emails: ${USER_TEXTS.emailRequired}`]])
    expect(await faults(Array.from({ length: 51 }, () => anEmail()))).toEqual([
      400,
      [`emails: ${USER_TEXTS.maxEmails(50)}`],
    ])
    expect((await invite([fine])).items).toHaveLength(1)
  })

  test('[INVT-05] accepts only invitable groups that the inviter may grant', async () => {
    const closed = await aGroup(app, ['projects:create'])
    expect(await refusalOf(app, inviteUsers, inviting([anEmail()], { groupId: closed }))).toMatchObject({
      status: 400,
      errors: [{ field: 'groupId', message: USER_TEXTS.groupNotInvitable }],
    })
    const strong = await aGroup(app, ['BILLING'])
    await app.db.updateTable('user_group').set({ invitable: true }).where('id', '=', strong).execute()
    const manager = await aUser(app, { permissions: ['IAM_USERS_UPDATE'] })
    expect((await refusalOf(app, inviteUsers, inviting([anEmail()], { groupId: strong }, manager))).status).toBe(403)
    const { user } = await invited({ groupId: strong })
    // Without a mail server the answer has the link, and with it the account.
    expect((await refusalOf(app, resendInvitation, about(user, manager))).status).toBe(403)
  })

  test('[INVT-06] [INVT-10] [INVT-11] read-only invitees become guests of their projects and join no group', async () => {
    const projectId = await aProject(app, owner, `INV${names}`)
    const { user, token } = await invited({ haveReadOnlyAccess: true, projects: [{ projectId, role: 'MANAGER' }] })
    expect(user).toMatchObject({ hasReadOnlyAccess: true, groups: [] })
    const { authToken } = await ask(app, acceptInvitation, accepting(token))
    const { items } = await ask(app, listProjects, { token: authToken })
    expect(items.map(({ id, role }) => [id, role])).toEqual([[projectId, 'GUEST']])
  })

  test('the link names inviter and workspace, and accepting it activates the user and signs them in', async () => {
    const { user, token } = await invited()
    expect(await ask(app, openInvitation, { body: { token } })).toEqual({
      workspaceName: 'Tests',
      email: user.email,
      username: user.username,
      invitedBy: 'owner Tester',
      expiresAt: user.invitationExpiresAt,
    })
    expect((await refusalOf(app, signIn, { body: { login: user.email, password: PASSWORD } })).status).toBe(401)
    const browser = new Browser(app)
    const { body } = accepting(token, { username: 'Ada Byron' })
    const accepted = await browser.post(acceptInvitation.path, body)
    expect(accepted).toMatchObject({
      status: 200,
      body: { user: { id: user.id, username: 'Ada Byron', firstName: 'Ada' } },
    })
    expect((await browser.renew()).status).toBe(200)
    await new Browser(app).signIn('ada byron')
    const stored = await ask(app, getUser, about(user))
    expect(stored).toMatchObject({ status: 'ACTIVE', invitationExpiresAt: null })
    expect(stored.lastLogin).not.toBeNull()
  })

  test('a link works once, for seven days, and never when it was made up', async () => {
    const gone = { status: 410, code: ERROR_CODES.gone }
    const { token } = await invited()
    await ask(app, acceptInvitation, accepting(token))
    expect(await refusalOf(app, acceptInvitation, accepting(token))).toMatchObject({
      ...gone,
      message: USER_TEXTS.invitationUsed,
    })
    expect(await refusalOf(app, openInvitation, { body: { token } })).toMatchObject(gone)
    const late = await invited()
    await app.db
      .updateTable('invitation')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('user_id', '=', late.user.id)
      .execute()
    for (const refused of [
      await refusalOf(app, openInvitation, { body: { token: late.token } }),
      await refusalOf(app, acceptInvitation, accepting(late.token)),
    ])
      expect(refused).toMatchObject({ ...gone, message: USER_TEXTS.invitationOver })
    expect((await refusalOf(app, openInvitation, { body: { token: 'made-up' } })).status).toBe(404)
  })

  test('one of two concurrent acceptances gets the account; a username in use is rejected', async () => {
    const { token } = await invited()
    expect(await refusalOf(app, acceptInvitation, accepting(token, { username: 'OWNER' }))).toMatchObject({
      status: 409,
      errors: [{ field: 'username', message: USER_TEXTS.usernameTaken }],
    })
    const settled = await Promise.allSettled([
      ask(app, acceptInvitation, accepting(token)),
      ask(app, acceptInvitation, accepting(token)),
    ])
    expect(settled.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test('[USERS-18] [USERS-32] sending again replaces the link and restarts the seven days; only for pending users', async () => {
    const { user, token } = await invited()
    await app.db
      .updateTable('invitation')
      .set({ expires_at: new Date(0) })
      .where('user_id', '=', user.id)
      .execute()
    const again = await ask(app, resendInvitation, about(user))
    expect(Date.parse(again.user.invitationExpiresAt ?? '')).toBeGreaterThan(Date.now())
    expect((await refusalOf(app, openInvitation, { body: { token } })).status).toBe(404)
    await ask(app, acceptInvitation, accepting(tokenIn(again.links[0]?.link)))
    expect(await refusalOf(app, resendInvitation, about(user))).toMatchObject({
      status: 409,
      message: USER_TEXTS.invitationsOfPendingOnly,
    })
  })

  test('[USERS-15] deactivating a pending user, or another address, makes the link useless', async () => {
    const [one, other] = [await invited(), await invited()]
    const change = (user: { id: number }, body: object) => ask(app, updateUser, { ...about(user), body: body as never })
    await change(one.user, { status: 'INACTIVE' })
    await change(other.user, { email: anEmail() })
    for (const { token } of [one, other])
      expect((await refusalOf(app, acceptInvitation, accepting(token))).status).toBe(404)
    expect(await refusalOf(app, updateUser, { ...about(other.user), body: { status: 'ACTIVE' } })).toMatchObject({
      status: 409,
    })
  })

  test('a link is stored nowhere in the open: a repeated request is not answered with it again', async () => {
    const request = { method: 'POST', token: owner.token, headers: { 'idempotency-key': `key-${names}` } }
    const body = { emails: [anEmail()], groupId: engineers }
    expect((await send(app, inviteUsers.path, { ...request, body })).status).toBe(200)
    const repeated = await send(app, inviteUsers.path, { ...request, body })
    expect(repeated.status).toBe(409)
    const keys = await app.db.selectFrom('idempotency_key').selectAll().execute()
    expect(JSON.stringify(keys)).not.toContain('#')
  })
})

test('delays attempts to guess links from one address', async () => {
  await started({ SIGN_IN_ATTEMPTS: '2' })
  const guess = async (token: string) => (await refusalOf(app, openInvitation, { body: { token } })).status
  const statuses: number[] = []
  for (let i = 0; i < 30; i += 1) statuses.push(await guess(`made-up-${i}`))
  expect([statuses[0], statuses.at(-1)]).toEqual([404, 429])
  await app.close()
})

test('with a mail server the link is mailed, and the inviter does not see it', async () => {
  const mailbox = await openMailbox()
  await started({ SMTP_URL: mailbox.url })
  const { items, links } = await invite(['mailed@example.test'])
  expect(links).toEqual([])
  const received = () => mailbox.to('mailed@example.test')
  await vi.waitFor(() => expect(received()).toHaveLength(1), { timeout: 60_000 })
  const mail = received()[0] ?? ''
  expect(mail).toContain('To: mailed@example.test')
  expect(mail).toContain('owner Tester invites you to Tests')
  const token = new RegExp(`${INVITATION_PATH}#([\\w-]+)`).exec(mail)?.[1] ?? ''
  expect((await ask(app, acceptInvitation, accepting(token))).user.id).toBe(items[0]?.id)
  await app.close()
  await mailbox.close()
})
