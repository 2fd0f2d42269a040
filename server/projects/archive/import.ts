import { utimes } from 'node:fs/promises'
import { insertLead, insertProject, projectEvent, requireRoom } from '../create.ts'
import { damageOf } from '../../backup/parts.ts'
import { BackupProblem } from '../../backup/problem.ts'
import type { Db } from '../../db/open.ts'
import { appendEvents } from '../../db/events.ts'
import type { FileStore } from '../../files/store.ts'
import { wrongField } from '../../http/refusal.ts'
import { checkArchive, partsOf, readManifest, type Checked } from './check.ts'
import { completeProject } from './complete.ts'
import { ArchiveIds } from './ids.ts'
import { matchTables } from './match-tables.ts'
import type { ArchivedRow } from './rules.ts'
import { writerOf, type ProjectWriting, type TableWriter } from './table-writer.ts'
import { leaseEnd, underLease, whileImporting } from './unfinished.ts'
import { matchUsers, USER_RULE, USER_TABLE, type Importer } from './users.ts'
import { valuesOfFixed } from './values.ts'

interface Parts {
  db: Db
  files: FileStore
  /** Limit of a file. */
  maxFileBytes: number
}

export interface ImportRequest {
  /** Path of the archive on this machine. */
  archive: string
  importer: Importer
  /** Empty for those of the archive. */
  name: string
  key: string
}

/** Reports progress. The import waits for its promise. */
export type ImportProgress = (progress: {
  phase: 'checking' | 'writing'
  done: number
  total: number
}) => void | Promise<void>

/**
 * Creates a project from an archive. Reserves its key, checks the whole archive and stores its files, and then writes the rows in short
 * transactions; the last one makes the project visible. When an import fails, `unfinished.ts` deletes its rows, and housekeeping its files.
 * Throws 400 at `archive` with the reason for an archive that cannot be imported, 409 at `key`, 403 at the workspace's limit of projects.
 */
export const importProject = async (
  parts: Parts,
  { archive, importer, ...requested }: ImportRequest,
  progress: ImportProgress,
): Promise<{ projectId: number; leftOut: string[] }> => {
  const { db } = parts
  try {
    const manifest = await readManifest(archive)
    const tables = await db.transaction().execute((tx) => matchTables(tx, manifest))
    const key = requested.key || manifest.project.key
    const name = requested.name || manifest.project.name
    const projectId = await db.transaction().execute(async (tx) => {
      await requireRoom(tx)
      return insertProject(tx, { key, name, publiclyAccessible: false }, leaseEnd)
    })
    // Housekeeping deletes old files of incomplete uploads, of which the archive is one.
    const touchArchive = () => utimes(archive, new Date(), new Date())
    await whileImporting(db, projectId, touchArchive, async () => {
      const onRead = (done: number, total: number) => progress({ phase: 'checking', done, total })
      const checked = await checkArchive(archive, parts, onRead)
      const batch: ProjectWriting['batch'] = (act) => underLease(db, projectId, act)
      const last: ProjectWriting['last'] = []
      const keys = { archived: manifest.project.key, created: key }
      await writeRows(archive, checked, progress, async (rows) => {
        const users = await batch((tx) => matchUsers(tx, rows, importer))
        const ids = new ArchiveIds(db, { projectId, keys, users, files: checked.files })
        await addLostFiles(ids, checked, batch)
        return { ids, tables, batch, last }
      })
      await batch(async (tx) => {
        await insertLead(tx, projectId, importer.userId)
        for (const write of last) await write(tx)
        await completeProject(tx, projectId)
        await tx.updateTable('project').set({ importing_until: null }).where('id', '=', projectId).execute()
        const payload = { name, key, from: keys.archived }
        await appendEvents(tx, [projectEvent('project/imported', projectId, payload, importer.userId)])
      })
    })
    return { projectId, leftOut: manifest.project.leftOut }
  } catch (error) {
    const damage = damageOf(error)
    if (damage instanceof BackupProblem) throw Object.assign(wrongField('archive', damage.message), { cause: error })
    throw error
  }
}

const userRows = valuesOfFixed(USER_TABLE, USER_RULE.columns)

/** Writes the rows of an archive, except those of the last transaction. `begin` gets the archive's users, which are its first rows. */
const writeRows = async (
  archive: string,
  { rows: total }: Checked,
  progress: ImportProgress,
  begin: (users: readonly ArchivedRow[]) => Promise<ProjectWriting>,
): Promise<void> => {
  const users: ArchivedRow[] = []
  let writing: ProjectWriting | null = null
  let writer: TableWriter | null = null
  let done = 0
  for await (const part of partsOf(archive)) {
    if (part.kind === 'manifest') continue
    if (part.kind !== 'rows') break
    done += part.text.split('\n').length - 1
    if (part.table === USER_TABLE.name) users.push(...userRows.read(part.text))
    else {
      writing ??= await begin(users)
      if (writer !== null && writer.name !== part.table) await writer.finish()
      if (writer?.name !== part.table) writer = writerOf(part.table, writing)
      await writer.write(part.text)
    }
    await progress({ phase: 'writing', done, total })
  }
  await writer?.finish()
  if (writing === null) throw new BackupProblem('The archive is damaged: it has no rows.')
}

const FILES_AT_ONCE = 500

/** Adds rows for files whose content was already missing when the archive was written. */
const addLostFiles = async (ids: ArchiveIds, { files }: Checked, batch: ProjectWriting['batch']): Promise<void> => {
  const lost = [...files.missing].map((hash) => ids.file(hash)).filter((hash) => !files.stored.has(hash))
  for (let from = 0; from < lost.length; from += FILES_AT_ONCE) {
    const rows = lost
      .slice(from, from + FILES_AT_ONCE)
      .map((hash) => ({ hash, size_bytes: 0, content_type: 'application/octet-stream' }))
    await batch((tx) =>
      tx
        .insertInto('file')
        .values(rows)
        .onConflict((c) => c.doNothing())
        .execute(),
    )
  }
}
