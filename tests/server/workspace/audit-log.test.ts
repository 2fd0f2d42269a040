import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAuditEntries, verifyAuditLog, type AuditEntry } from '../../../contract/workspace/audit-log.ts'
import { createGroup, updateGroup } from '../../../contract/workspace/groups.ts'
import { updateSeats } from '../../../contract/workspace/seats.ts'
import { changeUserPassword, updateUser } from '../../../contract/workspace/users.ts'
import { pruneChain } from '../../../server/db/audit-chain.ts'
import { ask, refusalOf, startTestApp, type TestApp } from '../support/app.ts'
import { aUser, aWorkspace, type TestUser } from '../support/people.ts'

let app: TestApp
let owner: TestUser
let ada: TestUser
beforeAll(async () => {
  app = await startTestApp()
  owner = await aWorkspace(app)
  ada = await aUser(app, { username: 'ada' })
})
afterAll(() => app.close())

const listed = async (query: Record<string, string | number> = {}) =>
  ask(app, listAuditEntries, { token: owner.token, query })
const newest = async (): Promise<AuditEntry | undefined> => (await listed()).items[0]
const verified = () => ask(app, verifyAuditLog, { token: owner.token })
const editing = (userId: number, body: object) => ({ token: owner.token, params: { userId }, body: body as never })

test('an entry names the user, the address, and the values before and after', async () => {
  await ask(app, updateUser, editing(ada.id, { lastName: 'Byron', expected: { lastName: 'Tester' } }))
  expect(await newest()).toMatchObject({
    actor: owner.username,
    userId: owner.id,
    type: 'person/changed',
    subject: 'ada',
    fields: [{ field: 'lastName', before: 'Tester', after: 'Byron' }],
    address: '127.0.0.1',
  })
  const body = { paidSeats: 40, expected: { paidSeats: null } }
  await ask(app, updateSeats, { token: owner.token, body })
  expect(await newest()).toMatchObject({
    type: 'workspace/seats',
    fields: [{ field: 'paidSeats', before: null, after: 40 }],
  })
})

test('contains no password, and no entry for a rejected call', async () => {
  const { total } = await listed()
  const body = { newPassword: 'olive-tree-60' }
  await ask(app, changeUserPassword, { token: owner.token, params: { userId: ada.id }, body })
  expect(JSON.stringify(await listed())).not.toContain('olive')
  expect((await newest())?.fields).toEqual([])
  const known = { token: owner.token, body: { name: 'Super admins', permissions: [], invitable: false } }
  expect((await refusalOf(app, createGroup, known)).status).toBe(409)
  expect((await listed()).total).toBe(total + 1)
})

test('finds entries by area, user, day and name, with stable pages while others are added', async () => {
  const group = await ask(app, createGroup, {
    token: owner.token,
    body: { name: 'Night shift', permissions: [], invitable: false },
  })
  const first = await listed({ pageSize: 1 })
  await ask(app, updateGroup, {
    token: owner.token,
    params: { groupId: group.id },
    body: { name: 'Day shift', expected: { name: 'Night shift' } } as never,
  })
  const ofGroups = await listed({ areas: 'groups' })
  expect(ofGroups.items.map(({ type, subject }) => [type, subject])).toEqual([
    ['group/changed', 'Night shift'],
    ['group/created', 'Night shift'],
  ])
  expect((await listed({ q: 'NIGHT' })).total).toBe(2)
  expect((await listed({ userId: ada.id })).total).toBe(0)
  const today = new Date().toISOString().slice(0, 10)
  expect((await listed({ from: today, to: today })).total).toBe((await listed()).total)
  expect((await listed({ from: '2100-01-01' })).total).toBe(0)
  const upTo = first.items[0]?.id ?? 0
  expect((await listed({ pageSize: 1, upTo })).items).toEqual(first.items)
})

test('the chain is whole with concurrent writers, and an entry that was changed, removed or cut off breaks it', async () => {
  const people = await Promise.all([1, 2, 3, 4].map(() => aUser(app)))
  await Promise.all(
    people.map(({ id }) => ask(app, updateUser, editing(id, { lastName: 'B', expected: { lastName: 'Tester' } }))),
  )
  const { total } = await listed()
  expect(await verified()).toEqual({ entries: total, brokenAt: null })

  const all = await app.db.selectFrom('audit_entry').selectAll().orderBy('id').execute()
  const middle = all[2]
  const last = all.at(-1)
  if (middle === undefined || last === undefined) throw new Error('there are too few entries')
  const restore = (row: typeof middle) =>
    app.db
      .updateTable('audit_entry')
      .set({ subject: row.subject, payload: JSON.stringify(row.payload), address: row.address })
      .where('id', '=', row.id)
      .execute()
  await app.db.updateTable('audit_entry').set({ subject: 'somebody else' }).where('id', '=', middle.id).execute()
  expect((await verified()).brokenAt).toBe(middle.id)
  await restore(middle)
  await app.db.updateTable('audit_entry').set({ address: '10.0.0.1' }).where('id', '=', middle.id).execute()
  expect((await verified()).brokenAt).toBe(middle.id)
  await restore(middle)
  expect((await verified()).brokenAt).toBeNull()

  await app.db.deleteFrom('audit_entry').where('id', '=', last.id).execute()
  expect((await verified()).brokenAt).toBe(0)
  await app.db.deleteFrom('audit_entry').where('id', '=', middle.id).execute()
  expect((await verified()).brokenAt).toBe(all[3]?.id)
})

test('the oldest entries are deleted first, and the chain continues from there', async () => {
  const fresh = await startTestApp()
  const admin = await aWorkspace(fresh)
  for (const name of ['A', 'B', 'C'])
    await ask(fresh, createGroup, { token: admin.token, body: { name, permissions: [], invitable: false } })
  const prune = (olderThan: Date, limit: number) =>
    fresh.db.transaction().execute((tx) => pruneChain(tx, olderThan, limit))
  expect(await prune(new Date(Date.now() - 60_000), 100)).toBe(0)
  expect(await prune(new Date(Date.now() + 60_000), 2)).toBe(2)
  const left = await ask(fresh, verifyAuditLog, { token: admin.token })
  expect(left.brokenAt).toBeNull()
  await ask(fresh, createGroup, { token: admin.token, body: { name: 'D', permissions: [], invitable: false } })
  expect(await ask(fresh, verifyAuditLog, { token: admin.token })).toEqual({
    entries: left.entries + 1,
    brokenAt: null,
  })
  await fresh.close()
})
