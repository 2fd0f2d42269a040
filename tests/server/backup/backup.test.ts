import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getLaunch } from '../../../contract/launches/launches.ts'
import type { Location } from '../../../server/backup/installation.ts'
import type { Db } from '../../../server/db/open.ts'
import { openBlobs } from '../../../server/files/open-blobs.ts'
import { createFileStore, keyOf } from '../../../server/files/store.ts'
import { packDue } from '../../../server/launches/logs/pack.ts'
import { readTestLogs } from '../../../server/launches/queries/test-logs.ts'
import { countStorage } from '../../../server/launches/storage/count.ts'
import { ask } from '../support/app.ts'
import { testEngine } from '../support/database.ts'
import { openTestBucket, type TestBucket } from '../support/s3.ts'
import { kill, serve } from '../support/served.ts'
import { asEnvironment, contentOf, emptyPlaces, runCommand, schemaOf, withDatabase } from './support/installations.ts'
import { contentOfFile, LARGE, reporting, saveJira, signInAsOwner } from './support/reports.ts'

let places: ReturnType<typeof emptyPlaces>
let bucket: TestBucket
/** An installation that was backed up while agents reported to it. Its server has ended. */
let source: Location
let archive: string
let launchId: number
/** Tests that were acknowledged before the backup began. */
const acknowledged: string[] = []

beforeAll(async () => {
  places = emptyPlaces()
  bucket = await openTestBucket()
  archive = path.join(places.folder, 'assay.tar.zst')
  source = await places.create(testEngine())
  // Files are in a folder beside the embedded database, and in a bucket beside PostgreSQL.
  if (testEngine() === 'postgres') source = { ...source, FILES_URL: bucket.url, SECRET_KEY: '00'.repeat(32) }

  const server = await serve({ ...asEnvironment(source), DOCKER_HOST: 'none' })
  const agent = reporting(server)
  launchId = (await agent.startLaunch('Nightly')).id
  for (const name of [LARGE, ...Array.from({ length: 20 }, (_, number) => `before ${number}`)]) {
    await agent.reportTest(launchId, name)
    acknowledged.push(name)
  }
  await saveJira(server, await signInAsOwner(server), {
    deployment: 'cloud',
    url: 'https://team.test',
    email: 'qa@example.test',
    token: 's3cret',
  })
  const stopping = new AbortController()
  const writing = (async () => {
    for (let number = 0; !stopping.signal.aborted; number += 1) await agent.reportTest(launchId, `during ${number}`)
    return agent
  })()
  await runCommand(source, 'backup', archive, '--with-secret-key')
  stopping.abort()
  await writing
  await kill(server)
})
afterAll(async () => {
  await places.remove()
  await bucket.remove()
})

/** Names of tests and files of an installation, which have to belong together. */
const testsOf = (location: Location) =>
  withDatabase(location, async (db) => {
    const tests = await db.selectFrom('test').select('name').orderBy('name').execute()
    const files = await db
      .selectFrom('artifact')
      .innerJoin('file', 'file.hash', 'artifact.file_hash')
      .select(['artifact.name', 'file.hash'])
      .execute()
    return { tests: tests.map(({ name }) => name), files }
  })

describe('a restored backup of a running server', () => {
  const engine = testEngine()
  let target: Location
  beforeAll(async () => {
    target = await places.create(engine)
    await runCommand(target, 'restore', archive)
  })

  test('has every acknowledged test with its file', async () => {
    const { tests, files } = await testsOf(target)
    expect(tests).toEqual(expect.arrayContaining(acknowledged))
    const blobs = await openBlobs(target)
    for (const { name, hash } of files) {
      const content = (await blobs.read(keyOf(hash)).toArray()) as Buffer[]
      expect(Buffer.concat(content).equals(contentOfFile(name.replace(/\.txt$/, '')))).toBe(true)
    }
    expect(files.map(({ name }) => name)).toEqual(expect.arrayContaining(acknowledged.map((name) => `${name}.txt`)))
  })

  test('serves sign-in, the launch and secrets, and continues ids and the event log', async () => {
    const before = await withDatabase(target, async (db) => {
      const { rows } = await sql<{ future: number; newest: number }>`
        select count(*) filter (where xid >= pg_snapshot_xmin(pg_current_snapshot())) as future, max(id) as newest
          from event`.execute(db)
      return rows[0]
    })
    expect(before?.future).toBe(0)
    const server = await serve({ ...asEnvironment(target), SECRET_KEY: source.SECRET_KEY ?? '', DOCKER_HOST: 'none' })
    try {
      const token = await signInAsOwner(server)
      const { launch } = await ask(server, getLaunch, { token, params: { projectKey: 'DEF', launchId } })
      expect(launch.name).toBe('Nightly')
      expect(await saveJira(server, token, { email: 'other@example.test' })).toMatchObject({ isStored: true })
      expect((await reporting(server).startLaunch('Next')).id).toBe(launchId + 1)
    } finally {
      await kill(server)
    }
  })

  test('has the rows, the schema and the sequences of its source', async () => {
    const copy = path.join(places.folder, `quiet-${engine}.tar.zst`)
    const restored = await places.create(engine)
    await runCommand(source, 'backup', copy)
    await runCommand(restored, 'restore', copy)
    expect(await contentOf(restored)).toEqual(await contentOf(source))
    expect(await schemaOf(restored)).toEqual(await schemaOf(source))
  })

  test('is rejected where there is data, which stays unchanged', async () => {
    const before = await contentOf(target)
    await expect(runCommand(target, 'restore', archive)).rejects.toThrow(
      engine === 'postgres'
        ? /The restore failed: The database is not empty: it has the table/
        : /has a database\. Restore into a new folder/,
    )
    expect(await contentOf(target)).toEqual(before)
  })

  test('leaves an empty place if the restore is killed, and the next restore succeeds', async () => {
    const place = await places.create(engine)
    const bytes = readFileSync(archive)
    const child = spawn(process.execPath, [path.join(import.meta.dirname, '../../../server/main.ts'), 'restore', '-'], {
      env: { ...process.env, ...asEnvironment(place) },
      stdio: ['pipe', 'ignore', 'pipe'],
    })
    child.stdin.on('error', () => undefined) // the process is killed while it reads
    child.stdin.write(bytes.subarray(0, bytes.length / 2)) // ends within the large file
    let said = ''
    for await (const piece of child.stderr as AsyncIterable<Buffer>) {
      said += piece.toString()
      if (said.includes('workspace_user: ')) break
    }
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(existsSync(path.join(place.DATA_DIR, 'database'))).toBe(false)
    await runCommand(place, 'restore', archive)
    expect((await testsOf(place)).tests).toEqual(expect.arrayContaining(acknowledged))
    expect(readdirSync(place.DATA_DIR).filter((name) => name.startsWith('database.'))).toEqual([])
  })
})

