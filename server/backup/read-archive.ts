import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, rm } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { LOCKS } from '../db/locks.ts'
import { MIGRATIONS, migrateWithin } from '../db/migrate.ts'
import type { Db, Tx } from '../db/open.ts'
import type { Blobs } from '../files/blobs.ts'
import { keyOf } from '../files/store.ts'
import { beginBulkLoad, type BulkLoad } from './bulk-load.ts'
import type { Manifest, Summary } from './format.ts'
import { damageOf, readParts, type ArchivePart } from './parts.ts'
import { BackupProblem } from './problem.ts'
import { counted, everyFewSeconds, inMegabytes, type Print } from './progress.ts'

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

/**
 * Restores an archive (a tar file) into an empty database, in one transaction. Files are stored before that transaction ends: after a
 * failure, files without rows remain, and the next attempt replaces them. Throws `BackupProblem` for an archive that is damaged,
 * incomplete, of another application or of a newer version, and for a database with tables.
 */
export const readArchive = async (
  archive: AsyncIterable<Uint8Array>,
  { db, blobs, print }: ArchiveTarget,
): Promise<Restored> => {
  try {
    return await db.transaction().execute(async (tx) => {
      // A server that starts meanwhile waits to migrate, and finds the restored database.
      await sql`select pg_advisory_xact_lock(${LOCKS.migration}, 0)`.execute(tx)
      await rejectTables(tx)
      const reader = new ArchiveReader(tx, blobs, print)
      for await (const part of readParts(archive)) await reader.read(part)
      return reader.finish()
    })
  } catch (error) {
    throw damageOf(error)
  }
}

class ArchiveReader {
  readonly #tx: Tx
  readonly #blobs: Blobs
  readonly #print: Print
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

  async read(part: ArchivePart): Promise<void> {
    if (part.kind === 'manifest') return this.#begin(part.manifest)
    if (part.kind === 'rows') await this.#readRows(part.table, part.text)
    else if (part.kind === 'file') await this.#readFile(part.hash, part.content)
    else if (part.kind === 'key') this.#secretKey = part.text
    else this.#summary = part.summary
    this.#progress()
  }

  async finish(): Promise<Restored> {
    const [manifest, load, summary] = [this.#manifest, this.#load, this.#summary]
    if (manifest === null || load === null || summary === null) throw new Error('the archive was not read to its end')
    this.#endTable('')
    this.#print(this.#filesLine())
    this.#check(summary)
    this.#print('Building indexes and checking references')
    const rows = await load.finish(summary.sequences)
    const different = manifest.tables.find(({ name }) => rows[name] !== (summary.rows[name] ?? 0))
    if (different !== undefined)
      throw new BackupProblem(
        `The archive is damaged: the table ${different.name} has ${rows[different.name]} rows instead of ${summary.rows[different.name]}.`,
      )
    const stored = rows['file'] ?? 0
    const { files } = summary
    if (files !== null && this.#files + this.#damaged.size + files.missing.length + files.deleted.length !== stored)
      throw new BackupProblem(`The archive is damaged: it has ${this.#files} of ${stored} files.`)
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
    const { migrations, project } = manifest
    if (project !== undefined)
      throw new BackupProblem(
        `The file is no backup, but the archive of the project ${project.key}. Import it in the list of projects.`,
      )
    const unknown = migrations.find((name, index) => MIGRATIONS[index] !== name)
    if (unknown !== undefined)
      throw new BackupProblem(
        `A newer version of Assay (${manifest.version}) has written this archive (${unknown}). Restore it with that version or a newer one.`,
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

  async #readFile(hash: string, content: AsyncIterable<Buffer>): Promise<void> {
    if (this.#files === 0) this.#endTable('')
    const { incoming } = this.#blobs
    await mkdir(incoming, { recursive: true, mode: 0o700 })
    const temporary = path.join(incoming, randomUUID())
    const sum = createHash('sha256')
    try {
      const handle = await open(temporary, 'wx', 0o600)
      try {
        for await (const chunk of content) {
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

  /** Throws if row counts or files differ from those of the summary. */
  #check({ rows, files }: Summary): void {
    for (const [name, count] of Object.entries(rows))
      if ((this.#inserted[name] ?? 0) !== count)
        throw new BackupProblem(
          `The archive is damaged: it has ${this.#inserted[name] ?? 0} of ${count} rows of ${name}.`,
        )
    const known = new Set(files?.damaged)
    for (const hash of this.#damaged)
      if (!known.has(hash)) throw new BackupProblem(`The archive is damaged: the file ${hash} has another content.`)
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
