import { afterAll, beforeAll, expect, test } from 'vitest'
import { listLaunches } from '../../../../contract/launches/launches.ts'
import { listSettingsChanges } from '../../../../contract/settings/change-log.ts'
import { listUsers } from '../../../../contract/workspace/users.ts'
import { openFolderBlobs } from '../../../../server/files/folder-blobs.ts'
import { createFileStore } from '../../../../server/files/store.ts'
import { packDue } from '../../../../server/launches/logs/pack.ts'
import { countStorage } from '../../../../server/launches/storage/count.ts'
import { ARCHIVED_TABLES } from '../../../../server/projects/archive/tables.ts'
import { ask, startTestApp, type TestApp } from '../../support/app.ts'
import { aUser, aWorkspace, type TestUser } from '../../support/people.ts'
import { exported, imported, partsOf, problemOf, tablesOf, type Tables } from './archives.ts'
import { comparable } from './comparable.ts'
import { aFullProject, beginIdsHigh, FIRST_ID } from './full-project.ts'

let source: TestApp
let target: TestApp
let owner: TestUser
let importer: TestUser
let archive: Buffer
beforeAll(async () => {
  source = await startTestApp()
  target = await startTestApp()
  owner = await aWorkspace(source)
  importer = await aWorkspace(target)
  await beginIdsHigh(source)
  const others = [await aUser(source, { username: 'member' }), await aUser(source, { username: 'leaver' })]
  await aUser(target, { username: 'unrelated' })
  await aUser(target, { username: 'Member' })
  await aFullProject(source, owner, others)
  archive = await exported(source, owner, 'SHOP')
})
afterAll(async () => {
  await source.close()
  await target.close()
})

test('packed log lines are in the archive as the same lines', async () => {
  await source.db
    .updateTable('launch')
    .set({ heard_at: new Date(0) })
    .execute()
  const files = createFileStore(await openFolderBlobs(source.config.DATA_DIR), source.db)
  const signal = new AbortController().signal
  while ((await countStorage(source.db, signal)) > 0);
  expect(await packDue({ db: source.db, files }, signal)).toBeGreaterThan(0)
  expect(await source.db.selectFrom('log_line').select('id').execute()).toEqual([])
  const linesOf = (tables: Tables) => comparable(tables)['log_line']
  const packed = tablesOf(await partsOf(await exported(source, owner, 'SHOP')))
  expect(linesOf(packed)).toEqual(linesOf(tablesOf(await partsOf(archive))))
})

test('a project in another installation is the same, but for ids, and its archive as well', async () => {
  const answer = await imported(target, importer, archive, { key: 'SHOP2', name: '' })
  expect(problemOf(answer)).toBeNull()
  expect(answer.lines.at(-1)?.outcome).toMatchObject({
    project: { key: 'SHOP2', name: 'Sample shop', role: 'ADMINISTRATOR', publiclyAccessible: false },
    leftOut: ['Secret variable PASSWORD'],
  })
  const again = await exported(target, importer, 'SHOP2')
  const [before, after] = [tablesOf(await partsOf(archive)), tablesOf(await partsOf(again))]
  const empty = [...before].filter(([, rows]) => rows.length === 0).map(([name]) => name)
  expect(empty, 'tables without rows prove nothing').toEqual([])
  const [expected, found] = [comparable(before), comparable(after)]
  for (const [name, rows] of Object.entries(expected)) {
    // Users have other names, and the leaver, who has no account in the target, is no member there.
    if (name === 'workspace_user' || name === 'project_member') continue
    expect([name, found[name]]).toEqual([name, rows])
  }
  expect(
    after
      .get('workspace_user')
      ?.map(({ username }) => username)
      .sort(),
  ).toEqual(['Member', 'leaver', 'owner'])
  expect(
    after
      .get('project_member')
      ?.map(({ role }) => role)
      .sort(),
  ).toEqual(['ADMINISTRATOR', 'ENGINEER'])
})

test('no id of the source is left in an import', async () => {
  const after = tablesOf(await partsOf(await exported(target, importer, 'SHOP2')))
  const before = tablesOf(await partsOf(archive))
  const uuids = new Set(
    [...before].flatMap(([name, all]) =>
      all.flatMap((row) =>
        Object.entries(row).flatMap(([column, value]) =>
          ARCHIVED_TABLES[name]?.columns[column]?.kind === 'uuid' && value !== null ? [value] : [],
        ),
      ),
    ),
  )
  const left = [...after].flatMap(([name, all]) =>
    all.flatMap((row) =>
      Object.entries(row).flatMap(([column, value]) => {
        const numbers = (value?.match(/\b71\d{7}\b/g) ?? []).filter((id) => Number(id) > FIRST_ID)
        const found = value?.match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g)?.filter((id) => uuids.has(id)) ?? []
        return [...numbers, ...found].map((id) => `${name}.${column}: ${id}`)
      }),
    ),
  )
  expect([...new Set(left)]).toEqual([])
})

test('users without an account are names that cannot sign in and are in no list of users', async () => {
  const leaver = await target.db
    .selectFrom('workspace_user')
    .select(['kind', 'email', 'status', 'password_hash'])
    .where('username', '=', 'leaver')
    .executeTakeFirst()
  expect(leaver).toEqual({ kind: 'imported', email: '', status: 'INACTIVE', password_hash: null })
  const { items } = await ask(target, listUsers, { token: importer.token })
  expect(items.map(({ username }) => username)).not.toContain('leaver')
})

test('launches mark users without an account as imported', async () => {
  const { items } = await ask(target, listLaunches, {
    token: importer.token,
    params: { projectKey: 'SHOP2' },
    query: { user: ['leaver'] },
  })
  const leaver = { username: 'leaver', isImported: true }
  expect(items).toMatchObject([{ startedBy: leaver, review: { by: leaver } }])
})

test('the export and the import are in the audit logs, and past changes are in the change log of the project', async () => {
  const typesIn = async ({ db }: TestApp) =>
    (await db.selectFrom('audit_entry').select('type').orderBy('id').execute()).map(({ type }) => type)
  expect(await typesIn(source)).toContain('project/exported')
  const types = await typesIn(target)
  expect(types).toContain('project/imported')
  expect(types).not.toContain('settings/members')
  const { items } = await ask(target, listSettingsChanges, {
    token: importer.token,
    params: { projectKey: 'SHOP2' },
    query: { area: 'milestones' },
  })
  expect(items[0]).toMatchObject({ at: '2026-01-02T03:04:05.000Z', user: { name: 'leaver Tester (imported)' } })
})
