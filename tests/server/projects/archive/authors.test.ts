import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEFAULT_PERMISSIONS, PERMISSIONS, type Permission } from '../../../../contract/access.ts'
import { listMembers } from '../../../../contract/settings/members.ts'
import { ask, startTestApp, type TestApp } from '../../support/app.ts'
import { aUser, aWorkspace, type TestUser, type UserWanted } from '../../support/people.ts'
import { exported, imported, problemOf } from './archives.ts'
import { aFullProject } from './full-project.ts'

let app: TestApp
let owner: TestUser
let leaver: TestUser
let archive: Buffer
beforeAll(async () => {
  app = await startTestApp()
  owner = await aWorkspace(app)
  leaver = await aUser(app, { username: 'leaver' })
  await aFullProject(app, owner, [await aUser(app, { username: 'member' }), leaver])
  archive = await exported(app, owner, 'SHOP')
})
afterAll(() => app.close())

/** Kinds of the rows to which authors of an imported project refer, by username. */
const authorsIn = async (projectKey: string): Promise<Record<string, string>> => {
  const { rows } = await sql<{ username: string; kind: string }>`
    select distinct u.username, u.kind from project p
      join test_case c on c.project_id = p.id
      join test_case_version v on v.case_id = c.id
      join workspace_user u on u.id in (c.created_by, v.saved_by)
     where p.key = ${projectKey} order by 1`.execute(app.db)
  return Object.fromEntries(rows.map(({ username, kind }) => [username, kind]))
}

const all = { owner: 'user', leaver: 'user' }
const names = { owner: 'imported', leaver: 'imported' }
const IMPORTERS: [who: string, importer: UserWanted, authors: Record<string, string>][] = [
  ['a super admin', { owner: true }, all],
  ['a user who may change users', { permissions: ['projects:create', 'IAM_USERS_UPDATE'] }, all],
  ['a user with the permissions of everybody', { permissions: DEFAULT_PERMISSIONS }, names],
  [
    'a user with all permissions but that to change users',
    { permissions: PERMISSIONS.filter((one: Permission) => one !== 'IAM_USERS_UPDATE') },
    names,
  ],
]

test.each(IMPORTERS)('an import by %s finds the accounts that the importer may use', async (_, wanted, authors) => {
  const importer = await aUser(app, wanted)
  const key = `K${importer.id}`
  expect(problemOf(await imported(app, importer, archive, { key }))).toBeNull()
  expect(await authorsIn(key)).toEqual(authors)
  const { items } = await ask(app, listMembers, { token: importer.token, params: { projectKey: key } })
  const members = items.map(({ username }) => username).sort()
  expect(members).toEqual([importer.username, ...(authors === all ? ['leaver', 'member', 'owner'] : [])].toSorted())
})

test('an importer without the permission finds their own account among the authors', async () => {
  expect(problemOf(await imported(app, leaver, archive, { key: 'MINE' }))).toBeNull()
  expect(await authorsIn('MINE')).toEqual({ owner: 'imported', leaver: 'user' })
})
