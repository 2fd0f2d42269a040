import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { sql } from 'kysely'
import { extract, pack, type Header } from 'tar-stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { backUp } from '../../../server/backup/backup.ts'
import type { Location } from '../../../server/backup/installation.ts'
import { move } from '../../../server/backup/move.ts'
import { BackupProblem } from '../../../server/backup/problem.ts'
import { restore } from '../../../server/backup/restore.ts'
import { migrate, MIGRATIONS, migrateWithin } from '../../../server/db/migrate.ts'
import { openBlobs } from '../../../server/files/open-blobs.ts'
import { createFileStore } from '../../../server/files/store.ts'
import { testEngine } from '../support/database.ts'
import { openTestBucket, type TestBucket } from '../support/s3.ts'
import { contentOf, emptyPlaces, schemaOf, withDatabase } from './support/installations.ts'

let places: ReturnType<typeof emptyPlaces>
let bucket: TestBucket
let source: Location
let archive: string

/** Values that a text format could lose: both kinds of null, line breaks, quotes, backslashes, bytes and microseconds. */
const ODD = { payload: { text: 'a\nb\t"c" \\n \\\\ é😀', nothing: null, number: 1e21 } }

const quiet = () => undefined
const back = (from: Location, file: string) =>
  backUp({ location: from, file, withSecretKey: false, version: '0.0.0-test', print: quiet })
const restoreTo = (to: Location, file: string) => restore({ location: to, file, print: quiet })

beforeAll(async () => {
  places = emptyPlaces()
  bucket = await openTestBucket()
  source = await places.create(testEngine())
  archive = path.join(places.folder, 'assay.tar.zst')
  await withDatabase(source, async (db) => {
    await migrate(db)
    const files = createFileStore(await openBlobs(source), db)
    for (const content of ['', 'small', 'large'.repeat(500_000)])
      await files.put(Readable.from([Buffer.from(content)]), 'a.txt', 10_000_000)
    await sql`insert into event_stream (stream, sequence) values ('odd', 3)`.execute(db)
    for (const [index, payload] of [ODD, null, 'null'].entries())
      await sql`insert into event (stream, sequence, type, payload, at)
        values ('odd', ${index + 1}, 'odd/happened', ${JSON.stringify(payload)}::jsonb, '2026-01-02T03:04:05.678901Z')`.execute(
        db,
      )
    await sql`delete from event where sequence = 3`.execute(db)
    const project = await sql<{
      id: number
    }>`insert into project (key, name) values ('DEF', 'Default') returning id`.execute(db)
    await sql`insert into launch (project_id, number, uuid, name, status, started_at, labels, milestone)
      select ${project.rows[0]?.id}, n, 'u' || n, 'Nightly ' || n, 'PASSED', now(), '[{"key": "team", "value": "a"}]', case n % 2 when 0 then 'null'::jsonb end
        from generate_series(1, 3000) n`.execute(db)
  })
  await back(source, archive)
})
afterAll(async () => {
  await places.remove()
  await bucket.remove()
})

const problemOf = async (failing: Promise<void>): Promise<string> => {
  const error: unknown = await failing.catch((reason: unknown) => reason)
  return error instanceof BackupProblem ? error.message : `no problem: ${String(error)}`
}

/** Whether nothing is left of a failed restore, so that the next one is accepted. */
const isEmpty = async (location: Location): Promise<boolean> => {
  if (location.DATABASE_URL === undefined)
    return !readdirSync(location.DATA_DIR).some((name) => name.startsWith('database'))
  return withDatabase(location, async (db) => {
    const { rows } = await sql<{
      name: string
    }>`select tablename as name from pg_tables where schemaname = 'public'`.execute(db)
    return rows.length === 0
  })
}

interface Part {
  header: Partial<Header> & { name: string }
  content: Buffer
}

/** Rewrites the archive with changed entries. */
const changed = async (name: string, change: (parts: Part[]) => Part[]): Promise<string> => {
  const parts: Part[] = []
  const entries = Readable.from([readFileSync(archive)])
    .pipe(createZstdDecompress())
    .pipe(extract() as never) as unknown
  for await (const entry of entries as AsyncIterable<Readable & { header: Header }>)
    parts.push({ header: { name: entry.header.name }, content: await buffer(entry) })
  const packing = pack()
  for (const { header, content } of change(parts)) packing.entry(header, content)
  packing.finalize()
  const file = path.join(places.folder, `${name}.tar.zst`)
  writeFileSync(file, await buffer((packing as unknown as Readable).pipe(createZstdCompress())))
  return file
}