test('a truncated archive is rejected, and leaves no database', async () => {
  const bytes = readFileSync(archive)
  const place = await places.create(testEngine())
  const half = Math.floor(bytes.length / 2)
  // The last one ends within the list of checksums. Creating an embedded database takes seconds.
  for (const length of testEngine() === 'postgres' ? [3, half, bytes.length - 1024] : [half]) {
    const file = path.join(places.folder, 'truncated.tar.zst')
    writeFileSync(file, bytes.subarray(0, length))
    await expect(runCommand(place, 'restore', file)).rejects.toThrow(
      /The restore failed: (The archive is (damaged or )?incomplete|The file is not an archive of Assay)/,
    )
  }
  expect(existsSync(path.join(place.DATA_DIR, 'database'))).toBe(false)
})

test('a restored backup has the packed logs', async () => {
  const logOf = async (location: Location, db: Db, testId: number) =>
    (
      await readTestLogs({ db, files: createFileStore(await openBlobs(location), db) }, testId, 1, {
        maxPageSize: 1000,
      })
    ).items
  const { testId, before } = await withDatabase(source, async (db) => {
    const { id } = await db
      .selectFrom('test')
      .select('id')
      .where('launch_id', '=', launchId)
      .limit(1)
      .executeTakeFirstOrThrow()
    await sql`insert into log_line (test_id, attempt, at, level, message)
              select ${id}::bigint, 1, n, 'INFO', 'line ' || n from generate_series(1, 900) n`.execute(db)
    await sql`update launch set status = 'PASSED', heard_at = now() - interval '2 hours'`.execute(db)
    const rows = await logOf(source, db, id)
    const { signal } = new AbortController()
    await countStorage(db, signal)
    expect(await packDue({ db, files: createFileStore(await openBlobs(source), db) }, signal)).toBe(1)
    expect(await db.selectFrom('log_line').select('id').execute()).toEqual([])
    return { testId: id, before: rows }
  })
  const file = path.join(places.folder, 'packed.tar.zst')
  const place = await places.create(testEngine())
  await runCommand(source, 'backup', file)
  await runCommand(place, 'restore', file)
  expect(before).toHaveLength(900)
  expect(await withDatabase(place, (db) => logOf(place, db, testId))).toEqual(before)
})

test('a file that is missing in the storage is reported, and the rest is restored', async () => {
  const { files } = await testsOf(source)
  const blobs = await openBlobs(source)
  const [lost] = files
  if (lost === undefined) throw new Error('there are no files')
  await blobs.remove(keyOf(lost.hash))
  const file = path.join(places.folder, 'missing.tar.zst')
  expect(await runCommand(source, 'backup', file)).toContain(`Warning: the file ${lost.hash} is missing in the storage`)
  const place = await places.create(testEngine())
  expect(await runCommand(place, 'restore', file)).toContain(`Warning: the file ${lost.hash} is missing in the storage`)
  expect((await testsOf(place)).tests).toEqual(expect.arrayContaining(acknowledged))
})

test('a backup without a database or into a missing folder fails with a line', async () => {
  const empty = { DATA_DIR: path.join(places.folder, 'nothing') }
  await expect(runCommand(empty, 'backup', archive)).rejects.toThrow(
    /The backup failed: The folder .*nothing has no database\.\n$/,
  )
  await expect(runCommand(source, 'backup', path.join(places.folder, 'absent/a.tar.zst'))).rejects.toThrow(
    /The backup failed: The file .* cannot be written \(ENOENT\)\.\n$/,
  )
  rmSync(empty.DATA_DIR, { recursive: true, force: true })
})
