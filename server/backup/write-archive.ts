import { createHash } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import type { Pack } from 'tar-stream'
import { readMigrations } from '../db/migrate.ts'
import type { Db, OpenedDatabase, Tx } from '../db/open.ts'
import { inSnapshot } from '../db/snapshot.ts'
import type { Blobs } from '../files/blobs.ts'
import { keyOf } from '../files/store.ts'
import { readSequences, readTables, setTextFormat, type StoredTable } from './catalog.ts'
import {
  fileEntry,
  KEY_ENTRY,
  MANIFEST_ENTRY,
  manifestOf,
  SUMMARY_ENTRY,
  tableEntry,
  type Manifest,
  type Summary,
} from './format.ts'
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

/** Lines of JSON, one for each row. */
export interface Piece {
  lines: number
  text: string
}

/** What an archive contains: tables with the expressions that select their rows, and a condition of the rows of `file`. */
export interface ArchiveContent {
  project: Manifest['project']
  tables: (StoredTable & {
    rows: RawBuilder<unknown>
    /** Rows that the database does not store as such, in the format of `rows`, and before them. */
    unpacked?: AsyncIterable<Piece>
  })[]
  files: RawBuilder<boolean>
}

/** Approximate size of an entry with rows, which is built in memory; one row can be larger. */
const PIECE_BYTES = 1024 * 1024
const MAX_FETCHED = 1000
const FILES_AT_ONCE = 1000

/** Writes the archive of one snapshot of the database, and files after the rows: a file without its row is harmless. */
export const writeArchive = async (pack: Pack, source: ArchiveSource): Promise<Summary> => {
  const writer = new ArchiveWriter(pack, source)
  await inSnapshot(source.db, async (tx) => {
    await setTextFormat(tx)
    await writer.writeRows(tx, await wholeContent(tx))
    if (source.blobs !== null) await writer.writeFiles(tx, source.blobs)
  })
  return writer.finish()
}

const wholeContent = async (tx: Tx): Promise<ArchiveContent> => ({
  project: undefined,
  tables: (await readTables(tx)).map((table) => ({ ...table, rows: sql.table(table.name) })),
  files: sql<boolean>`true`,
})

/** Writes an archive in order: rows, files, summary. Rows and files can go to different tar files, whose bytes are then joined. */
export class ArchiveWriter {
  readonly #source: Omit<ArchiveSource, 'blobs'>
  readonly #summary: Summary = { rows: {}, sequences: {}, files: null, checksums: {} }
  readonly #mtime = new Date()
  #pack: Pack
  #content: ArchiveContent | null = null

  constructor(pack: Pack, source: Omit<ArchiveSource, 'blobs'>) {
    this.#pack = pack
    this.#source = source
  }

  /** Uses another tar file for all further entries. */
  continueIn(pack: Pack): void {
    this.#pack = pack
  }

  /** Expects a snapshot with `setTextFormat`. */
  async writeRows(tx: Tx, content: ArchiveContent): Promise<void> {
    this.#content = content
    const { engine, version, secretKeyIds, secretKey, print } = this.#source
    const { project, tables } = content
    const migrations = await readMigrations(tx)
    if (migrations.length === 0) throw new BackupProblem('The database has no tables of Assay.')
    await sql`lock table ${sql.join(tables.map(({ name }) => sql.table(name)))} in access share mode`.execute(tx)
    const columnsOf = ({ name, columns }: StoredTable) => ({ name, columns: columns.map((column) => column.name) })
    const manifest = manifestOf({
      version,
      engine,
      migrations,
      tables: tables.map(columnsOf),
      secretKeyIds,
      ...(project && { project }),
    })
    await this.#addText(MANIFEST_ENTRY, `${JSON.stringify(manifest, null, 2)}\n`)
    if (secretKey !== null) await this.#addText(KEY_ENTRY, secretKey)

    const counts = this.#summary.rows
    for (const table of tables) {
      let number = 0
      const progress = everyFewSeconds(print, () => `${table.name}: ${counted(counts[table.name] ?? 0, 'row')}`)
      counts[table.name] = 0
      for await (const { lines, text } of piecesOf(tx, table)) {
        await this.#addText(tableEntry(table.name, (number += 1)), text)
        counts[table.name] = (counts[table.name] ?? 0) + lines
        progress()
      }
      if (number > 0) print(`${table.name}: ${counted(counts[table.name] ?? 0, 'row')}`)
    }
    if (project === undefined) this.#summary.sequences = await readSequences(tx)
  }

  /** Writes the files of the content whose rows `db` has. */
  async writeFiles(db: Db | Tx, blobs: Blobs): Promise<void> {
    const { print } = this.#source
    const files = { count: 0, bytes: 0, missing: [] as string[], deleted: [] as string[], damaged: [] as string[] }
    this.#summary.files = files
    const progress = everyFewSeconds(print, () => `${counted(files.count, 'file')}, ${inMegabytes(files.bytes)}`)
    for await (const { hash, sizeBytes } of filesOf(db, this.#content?.files ?? sql<boolean>`false`)) {
      const content = await openFile(blobs, hash)
      if (content === null) {
        files[(await isDeletedSince(this.#source, hash)) ? 'deleted' : 'missing'].push(hash)
        continue
      }
      const sum = createHash('sha256')
      const header = { name: fileEntry(hash), size: sizeBytes, mtime: this.#mtime }
      await addEntry(this.#pack, header, exactly(sizeBytes, content, sum))
      if (sum.digest('hex') !== hash) files.damaged.push(hash)
      files.count += 1
      files.bytes += sizeBytes
      progress()
    }
    print(`${counted(files.count, 'file')}, ${inMegabytes(files.bytes)}`)
  }

  async finish(): Promise<Summary> {
    await this.#addText(SUMMARY_ENTRY, `${JSON.stringify(this.#summary, null, 2)}\n`)
    this.#pack.finalize()
    return this.#summary
  }

  async #addText(name: string, text: string): Promise<void> {
    const bytes = Buffer.from(text)
    if (name !== SUMMARY_ENTRY) this.#summary.checksums[name] = createHash('sha256').update(bytes).digest('hex')
    await addEntry(this.#pack, { name, size: bytes.length, mtime: this.#mtime }, [bytes])
  }
}

/** Reads a table with a cursor, in pieces of about `PIECE_BYTES`, estimated from the size of the rows before. */
const piecesOf = async function* (
  tx: Tx,
  { name, columns, rows: from, unpacked }: ArchiveContent['tables'][number],
): AsyncGenerator<Piece> {
  if (unpacked !== undefined) yield* unpacked
  const cursor = sql.id(`rows_of_${name}`)
  const values = sql.join(columns.map((column) => sql`${sql.ref(column.name)}::text`))
  await sql`declare ${cursor} no scroll cursor for
    select to_json(array[${values}])::text as line from ${from}`.execute(tx)
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

const filesOf = async function* (db: Db | Tx, condition: RawBuilder<boolean>) {
  let after = ''
  for (;;) {
    const rows = await db
      .selectFrom('file')
      .select(['hash', 'size_bytes as sizeBytes'])
      .where('hash', '>', after)
      .where(condition)
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
const isDeletedSince = async ({ db, engine }: Pick<ArchiveSource, 'db' | 'engine'>, hash: string): Promise<boolean> =>
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
