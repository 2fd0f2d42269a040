import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { LIMITS } from '../../../contract/limits.ts'
import { insertLines } from '../../backup/bulk-load.ts'
import { setTextFormat, type StoredTable } from '../../backup/catalog.ts'
import type { Manifest, Summary } from '../../backup/format.ts'
import { damageOf, decompressed, readParts, type ArchivePart } from '../../backup/parts.ts'
import { BackupProblem } from '../../backup/problem.ts'
import type { Db, Tx } from '../../db/open.ts'
import { appendEvents } from '../../db/events.ts'
import type { FileStore } from '../../files/store.ts'
import { wrongField } from '../../http/refusal.ts'
import { insertProject, projectEvent, requireRoom } from '../create.ts'
import { addPastChanges } from './change-log.ts'
import { completeProject } from './complete.ts'
import { FILE_TABLE, PROJECT_TABLE } from './export.ts'
import { ArchiveIds } from './ids.ts'
import { matchTables, requireVersion } from './match-tables.ts'
import type { AnyTableRule, ArchivedRow } from './rules.ts'
import { ARCHIVED_TABLES } from './tables.ts'
import { matchUsers, USER_RULE, USER_TABLE } from './users.ts'
import { valuesOf, type MatchedTable } from './values.ts'

interface Parts {
  db: Db
  files: FileStore
  /** Limit of a file. */
  maxFileBytes: number
}

export interface ImportRequest {
  /** Path of the archive on this machine. */
  archive: string
  userId: number
  /** Empty for those of the archive. */
  name: string
  key: string
}

export type ImportProgress = (progress: { phase: 'checking' | 'writing'; done: number; total: number }) => void

/** Limit of an entry with rows, which is read into memory; one row can be larger than the usual megabyte. */
const MAX_ENTRY_BYTES = 64 * 1024 * 1024
/** Limits of what an archive contains after decompression: in total, and by byte of the archive after the first ones. */
const MAX_BYTES = 256 * 1024 ** 3
const MAX_RATIO = 1000
const FREE_BYTES = 64 * 1024 ** 2

interface Checked {
  manifest: Manifest & { project: NonNullable<Manifest['project']> }
  summary: Summary
  files: { stored: ReadonlySet<string>; missing: ReadonlySet<string> }
  rows: number
}

/**
 * Creates a project from an archive. Checks the whole archive and stores its files first, then writes the rows in one transaction; files of an
 * import that fails are deleted by housekeeping. Throws 400 at `archive` with the reason for an archive that cannot be imported, 409 at
 * `key`, 403 at the workspace's limit of projects.
 */
export const importProject = async (
  parts: Parts,
  request: ImportRequest,
  progress: ImportProgress,
): Promise<{ projectId: number; leftOut: string[] }> => {
  const { db } = parts
  try {
    await db.transaction().execute((tx) => requireRoom(tx, 1))
    const checked = await checkArchive(parts, request.archive, progress)
    const projectId = await db.transaction().execute((tx) => writeProject(tx, checked, request, progress))
    return { projectId, leftOut: checked.manifest.project.leftOut }
  } catch (error) {
    const damage = damageOf(error)
    if (damage instanceof BackupProblem) throw Object.assign(wrongField('archive', damage.message), { cause: error })
    throw error
  }
}

/** Yields the parts of a compressed archive within the limits of size. */
const partsOf = async function* (archive: string, onRead: (bytes: number, total: number) => void) {
  const { size } = await stat(archive)
  const input = createReadStream(archive)
  const limited = async function* (): AsyncGenerator<Buffer> {
    let bytes = 0
    for await (const chunk of decompressed(input) as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > MAX_BYTES || bytes > FREE_BYTES + MAX_RATIO * input.bytesRead)
        throw new BackupProblem('The archive is too large after decompression.')
      onRead(input.bytesRead, size)
      yield chunk
    }
  }
  try {
    yield* readParts(limited(), MAX_ENTRY_BYTES)
  } finally {
    input.destroy()
  }
}

