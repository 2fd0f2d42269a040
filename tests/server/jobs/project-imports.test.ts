import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { CALLS } from '../../../contract/call.ts'
import { createProject, getProject, listProjects } from '../../../contract/projects/projects.ts'
import { openBlobs } from '../../../server/files/open-blobs.ts'
import { createPieces } from '../../../server/files/pieces.ts'
import { createFileStore, type FileStore } from '../../../server/files/store.ts'
import {
  deletedSuites,
  orphanedFiles,
  unusedAttachments,
  unusedObservationFiles,
} from '../../../server/jobs/clearing.ts'
import type { SliceSize } from '../../../server/jobs/slices.ts'
import { clearSlice } from '../../../server/launches/deletion/clear.ts'
import { countStorage } from '../../../server/launches/storage/count.ts'
import { importProject, type ImportProgress } from '../../../server/projects/archive/import.ts'
import { ARCHIVED_TABLES } from '../../../server/projects/archive/tables.ts'
import { createRemoval, startRemoval } from '../../../server/projects/archive/unfinished.ts'
import { TestAgent } from '../support/agent.ts'
import { ask, refusalOf, send, startTestApp, type TestApp } from '../support/app.ts'
import { aUser, aWorkspace, type TestUser } from '../support/people.ts'
import { exported, imported, partsOf, problemOf, tablesOf } from '../projects/archive/archives.ts'
import { comparable } from '../projects/archive/comparable.ts'
import { aFullProject } from '../projects/archive/full-project.ts'

