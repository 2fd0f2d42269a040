import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, rm } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { DatabaseError } from 'pg'
import { LOCKS } from '../db/locks.ts'
import { MIGRATIONS, migrateWithin } from '../db/migrate.ts'
import type { Db, Tx } from '../db/open.ts'
import type { Blobs } from '../files/blobs.ts'
import { keyOf } from '../files/store.ts'
import { beginBulkLoad, type BulkLoad } from './bulk-load.ts'
import {
  KEY_ENTRY,
  MANIFEST_ENTRY,
  parseManifest,
  parseSummary,
  SUMMARY_ENTRY,
  type Manifest,
  type Summary,
} from './format.ts'
import { BackupProblem } from './problem.ts'
import { counted, everyFewSeconds, inMegabytes, type Print } from './progress.ts'
import { readEntries, type Entry } from './tar.ts'

export interface ArchiveTarget {
  /** An open, empty database. */
  db: Db
  blobs: Blobs
  print: Print
}

export interface Restored {
  manifest: Manifest
  summary: Summary
  /** Key of the archive, if it has one. */
  secretKey: string | null
  /** Number of rows of each table in the restored database. */
  rows: Record<string, number>
  /** Number of files that were stored. */
  files: number
}

/** Limit of entries that are read into memory. Only an entry with a single large row is larger than a few megabytes. */
const MAX_TEXT_BYTES = 256 * 1024 * 1024

/**
 * Restores an archive (a tar file) into an empty database, in one transaction. Files are stored before that transaction ends: after a
 * failure, files without rows remain, and the next attempt replaces them. Throws `BackupProblem` for an archive that is damaged,
 * incomplete, of another application or of a newer version, and for a database with tables.
 */
export const readArchive = async (
  archive: AsyncIterable<Uint8Array>,
  { db, blobs, print }: ArchiveTarget,
): Promise<Restored> => {
  let broken: Error | null = null
  try {
    return await db.transaction().execute(async (tx) => {
      // A server that starts meanwhile waits to migrate, and finds the restored database.
      await sql`select pg_advisory_xact_lock(${LOCKS.migration}, 0)`.execute(tx)
      await rejectTables(tx)
      const reader = new ArchiveReader(tx, blobs, print)
      for await (const entry of readEntries(archive, (error) => (broken = error))) await reader.read(entry)
      return reader.finish()
    })
  } catch (error) {
    // A stream that breaks while an entry is read ends that entry with an error that says less.
    throw error instanceof BackupProblem || broken === null ? damageOf(error, false) : damageOf(broken, true)
  }
}

class ArchiveReader {
  readonly #tx: Tx
  readonly #blobs: Blobs
  readonly #print: Print
  readonly #checksums: Record<string, string> = {}
  readonly #inserted: Record<string, number> = {}
  /** Files whose content has another hash than their name. */
  readonly #damaged = new Set<string>()
  readonly #progress: () => void
  #manifest: Manifest | null = null
  #load: BulkLoad | null = null
  #summary: Summary | null = null
  #secretKey: string | null = null
  #table = ''
  #files = 0
  #bytes = 0

  constructor(tx: Tx, blobs: Blobs, print: Print) {
    this.#tx = tx
    this.#blobs = blobs
    this.#print = print
    this.#progress = everyFewSeconds(print, () => (this.#table === '' ? this.#filesLine() : this.#tableLine()))
  }

