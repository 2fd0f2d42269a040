import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { freeSeats, getSeats } from '../../../contract/workspace/seats.ts'
import { inviteUsers } from '../../../contract/workspace/invitations.ts'
import { USER_TEXTS } from '../../../contract/workspace/user-texts.ts'
import { createUser, updateUser } from '../../../contract/workspace/users.ts'
import { ask, refusalOf, startTestApp, type TestApp } from '../support/app.ts'
import { besideEachOther, WORKSPACE } from '../support/beside-each-other.ts'
import { aUser, aWorkspace, type TestUser } from '../support/people.ts'

let app: TestApp
let owner: TestUser
let engineers: number
beforeAll(async () => {
  app = await startTestApp()
  owner = await aWorkspace(app)
  const { id } = await app.db
    .selectFrom('user_group')
    .select('id')
    .where('invitable', '=', true)
    .executeTakeFirstOrThrow()
  engineers = id
})
afterAll(() => app.close())
beforeEach(() => app.db.deleteFrom('workspace_user').where('id', '<>', owner.id).execute())

const limit = (seats: number | null, readOnlySeats: number | null = null) =>
  app.db.updateTable('workspace').set({ seats, read_only_seats: readOnlySeats }).execute()
const seats = async () => (await ask(app, getSeats, { token: owner.token })).data
let names = 0
const creating = (changes: object = {}) => {
  names += 1
  const username = `seat${names}`
  const body = {
    username,
    email: `${username}@example.test`,
    password: 'olive-tree-60',
    groupId: engineers,
    ...changes,
  }
  return { token: owner.token, body: body as never }
}
const changing = ({ id }: TestUser, body: object) => ({
  token: owner.token,
  params: { userId: id },
  body: body as never,
})
const inviting = (emails: string[], haveReadOnlyAccess = false) => ({
  token: owner.token,
  body: { emails, haveReadOnlyAccess, groupId: engineers, projects: [] },
})

test('[USERS-05] [USERS-35] [INVT-12] counts active and pending users of each kind, and no inactive or system users', async () => {
  await limit(null)
  await aUser(app, { status: 'INACTIVE' })
  await aUser(app, { readOnly: true })
  await aUser(app, { readOnly: true, status: 'PENDING' })
  const system = await aUser(app)
  await app.db.updateTable('workspace_user').set({ kind: 'system' }).where('id', '=', system.id).execute()
  await ask(app, inviteUsers, inviting(['seated@example.test']))
  const counted = { paidUsers: 2, paidPending: 1, readOnlyUsers: 2, readOnlyPending: 1 }
  expect(await seats()).toEqual({ paidSeats: null, readOnlySeats: null, ...counted })
  await limit(40, 1)
  const stats = await seats()
  expect(stats).toEqual({ paidSeats: 40, readOnlySeats: 1, ...counted })
  expect([freeSeats(stats, false), freeSeats(stats, true)]).toEqual([38, 0])
})

test('[UFORM-13] [UFORM-18] rejects a new user without a free seat of that kind', async () => {
  await limit(1, 1)
  expect(await refusalOf(app, createUser, creating())).toMatchObject({
    status: 409,
    message: USER_TEXTS.noSeatsToCreate,
  })
  await ask(app, createUser, creating({ hasReadOnlyAccess: true }))
  expect(await refusalOf(app, createUser, creating({ hasReadOnlyAccess: true }))).toMatchObject({
    status: 409,
    message: USER_TEXTS.noSeatsToCreate,
  })
})

test('[INVT-03] [INVT-07] rejects more invitations than free seats of that kind', async () => {
  await limit(2, 0)
  const message = USER_TEXTS.tooManyInvitations(1)
  expect(await refusalOf(app, inviteUsers, inviting(['a@example.test', 'b@example.test']))).toMatchObject({
    status: 409,
    errors: [{ field: 'emails', message }],
  })
  expect(await refusalOf(app, inviteUsers, inviting(['a@example.test'], true))).toMatchObject({
    status: 409,
    message: USER_TEXTS.noSeatsToInvite,
  })
  await ask(app, inviteUsers, inviting(['a@example.test']))
  expect((await refusalOf(app, inviteUsers, inviting(['b@example.test']))).message).toBe(USER_TEXTS.noSeatsToInvite)
})

test('[USERS-26] [USERS-27] [USERS-28] activating and converting take a seat, and deactivating frees one', async () => {
  const [one, other] = [await aUser(app), await aUser(app, { status: 'INACTIVE' })]
  await limit(2, 0)
  const refused = async (whom: TestUser, body: object) =>
    (await refusalOf(app, updateUser, changing(whom, body))).message
  expect(await refused(other, { status: 'ACTIVE' })).toBe(USER_TEXTS.noUserSeats)
  expect(await refused(one, { hasReadOnlyAccess: true })).toBe(USER_TEXTS.noReadOnlySeats)
  await ask(app, updateUser, changing(one, { status: 'INACTIVE' }))
  await ask(app, updateUser, changing(other, { status: 'ACTIVE' }))
  await limit(2, 1)
  await ask(app, updateUser, changing(other, { hasReadOnlyAccess: true }))
  await ask(app, updateUser, changing(one, { status: 'ACTIVE' }))
  expect(await refused(other, { hasReadOnlyAccess: false })).toBe(USER_TEXTS.noUserSeats)
})

test('one of two users gets the last seat', async () => {
  await limit(2)
  const settled = await besideEachOther(app, WORKSPACE, () =>
    Promise.allSettled([ask(app, createUser, creating()), ask(app, inviteUsers, inviting(['last@example.test']))]),
  )
  expect(settled.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect((await seats()).paidUsers).toBe(2)
})