/** Reads an archive to its end, and stores its files. */
const checkArchive = async (
  { files, maxFileBytes }: Parts,
  archive: string,
  progress: ImportProgress,
): Promise<Checked> => {
  let manifest: Checked['manifest'] | null = null
  let summary: Summary | null = null
  const counts: Record<string, number> = {}
  const texts = new Set<string>()
  const stored = new Set<string>()
  const damaged = new Set<string>()
  const report = (done: number, total: number) => progress({ phase: 'checking', done, total })
  for await (const part of partsOf(archive, report)) {
    if (part.kind === 'manifest') manifest = requireProject(part.manifest)
    else if (part.kind === 'summary') summary = part.summary
    else if (part.kind === 'rows') {
      const lines = part.text.trimEnd().split('\n')
      counts[part.table] = (counts[part.table] ?? 0) + lines.length
      if (part.table === FILE_TABLE.name)
        for (const row of fileRows.read(part.text)) if (isText(row)) texts.add(row['hash'] ?? '')
    } else if (part.kind === 'file') {
      const name = texts.has(part.hash) ? 'file.txt' : 'file'
      const { hash } = await files.put(Readable.from(part.content), name, maxFileBytes)
      if (hash === part.hash) stored.add(hash)
      else damaged.add(part.hash)
    } else throw new BackupProblem('The archive is damaged: it has a key.')
  }
  if (manifest === null || summary === null) throw new Error('the archive was not read to its end')
  for (const name of new Set([...Object.keys(counts), ...Object.keys(summary.rows)]))
    if ((counts[name] ?? 0) !== (summary.rows[name] ?? 0))
      throw new BackupProblem(
        `The archive is damaged: it has ${counts[name] ?? 0} of ${summary.rows[name]} rows of ${name}.`,
      )
  const lost = summary.files ?? { missing: [], deleted: [], damaged: [] }
  const known = new Set(lost.damaged)
  for (const hash of damaged)
    if (!known.has(hash)) throw new BackupProblem(`The archive is damaged: the file ${hash} has another content.`)
  const missing = new Set([...lost.missing, ...lost.deleted, ...lost.damaged])
  const rows = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return { manifest, summary, files: { stored, missing }, rows }
}

const isText = ({ content_type: type }: ArchivedRow): boolean => type?.startsWith('text/plain') === true

/** Throws for the archive of an installation, and for one of a version that this one cannot import. */
const requireProject = (manifest: Manifest): Checked['manifest'] => {
  const { project } = manifest
  if (project === undefined)
    throw new BackupProblem('The file is a backup of an installation. Restore it with assay-server restore.')
  requireVersion(manifest)
  return { ...manifest, project }
}

const fixedTable = (table: StoredTable, columns = {}) =>
  valuesOf({ archived: table.columns, written: table }, { rows: () => sql<boolean>`true`, columns })
const projectRows = fixedTable(PROJECT_TABLE)
const fileRows = fixedTable(FILE_TABLE)
const userRows = fixedTable(USER_TABLE, USER_RULE.columns)

const writeProject = async (
  tx: Tx,
  { manifest, files, rows }: Checked,
  { archive, userId, ...requested }: ImportRequest,
  progress: ImportProgress,
): Promise<number> => {
  await setTextFormat(tx)
  const key = requested.key || manifest.project.key
  const name = requested.name || manifest.project.name
  const projectId = await insertProject(tx, userId, { name, key, publiclyAccessible: false })
  const tables = await matchTables(tx, manifest)
  const users: ArchivedRow[] = []
  let ids: ArchiveIds | null = null
  let writer: TableWriter | null = null
  let done = 0
  for await (const part of partsOf(archive, () => undefined)) {
    if (part.kind === 'manifest') continue
    if (part.kind !== 'rows') break
    done += part.text.split('\n').length - 1
    if (part.table === USER_TABLE.name) users.push(...userRows.read(part.text))
    else {
      ids ??= await beginIds(tx, { projectId, keys: { archived: manifest.project.key, created: key }, users, files })
      if (writer !== null && writer.name !== part.table) await writer.finish()
      if (writer?.name !== part.table) writer = writerOf(tx, tables, part, ids)
      await writer.write(part.text)
    }
    progress({ phase: 'writing', done, total: rows })
  }
  await writer?.finish()
  if (ids === null) throw new BackupProblem('The archive is damaged: it has no rows.')
  await completeProject(tx, projectId)
  await requireRoom(tx)
  await appendEvents(tx, [
    projectEvent('project/imported', projectId, { name, key, from: manifest.project.key }, userId),
  ])
  return projectId
}

const beginIds = async (
  tx: Tx,
  given: Pick<ArchiveIds, 'projectId' | 'keys'> & { users: readonly ArchivedRow[]; files: Checked['files'] },
): Promise<ArchiveIds> => {
  const ids = new ArchiveIds(tx, { ...given, users: await matchUsers(tx, given.users) })
  const lost = [...given.files.missing].map((hash) => ids.file(hash)).filter((hash) => !given.files.stored.has(hash))
  for (const hash of lost)
    await tx
      .insertInto('file')
      .values({ hash, size_bytes: 0, content_type: 'application/octet-stream' })
      .onConflict((c) => c.doNothing())
      .execute()
  return ids
}