  async read(entry: Entry): Promise<void> {
    const { name, type } = entry.header
    if (type !== 'file') throw new BackupProblem(`The file is not a backup of Assay: it has a ${type}.`)
    if (this.#manifest === null) {
      if (name !== MANIFEST_ENTRY) throw new BackupProblem('The file is not a backup of Assay.')
      return this.#begin(parseManifest(await this.#textOf(entry)))
    }
    if (this.#summary !== null)
      throw new BackupProblem(`The backup is damaged: it has an entry after its end, ${name}.`)
    const [, table] = /^tables\/([a-z0-9_]+)\/\d{6,}\.jsonl$/.exec(name) ?? []
    const [, folder, hash] = /^files\/([0-9a-f]{2})\/([0-9a-f]{64})$/.exec(name) ?? []
    if (table !== undefined) await this.#readRows(table, await this.#textOf(entry))
    else if (hash !== undefined && hash.startsWith(folder ?? '')) await this.#readFile(hash, entry)
    else if (name === KEY_ENTRY) this.#secretKey = await this.#textOf(entry)
    else if (name === SUMMARY_ENTRY) this.#summary = parseSummary(await this.#textOf(entry, false))
    else throw new BackupProblem(`The backup is damaged: it has an unknown entry, ${name}.`)
    this.#progress()
  }

  async finish(): Promise<Restored> {
    const [manifest, load, summary] = [this.#manifest, this.#load, this.#summary]
    if (manifest === null || load === null) throw new BackupProblem('The file is not a backup of Assay.')
    if (summary === null) throw new BackupProblem('The backup is incomplete: its end is missing.')
    this.#endTable('')
    this.#print(this.#filesLine())
    this.#check(summary)
    this.#print('Building indexes and checking references')
    const rows = await load.finish(summary.sequences)
    const different = manifest.tables.find(({ name }) => rows[name] !== (summary.rows[name] ?? 0))
    if (different !== undefined)
      throw new BackupProblem(
        `The backup is damaged: the table ${different.name} has ${rows[different.name]} rows instead of ${summary.rows[different.name]}.`,
      )
    const stored = rows['file'] ?? 0
    const { files } = summary
    if (files !== null && this.#files + this.#damaged.size + files.missing.length + files.deleted.length !== stored)
      throw new BackupProblem(`The backup is damaged: it has ${this.#files} of ${stored} files.`)
    await migrateWithin(this.#tx)
    // Parts of uploads in progress are not in the archive: clients send them again.
    if (files !== null)
      await this.#tx
        .updateTable('observation_file')
        .set({ pieces: [], received_bytes: 0 })
        .where('file_hash', 'is', null)
        .execute()
    return { manifest, summary, secretKey: this.#secretKey, rows, files: this.#files }
  }

  async #begin(manifest: Manifest): Promise<void> {
    const { migrations } = manifest
    const unknown = migrations.find((name, index) => MIGRATIONS[index] !== name)
    if (unknown !== undefined)
      throw new BackupProblem(
        `A newer version of Assay (${manifest.version}) has written this backup (${unknown}). Restore it with that version or a newer one.`,
      )
    this.#print(`Backup of ${manifest.createdAt} by Assay ${manifest.version}`)
    await migrateWithin(this.#tx, migrations.at(-1))
    this.#load = await beginBulkLoad(this.#tx, manifest)
    this.#manifest = manifest
  }

  async #readRows(table: string, lines: string): Promise<void> {
    if (table !== this.#table) this.#endTable(table)
    const inserted = await this.#load?.insert(table, lines)
    this.#inserted[table] = (this.#inserted[table] ?? 0) + (inserted ?? 0)
  }

  #endTable(next: string): void {
    if (this.#table !== '') this.#print(this.#tableLine())
    this.#table = next
  }

  async #readFile(hash: string, entry: Entry): Promise<void> {
    if (this.#files === 0) this.#endTable('')
    const { incoming } = this.#blobs
    await mkdir(incoming, { recursive: true, mode: 0o700 })
    const temporary = path.join(incoming, randomUUID())
    const sum = createHash('sha256')
    try {
      const handle = await open(temporary, 'wx', 0o600)
      try {
        for await (const chunk of entry as AsyncIterable<Buffer>) {
          sum.update(chunk)
          this.#bytes += chunk.length
          await handle.writeFile(chunk)
        }
        await handle.sync()
      } finally {
        await handle.close()
      }
      if (sum.digest('hex') !== hash) return void this.#damaged.add(hash)
      await this.#blobs.keep(temporary, keyOf(hash))
      this.#files += 1
    } finally {
      await rm(temporary, { force: true })
    }
  }

  /** Throws if checksums, row counts or files differ from those of the summary. */
  #check({ checksums, rows, files }: Summary): void {
    const names = new Set([...Object.keys(checksums), ...Object.keys(this.#checksums)])
    for (const name of names)
      if (checksums[name] !== this.#checksums[name])
        throw new BackupProblem(`The backup is damaged: ${name} does not have the checksum of the summary.`)
    for (const [name, count] of Object.entries(rows))
      if ((this.#inserted[name] ?? 0) !== count)
        throw new BackupProblem(
          `The backup is damaged: it has ${this.#inserted[name] ?? 0} of ${count} rows of ${name}.`,
        )
    const known = new Set(files?.damaged)
    for (const hash of this.#damaged)
      if (!known.has(hash)) throw new BackupProblem(`The backup is damaged: the file ${hash} has another content.`)
  }

  async #textOf(entry: Entry, isChecked = true): Promise<string> {
    const { name, size } = entry.header
    if (size > MAX_TEXT_BYTES) throw new BackupProblem(`The backup is damaged: ${name} is too large.`)
    const chunks: Buffer[] = []
    for await (const chunk of entry as AsyncIterable<Buffer>) chunks.push(chunk)
    const bytes = Buffer.concat(chunks)
    if (isChecked) this.#checksums[name] = createHash('sha256').update(bytes).digest('hex')
    return bytes.toString()
  }

  #tableLine(): string {
    return `${this.#table}: ${counted(this.#inserted[this.#table] ?? 0, 'row')}`
  }

  #filesLine(): string {
    return `${counted(this.#files, 'file')}, ${inMegabytes(this.#bytes)}`
  }
}

const rejectTables = async (tx: Tx): Promise<void> => {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class c
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')
       and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
     order by relname limit 1`.execute(tx)
  if (rows[0] !== undefined)
    throw new BackupProblem(`The database is not empty: it has the table ${rows[0].name}. Restore into a new database.`)
}

/** Classes of SQLSTATE of values that the database does not accept: data exception, integrity violation. */
const OF_VALUES = /^2[23]/

/** Returns errors of the archive's content as `BackupProblem`; others, such as a full disk, unchanged. */
const damageOf = (error: unknown, isOfStream: boolean): unknown => {
  if (error instanceof Error && 'code' in error && error.code === 'ZSTD_error_prefix_unknown')
    return new BackupProblem('The file is not a backup of Assay.', { cause: error })
  const isOfValues = error instanceof DatabaseError && OF_VALUES.test(error.code ?? '')
  return (isOfStream || isOfValues) && error instanceof Error && !(error instanceof BackupProblem)
    ? new BackupProblem(`The backup is damaged or incomplete (${error.message}).`, { cause: error })
    : error
}
