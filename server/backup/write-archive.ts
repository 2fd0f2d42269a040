import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Pack } from 'tar-stream'
import { readMigrations } from '../db/migrate.ts'
import type { Db, OpenedDatabase, Tx } from '../db/open.ts'
import { inSnapshot } from '../db/snapshot.ts'
import type { Blobs } from '../files/blobs.ts'
import { keyOf } from '../files/store.ts'
import { readSequences, readTables, setTextFormat, type StoredTable } from './catalog.ts'
import { fileEntry, KEY_ENTRY, MANIFEST_ENTRY, manifestOf, SUMMARY_ENTRY, tableEntry, type Summary } from './format.ts'
import { BackupProblem } from './problem.ts'
import { counted, everyFewSeconds, inMegabytes, type Print } from './progress.ts'
import { addEntry } from './tar.ts'

export interface ArchiveSource {
  db: Db
  engine: OpenedDatabase['engine']
  /** Null if the files stay in their storage. */
  blobs: Blobs | null
  version: string
  secretKeyIds: string[]
  /** Null to leave the key out. */
  secretKey: string | null
  print: Print
}

/** Approximate size of an entry with rows, which is built in memory; one row can be larger. */
const PIECE_BYTES = 1024 * 1024
const MAX_FETCHED = 1000
const FILES_AT_ONCE = 1000

/** Writes the archive of one snapshot of the database, and files after the rows: a file without its row is harmless. */
export const writeArchive = async (pack: Pack, source: ArchiveSource): Promise<Summary> => {
  const { db, blobs, print } = source
  const summary: Summary = { rows: {}, sequences: {}, files: null, checksums: {} }
  const mtime = new Date()
  const addText = async (name: string, text: string): Promise<void> => {
    const bytes = Buffer.from(text)
    if (name !== SUMMARY_ENTRY) summary.checksums[name] = createHash('sha256').update(bytes).digest('hex')
    await addEntry(pack, { name, size: bytes.length, mtime }, [bytes])
  }

  await inSnapshot(db, async (tx) => {
    await setTextFormat(tx)
    const migrations = await readMigrations(tx)
    if (migrations.length === 0) throw new BackupProblem('The database has no tables of Assay.')
    const tables = await readTables(tx)
    await sql`lock table ${sql.join(tables.map(({ name }) => sql.table(name)))} in access share mode`.execute(tx)
    const { engine, version, secretKeyIds } = source
    const columnsOf = ({ name, columns }: StoredTable) => ({ name, columns: columns.map((column) => column.name) })
    const manifest = manifestOf({ version, engine, migrations, tables: tables.map(columnsOf), secretKeyIds })
    await addText(MANIFEST_ENTRY, `${JSON.stringify(manifest, null, 2)}\n`)
    if (source.secretKey !== null) await addText(KEY_ENTRY, source.secretKey)

    for (const table of tables) {
      let number = 0
      const progress = everyFewSeconds(print, () => `${table.name}: ${counted(summary.rows[table.name] ?? 0, 'row')}`)
      summary.rows[table.name] = 0
      for await (const { lines, text } of piecesOf(tx, table)) {
        await addText(tableEntry(table.name, (number += 1)), text)
        summary.rows[table.name] = (summary.rows[table.name] ?? 0) + lines
        progress()
      }
      if (number > 0) print(`${table.name}: ${counted(summary.rows[table.name] ?? 0, 'row')}`)
    }
    summary.sequences = await readSequences(tx)
    if (blobs === null) return
    const files = { count: 0, bytes: 0, missing: [] as string[], deleted: [] as string[], damaged: [] as string[] }
    summary.files = files
    const progress = everyFewSeconds(print, () => `${counted(files.count, 'file')}, ${inMegabytes(files.bytes)}`)
    for await (const { hash, sizeBytes } of filesOf(tx)) {
      const content = await openFile(blobs, hash)
      if (content === null) {
        files[(await isDeletedSince(source, hash)) ? 'deleted' : 'missing'].push(hash)
        continue
      }
      const sum = createHash('sha256')
      await addEntry(pack, { name: fileEntry(hash), size: sizeBytes, mtime }, exactly(sizeBytes, content, sum))
      if (sum.digest('hex') !== hash) files.damaged.push(hash)
      files.count += 1
      files.bytes += sizeBytes
      progress()
    }
    print(`${counted(files.count, 'file')}, ${inMegabytes(files.bytes)}`)
  })
  await addText(SUMMARY_ENTRY, `${JSON.stringify(summary, null, 2)}\n`)
  pack.finalize()
  return summary
}

/** Reads a table with a cursor, in pieces of about `PIECE_BYTES`, estimated from the size of the rows before. */
const piecesOf = async function* (tx: Tx, { name, columns }: StoredTable) {
  const cursor = sql.id(`rows_of_${name}`)
  const values = sql.join(columns.map((column) => sql`${sql.ref(column.name)}::text`))
  await sql`declare ${cursor} no scroll cursor for
    select to_json(array[${values}])::text as line from ${sql.table(name)}`.execute(tx)
  let fetched = 10
  for (;;) {
    const { rows } = await sql<{ line: string }>`fetch forward ${sql.lit(fetched)} from ${cursor}`.execute(tx)
    if (rows.length === 0) break
    const text = rows.map(({ line }) => `${line}\n`).join('')
    yield { lines: rows.length, text }
    fetched = Math.max(1, Math.min(MAX_FETCHED, fetched * 4, Math.floor((rows.length * PIECE_BYTES) / text.length)))
  }
  await sql`close ${cursor}`.execute(tx)
}

const filesOf = async function* (tx: Tx) {
  let after = ''
  for (;;) {
    const rows = await tx
      .selectFrom('file')
      .select(['hash', 'size_bytes as sizeBytes'])
      .where('hash', '>', after)
      .orderBy('hash')
      .limit(FILES_AT_ONCE)
      .execute()
    yield* rows
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.hash
  }
}

/** Returns the content of a stored file, or null if it is not there. Waits for the first bytes, because an absent file fails with them. */
const openFile = async (blobs: Blobs, hash: string): Promise<AsyncIterable<Uint8Array> | null> => {
  const reading = (blobs.read(keyOf(hash)) as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]()
  try {
    const first = await reading.next()
    return (async function* () {
      if (first.done === true) return
      yield first.value
      for (let next = await reading.next(); next.done !== true; next = await reading.next()) yield next.value
    })()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Returns whether the file's row is gone outside the snapshot. Nobody else writes to an embedded database that a backup has open. */
const isDeletedSince = async ({ db, engine }: ArchiveSource, hash: string): Promise<boolean> =>
  engine === 'postgres' && (await db.selectFrom('file').select('hash').where('hash', '=', hash).execute()).length === 0

/** Yields `size` bytes, because the archive states the size of an entry before its content: zeros for missing ones, and none beyond. */
const exactly = async function* (size: number, content: AsyncIterable<Uint8Array>, sum: ReturnType<typeof createHash>) {
  let missing = size
  for await (const chunk of content) {
    sum.update(chunk)
    const part = chunk.subarray(0, missing)
    missing -= part.length
    if (part.length > 0) yield part
  }
  for (; missing > 0; missing -= Math.min(missing, PIECE_BYTES)) yield Buffer.alloc(Math.min(missing, PIECE_BYTES))
}