interface TableWriter {
  name: string
  write(text: string): Promise<void>
  /** Writes what needs all rows of the table. */
  finish(): Promise<void>
}

const writerOf = (
  tx: Tx,
  tables: ReadonlyMap<string, MatchedTable>,
  { table: name }: Extract<ArchivePart, { kind: 'rows' }>,
  ids: ArchiveIds,
): TableWriter => {
  const finish = () => Promise.resolve()
  if (name === FILE_TABLE.name) return { name, write: finish, finish }
  if (name === PROJECT_TABLE.name) return { name, write: (text) => setProject(tx, ids, projectRows.read(text)), finish }
  const [matched, rule] = [tables.get(name), ARCHIVED_TABLES[name]]
  if (matched === undefined || rule === undefined)
    throw new BackupProblem(`The archive is damaged: it has an unknown table ${name}.`)
  const table = matched.written
  const values = valuesOf(matched, rule)
  const readRows = async (text: string): Promise<ArchivedRow[]> => {
    const rows = values.read(text)
    const { ownColumn } = values
    if (ownColumn !== null)
      await ids.addRows(
        name as never,
        rows.map((row) => Number(row[ownColumn])),
      )
    return rule.isImported === undefined ? rows : rows.filter((row) => rule.isImported?.(row, ids))
  }
  const linesOf = async (rows: readonly ArchivedRow[]): Promise<string> => {
    for (;;) {
      const lines = values.write(rows, ids)
      if (!(await ids.createMissing())) return lines
    }
  }
  if (name === 'event')
    return { name, write: async (text) => addPastChanges(tx, ids, table, await linesOf(await readRows(text))), finish }
  const deferred = new DeferredReferences(tx, name, rule, values.ownColumn)
  return {
    name,
    write: async (text) => {
      const rows = await readRows(text)
      if (rows.length === 0) return
      await insertLines(tx, table, await linesOf(rows), rule)
      deferred.add(rows)
    },
    finish: () => deferred.write(ids),
  }
}

/** References between rows of one table, such as those of suites to their parents. */
class DeferredReferences {
  readonly #tx: Tx
  readonly #table: string
  readonly #column: string | null
  readonly #own: string | null
  readonly #targets = new Map<number, number>()

  constructor(tx: Tx, table: string, { columns }: AnyTableRule, ownColumn: string | null) {
    this.#tx = tx
    this.#table = table
    this.#own = ownColumn
    this.#column = Object.entries(columns).find(([, rule]) => rule.kind === 'reference' && rule.isDeferred)?.[0] ?? null
  }

  add(rows: readonly ArchivedRow[]): void {
    if (this.#column === null || this.#own === null) return
    for (const row of rows)
      if (row[this.#column] != null) this.#targets.set(Number(row[this.#own]), Number(row[this.#column]))
  }

  /** Throws for references in a circle, which queries would follow forever. */
  async write(ids: ArchiveIds): Promise<void> {
    if (this.#column === null || this.#targets.size === 0) return
    for (const from of this.#targets.keys()) {
      let steps = 0
      for (let at = this.#targets.get(from); at !== undefined; at = this.#targets.get(at))
        if ((steps += 1) > LIMITS.suiteDepth)
          throw new BackupProblem(`The archive is damaged: rows of ${this.#table} are nested too deeply.`)
    }
    const space = this.#table as never
    const pairs = [...this.#targets].map(([from, to]) => [ids.row(space, from), ids.row(space, to)])
    await sql`
      update ${sql.table(this.#table)} t set ${sql.ref(this.#column)} = (pair ->> 1)::bigint
        from jsonb_array_elements(${JSON.stringify(pairs)}::jsonb) pair where t.id = (pair ->> 0)::bigint`.execute(
      this.#tx,
    )
  }
}

const setProject = async (tx: Tx, ids: ArchiveIds, rows: readonly ArchivedRow[]): Promise<void> => {
  const [row] = rows
  if (row === undefined || rows.length > 1) throw new BackupProblem('The archive is damaged: it has no project.')
  const hash = row['logo_hash'] ?? null
  await tx
    .updateTable('project')
    .set({
      logo_hash: hash === null ? null : ids.file(hash),
      launches_total: Number(row['launches_total']),
      last_launch_number: Number(row['last_launch_number']),
    })
    .where('id', '=', ids.projectId)
    .execute()
}