/** Changes the JSON of an entry. */
const edited = (entry: string, edit: (content: never) => object) => (parts: Part[]) =>
  parts.map((part) =>
    part.header.name === entry
      ? { ...part, content: Buffer.from(JSON.stringify(edit(JSON.parse(part.content.toString()) as never))) }
      : part,
  )
const without = (pattern: RegExp) => (parts: Part[]) => parts.filter(({ header }) => !pattern.test(header.name))
const first = (pattern: RegExp, change: (part: Part) => Part) => (parts: Part[]) => {
  const index = parts.findIndex(({ header }) => pattern.test(header.name))
  return parts.map((part, at) => (at === index ? change(part) : part))
}
const before =
  (entry: string, ...more: Part[]) =>
  (parts: Part[]) =>
    parts.flatMap((part) => (part.header.name === entry ? [...more, part] : [part]))

type Change = (parts: Part[]) => Part[]
const REJECTED: Record<string, [change: Change, problem: RegExp]> = {
  'of a newer format': [
    edited('manifest.json', (m: object) => ({ ...m, format: 2 })),
    /^A newer version of Assay has written/,
  ],
  'of a newer database': [
    edited('manifest.json', (m: { migrations: string[] }) => ({ ...m, migrations: [...m.migrations, '9999-future'] })),
    /^A newer version of Assay \(0\.0\.0-test\) has written this archive \(9999-future\)\. Restore it with that version/,
  ],
  'of another application': [
    edited('manifest.json', () => ({ name: 'other' })),
    /^The file is not an archive of Assay\.$/,
  ],
  'with other tables': [
    edited('manifest.json', (m: { tables: object[] }) => ({ ...m, tables: m.tables.slice(1) })),
    /^The archive is damaged: it has other tables/,
  ],
  'without a manifest': [without(/^manifest/), /^The file is not an archive of Assay\.$/],
  'without its end': [without(/^summary/), /^The archive is incomplete: its end is missing\.$/],
  'without some rows': [
    without(/^tables\/launch\/000002/),
    /^The archive is damaged: tables\/launch\/000002\.jsonl does not have/,
  ],
  'without a file': [without(/^files\//), /^The archive is damaged: it has 0 of 3 files\.$/],
  'with a changed row': [
    first(/^tables\/launch\//, (part) => ({
      ...part,
      content: Buffer.from(part.content.toString().replace('Nightly', 'Weekly')),
    })),
    /^The archive is damaged: tables\/launch\/000001\.jsonl does not have the checksum/,
  ],
  'with a row that is no JSON': [
    first(/^tables\/launch\//, (part) => ({ ...part, content: Buffer.from('["1",') })),
    /^The archive is damaged or incomplete \(invalid input syntax for type json\)/,
  ],
  'with a changed file': [
    first(/^files\/.{3}/, (part) => ({ ...part, content: Buffer.from('x') })),
    /^The archive is damaged: the file [0-9a-f]{64} has another content\.$/,
  ],
  'with a path that leaves the folder': [
    before('summary.json', { header: { name: `files/../../${'a'.repeat(64)}` }, content: Buffer.from('x') }),
    /^The archive is damaged: it has an unknown entry, files\/\.\.\//,
  ],
  'with a symlink': [
    before('summary.json', {
      header: { name: 'files/aa', type: 'symlink', linkname: '/etc' },
      content: Buffer.alloc(0),
    }),
    /^The file is not an archive of Assay: it has a symlink\.$/,
  ],
}

describe('an archive', () => {
  const engine = testEngine()
  test('an archive is restored with every value, index, reference, trigger and sequence', async () => {
    const target = await places.create(engine)
    await restoreTo(target, archive)
    expect(await contentOf(target)).toEqual(await contentOf(source))
    expect(await schemaOf(target)).toEqual(await schemaOf(source))
    const again = path.join(places.folder, `again-${engine}.tar.zst`)
    await back(target, again)
    await restoreTo({ ...(await places.create(testEngine())), FILES_URL: bucket.url }, again)
  })

  test('an archive of an older version is migrated', async () => {
    const old = await places.create(engine)
    await withDatabase(old, (db) =>
      db.transaction().execute(async (tx) => {
        await migrateWithin(tx, MIGRATIONS[3])
        await sql`insert into project (key, name) values ('OLD', 'Old')`.execute(tx)
      }),
    )
    const file = path.join(places.folder, `old-${engine}.tar.zst`)
    await back(old, file)
    const target = await places.create(engine)
    await restoreTo(target, file)
    await withDatabase(old, migrate)
    expect(await contentOf(target)).toEqual(await contentOf(old))
    expect(await schemaOf(target)).toEqual(await schemaOf(old))
  })

  test('archives that are damaged, foreign or newer are rejected with the reason, and leave nothing', async () => {
    const target = await places.create(engine)
    // The engine decides only what remains of a rejected archive, and creating an embedded database takes seconds.
    const cases = Object.entries(REJECTED).filter(([name]) => engine === 'postgres' || name === 'without its end')
    for (const [name, [change, problem]] of cases) {
      const said = await problemOf(restoreTo(target, await changed('changed', change)))
      expect([name, said, await isEmpty(target)]).toEqual([name, expect.stringMatching(problem), true])
    }
    expect(existsSync(path.join(places.folder, 'a'.repeat(64)))).toBe(false)
    await restoreTo(target, archive)
  })
})

test('files that are no archives are rejected', async () => {
  const target = await places.create(testEngine())
  const file = path.join(places.folder, 'text.txt')
  for (const content of testEngine() === 'postgres' ? ['', 'no archive', '\u001f\u008b'] : ['no archive']) {
    writeFileSync(file, content)
    expect(await problemOf(restoreTo(target, file))).toMatch(
      /^The file is not an archive of Assay\.|^The archive is damaged or incomplete/,
    )
  }
  await expect(restoreTo(target, path.join(places.folder, 'absent'))).rejects.toThrow(/cannot be read \(ENOENT\)/)
})

test('a database that a newer version has changed is not backed up', async () => {
  const newer = await places.create(testEngine())
  await withDatabase(newer, async (db) => {
    await migrate(db)
    await sql`insert into kysely_migration (name, timestamp) values ('9999-future', '2099')`.execute(db)
  })
  const file = path.join(places.folder, 'newer.tar.zst')
  await expect(back(newer, file)).rejects.toThrow('A newer version of Assay has changed this database (9999-future)')
  expect(readdirSync(places.folder).filter((name) => name.startsWith('newer'))).toEqual([])
})

describe('a move', () => {
  const moveTo = async (from: Location, to: Location): Promise<string[]> => {
    const lines: string[] = []
    await move({ from, to, version: '0.0.0-test', print: (line) => lines.push(line) })
    return lines
  }

  test('there and back preserves every row and file, and prints the counts of both sides', async () => {
    // The only test that moves between the two engines.
    const middle = { ...(await places.create('pglite')), FILES_URL: bucket.url.replace('/files', '/moved') }
    const lines = await moveTo(source, middle)
    expect(lines).toEqual(
      expect.arrayContaining([expect.stringMatching(/^launch +3000 +3000$/), expect.stringMatching(/^files +3 +3$/)]),
    )
    const end = await places.create(testEngine())
    await moveTo(middle, end)
    expect(await contentOf(end)).toEqual(await contentOf(source))
    expect(await schemaOf(end)).toEqual(await schemaOf(source))
    const hash = createHash('sha256').update('small').digest('hex')
    expect(readFileSync(path.join(end.DATA_DIR, 'files', hash.slice(0, 2), hash), 'utf8')).toBe('small')
  })

  test('leaves files where they are if both sides have the same storage', async () => {
    const { DATA_DIR } = source
    const place = await places.create(testEngine())
    const to = place.DATABASE_URL === undefined ? { ...place, FILES_URL: bucket.url } : { ...place, DATA_DIR }
    const from = place.DATABASE_URL === undefined ? { ...source, FILES_URL: bucket.url } : source
    expect(await moveTo(from, to)).toContain('Files stay in their storage.')
  })
})