let app: TestApp
let owner: TestUser
let files: FileStore
let archive: Buffer
let folder: string
beforeAll(async () => {
  app = await startTestApp()
  owner = await aWorkspace(app)
  await aFullProject(app, owner, [await aUser(app), await aUser(app)])
  // No job of the server changes the imported projects meanwhile.
  await app.db.updateTable('flaky_settings').set({ quarantines: false }).execute()
  await app.db.updateTable('retention_policy').set({ log_days: null, max_launch_bytes: null }).execute()
  archive = await exported(app, owner, 'SHOP')
  files = createFileStore(await openBlobs(app.config), app.db)
  folder = mkdtempSync(path.join(tmpdir(), 'import-'))
  writeFileSync(path.join(folder, 'shop.tar.zst'), archive)
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

/** Number of rows of a project in each table that has some. */
const rowsOf = async (projectId: number): Promise<Record<string, number>> => {
  const counts = Object.entries(ARCHIVED_TABLES).map(
    ([name, rule]) =>
      sql`(select count(*)::int from ${sql.table(name)} where ${rule.rows(projectId)}) as ${sql.ref(name)}`,
  )
  const { rows } = await sql<Record<string, number>>`
    select (select count(*)::int from project where id = ${projectId}) as project, ${sql.join(counts)},
           (select count(*)::int from test where project_id = ${projectId}) as "testsOfDeletedLaunches",
           (select count(*)::int from launch_deletion) as deletions`.execute(app.db)
  return Object.fromEntries(Object.entries(rows[0] ?? {}).filter(([, count]) => count > 0))
}
const projectIdOf = async (key: string): Promise<number> =>
  (await app.db.selectFrom('project').select('id').where('key', '=', key).executeTakeFirstOrThrow()).id
const endLease = (projectId: number) =>
  app.db
    .updateTable('project')
    .set({ importing_until: new Date(0) })
    .where('id', '=', projectId)
    .execute()
const slicesOf = (rows: number): SliceSize => ({ rows: () => rows, took: () => undefined })
const removeAll = async (rows = 1000): Promise<void> => {
  const removeSlice = createRemoval(app.db, () => slicesOf(rows))
  while (await removeSlice());
  while (await clearSlice({ db: app.db, files: { remove: () => Promise.resolve() } }, slicesOf(1000)));
}
afterEach(() => removeAll())

const importAs = (key: string, progress: ImportProgress): Promise<{ projectId: number }> =>
  importProject(
    { db: app.db, files, maxFileBytes: 10_000_000 },
    {
      archive: path.join(folder, 'shop.tar.zst'),
      importer: { userId: owner.id, matchesUsers: true },
      name: 'Copy',
      key,
    },
    progress,
  )

/** Begins an import, and holds it after a batch when this share of the rows is written. */
const heldImport = async (key: string, share: number) => {
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  let result: Promise<{ projectId: number }> | null = null
  await new Promise<void>((reached, failed) => {
    result = importAs(key, ({ phase, done, total }) => {
      if (phase !== 'writing' || done < share * total) return undefined
      reached()
      return held
    })
    result.catch(failed)
  })
  return {
    projectId: await projectIdOf(key),
    end: async () => {
      release()
      return result
    },
  }
}

/** Answers of all calls that read without naming a project, without measurements and times that change meanwhile. */
const readAll = async (): Promise<Record<string, unknown>> => {
  await app.db.deleteFrom('workspace_usage').execute()
  const answers: Record<string, unknown> = {}
  for (const call of CALLS) {
    if (call.method !== 'GET' || call.path.includes(':') || call.name === 'getServerStatus') continue
    const { status, body } = await send(app, call.path, { token: owner.token })
    answers[call.name] =
      status < 300
        ? JSON.stringify(body, (key, value: unknown) => (/^(?:seen|counted)At$/.test(key) ? null : value))
        : status
  }
  return answers
}

test('other calls are answered between two batches, and do not show the project before the last one', async () => {
  const answers = await readAll()
  const held = await heldImport('COPY', 1)
  expect((await rowsOf(held.projectId))['test']).toBe((await rowsOf(await projectIdOf('SHOP')))['test'])
  expect(await readAll()).toEqual(answers)
  const params = { projectKey: 'COPY' }
  expect((await refusalOf(app, getProject, { token: owner.token, params })).status).toBe(404)
  const agent = await TestAgent.of(app, owner, 'COPY')
  expect((await agent.request('POST', '/test-runs?projectKey=COPY', { name: 'a', framework: 'b' })).status).toBe(404)
  const { id } = await app.db
    .selectFrom('launch')
    .select('id')
    .where('project_id', '=', held.projectId)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  expect((await agent.request('PUT', `/test-runs/${id}/labels`, { items: [] })).status).toBe(404)

  await held.end()
  const { items } = await ask(app, listProjects, { token: owner.token })
  expect(items.map(({ key }) => key)).toContain('COPY')
})

test('jobs do not change a project between two batches of its import', async () => {
  const soon = new Date(Date.now() + 60_000)
  const { signal } = new AbortController()
  const { hash } = await files.put(Readable.from([Buffer.from('a file of the archive')]), 'file.txt', 1000)
  const deleteUnused = () => orphanedFiles(files, soon)(app.db, 100)
  let runs = 0
  const { projectId } = await importAs('JOBS', async ({ phase }) => {
    if (phase !== 'writing') return
    runs += 1
    await unusedAttachments(soon)(app.db, 100)
    await unusedObservationFiles(createPieces(files.blobs), soon)(app.db, 100)
    await deletedSuites(soon)(app.db, 100)
    await deleteUnused()
    await countStorage(app.db, signal)
  })
  expect(runs).toBeGreaterThan(20)
  const unused = app.db.selectFrom('file').select('hash').where('hash', '=', hash)
  expect(await unused.execute(), 'files whose rows are not written yet').toEqual([{ hash }])
  await deleteUnused()
  expect(await unused.execute()).toEqual([])
  const uncounted = sql<{
    counted: number
  }>`select count(*)::int as counted from launch_storage where project_id = ${projectId}`
  expect((await uncounted.execute(app.db)).rows).toEqual([{ counted: 0 }])
  const tables = async (content: Buffer) => {
    const { project_member: _, ...others } = comparable(tablesOf(await partsOf(content)))
    return JSON.parse(JSON.stringify(others).replaceAll('JOBS-', 'KEY-')) as unknown
  }
  expect(await tables(await exported(app, owner, 'JOBS'))).toEqual(await tables(archive))
})

test('a key is reserved during an import, and free after it has failed', async () => {
  const errors = [{ field: 'key', message: 'The key TWICE is taken' }]
  const held = await heldImport('TWICE', 0.5)
  const second = await imported(app, owner, archive, { key: 'TWICE' })
  expect([second.status, second.lines[0]]).toMatchObject([409, { errors }])
  const body = { key: 'TWICE', name: 'Twice', publiclyAccessible: false }
  expect(await refusalOf(app, createProject, { token: owner.token, body })).toMatchObject({ status: 409, errors })
  await endLease(held.projectId)
  await expect(held.end()).rejects.toThrow('the lease of the import has ended')
  expect(problemOf(await imported(app, owner, archive, { key: 'TWICE' }))).toBeNull()
})

test.each([0.01, 0.3, 0.6, 1])(
  'the rows of an import that fails at %f of them are deleted in slices',
  async (share) => {
    let projectId = 0
    const failing = importAs('FAILS', async ({ phase, done, total }) => {
      if (phase !== 'writing' || done < share * total) return
      projectId = await projectIdOf('FAILS')
      throw new Error('the disk is full')
    })
    await expect(failing).rejects.toThrow('the disk is full')
    expect(await rowsOf(projectId)).toMatchObject({ project: 1 })
    await removeAll(3)
    expect(await rowsOf(projectId)).toEqual({})
  },
)

test('after the lease of a server has ended, another one deletes its import, and the first one writes nothing more', async () => {
  const { projectId, end } = await heldImport('DEAD', 0.7)
  expect(await createRemoval(app.db)()).toBe(false)
  await endLease(projectId)
  await Promise.all([removeAll(20), removeAll(20)])
  await removeAll()
  expect(await rowsOf(projectId)).toEqual({})
  await expect(end()).rejects.toThrow('the lease of the import has ended')
  expect(await rowsOf(projectId)).toEqual({})
})

test('the only server of a database deletes interrupted imports when it starts; others wait for the end of the lease', async () => {
  const { projectId, end } = await heldImport('CRASH', 0.7)
  const log = { warn: () => undefined }
  const another = startRemoval({ db: app.db, isAlone: false }, log)
  await another.stop()
  expect(await rowsOf(projectId)).toMatchObject({ project: 1, settings_version: 6 })
  const restarted = startRemoval({ db: app.db, isAlone: true }, log)
  await expect.poll(async () => (await rowsOf(projectId))['project']).toBeUndefined()
  await restarted.stop()
  await removeAll()
  expect(await rowsOf(projectId)).toEqual({})
  await expect(end()).rejects.toThrow('the lease of the import has ended')
})
