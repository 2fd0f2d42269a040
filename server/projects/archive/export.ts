import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import { sql } from 'kysely'
import { pack } from 'tar-stream'
import { readTables, setTextFormat, type StoredTable } from '../../backup/catalog.ts'
import { ArchiveWriter, type ArchiveContent, type Piece } from '../../backup/write-archive.ts'
import type { Db, FromReplica, OpenedDatabase, Tx } from '../../db/open.ts'
import { inSnapshot } from '../../db/snapshot.ts'
import type { FileStore } from '../../files/store.ts'
import { packedLinesOf } from '../../launches/launches.ts'
import { ARCHIVED_TABLES } from './tables.ts'
import { launchesIn, launchTables } from './tables/launches.ts'
import { leftOutOf } from './left-out.ts'
import { USER_TABLE, usersOf } from './users.ts'
import { archivedColumns } from './values.ts'

export interface ExportParts {
  db: Db
  fromReplica: FromReplica
  engine: OpenedDatabase['engine']
  files: FileStore
  version: string
}

/** Columns of the project's row that an archive has. Its name and key are in the manifest. */
export const PROJECT_TABLE: StoredTable = {
  name: 'project',
  columns: [
    { name: 'logo_hash', type: 'text' },
    { name: 'launches_total', type: 'integer' },
    { name: 'last_launch_number', type: 'integer' },
  ],
}
export const FILE_TABLE: StoredTable = {
  name: 'file',
  columns: [
    { name: 'hash', type: 'text' },
    { name: 'content_type', type: 'text' },
  ],
}

/** A tar file ends with this many bytes, after which another one can begin only if they are left out. */
const END_OF_TAR = 1024

/**
 * Returns the archive of a project. Its rows are first written to a local file, in one snapshot: a slow reader of the archive would
 * otherwise keep a transaction open, which blocks the embedded database.
 */
export const projectArchive = async (parts: ExportParts, projectId: number): Promise<Readable> => {
  const { db, fromReplica, files } = parts
  const { blobs } = files
  await mkdir(blobs.incoming, { recursive: true, mode: 0o700 })
  const { rows, writer } = await fromReplica((copy) => writeRows(copy, parts, projectId))
  try {
    const { size } = await stat(rows)
    const bytes = async function* (): AsyncGenerator<Buffer> {
      try {
        yield* createReadStream(rows, { end: size - END_OF_TAR - 1 }) as AsyncIterable<Buffer>
        const packingFiles = pack()
        writer.continueIn(packingFiles)
        const writing = writer
          .writeFiles(db, blobs)
          .then(() => writer.finish())
          .catch((error: Error) => packingFiles.destroy(error))
        yield* packingFiles as AsyncIterable<Buffer>
        await writing
      } finally {
        await rm(rows, { force: true })
      }
    }
    const compress = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } })
    pipeline(Readable.from(bytes()), compress).catch(() => undefined) // fails the reader of the result
    return compress
  } catch (error) {
    await rm(rows, { force: true })
    throw error
  }
}

/** Resolves with the file that has the rows, and the writer of the archive's rest. */
const writeRows = async (
  copy: Db,
  { db, engine, files, version }: ExportParts,
  projectId: number,
): Promise<{ rows: string; writer: ArchiveWriter }> => {
  const rows = path.join(files.blobs.incoming, randomUUID())
  const packing = pack()
  const writer = new ArchiveWriter(packing, { db, engine, version, secretKeyIds: [], secretKey: null, print: () => {} })
  try {
    const stored = pipeline(Readable.from(packing), createWriteStream(rows, { flags: 'wx', mode: 0o600 }))
    stored.catch(() => undefined) // awaited below
    await inSnapshot(copy, async (tx) => {
      await setTextFormat(tx)
      await writer.writeRows(tx, await contentOf({ tx, files }, projectId))
    }).catch((error: Error) => {
      packing.destroy(error)
      throw error
    })
    packing.finalize()
    await stored
    return { rows, writer }
  } catch (error) {
    await rm(rows, { force: true })
    throw error
  }
}

/** Returns the tables of an archive with all columns of the database. Throws for a table that it does not have. */
export const archiveTables = async (tx: Tx): Promise<StoredTable[]> => {
  const found = new Map((await readTables(tx)).map((table) => [table.name, table]))
  return Object.keys(ARCHIVED_TABLES).map((name) => {
    const table = found.get(name)
    if (table === undefined) throw new Error(`the database has no table ${name}`)
    return table
  })
}

const contentOf = async (
  { tx, files: store }: { tx: Tx; files: FileStore },
  projectId: number,
): Promise<ArchiveContent> => {
  const { key, name } = await tx
    .selectFrom('project')
    .select(['key', 'name'])
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow()
  const tables = (await archiveTables(tx)).map((table) => {
    const rule = ARCHIVED_TABLES[table.name]
    if (rule === undefined) throw new Error(`no rule of ${table.name}`)
    const order = rule.order ?? table.columns.find((column) => rule.columns[column.name]?.kind === 'own')?.name
    const columns = archivedColumns(table, rule)
    if (table.name === 'log_line')
      return { name: table.name, columns, ...logLinesOf({ tx, files: store }, columns, projectId) }
    return {
      name: table.name,
      columns,
      rows: sql`${sql.table(table.name)} where ${rule.rows(projectId)}${order === undefined ? sql`` : sql` order by ${sql.ref(order)}`}`,
    }
  })
  const files = filesOf(projectId)
  return {
    project: { key, name, leftOut: await leftOutOf(tx, projectId) },
    tables: [
      { ...USER_TABLE, rows: usersOf(projectId) },
      { ...PROJECT_TABLE, rows: sql`project where id = ${projectId}` },
      { ...FILE_TABLE, rows: sql`file where ${files}` },
      ...tables,
    ],
    files,
  }
}

/** Returns the log lines of a project, which are packed some time after the end of a launch. Nothing refers to their ids: they get new ones. */
const logLinesOf = (
  { tx, files }: { tx: Tx; files: FileStore },
  columns: StoredTable['columns'],
  projectId: number,
): Pick<ArchiveContent['tables'][number], 'rows' | 'unpacked'> => {
  const unpacked = async function* (): AsyncGenerator<Piece> {
    let number = 0
    for await (const lines of packedLinesOf({ db: tx, files }, launchesIn(projectId))) {
      const rows = lines.map(({ testId, attempt, at, level, message }) => {
        const row: Record<string, unknown> = { id: (number += 1), test_id: testId, attempt, at, level, message }
        return `${JSON.stringify(columns.map(({ name }) => String(row[name])))}\n`
      })
      yield { lines: rows.length, text: rows.join('') }
    }
  }
  return {
    unpacked: unpacked(),
    rows: sql`(
      select row_number() over (order by id)
             + (select coalesce(sum(line_count), 0) from log_frame where launch_id in ${launchesIn(projectId)}) as id,
             test_id, attempt, at, level, message
        from log_line where ${launchTables.log_line.rows(projectId)}) line order by id`,
  }
}

/** Returns a condition of the files of a project. */
export const filesOf = (projectId: number) => {
  const references = Object.entries(ARCHIVED_TABLES).flatMap(([table, rule]) =>
    Object.entries(rule.columns).flatMap(([column, { kind }]) =>
      kind === 'file' ? [sql`select ${sql.ref(column)} from ${sql.table(table)} where ${rule.rows(projectId)}`] : [],
    ),
  )
  references.push(sql`select logo_hash from project where id = ${projectId}`)
  return sql<boolean>`hash in (${sql.join(references, sql` union `)})`
}
