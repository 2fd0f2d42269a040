import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { CaseImport, ImportFormat, ImportMapping, ImportTarget } from '../../../contract/cases/import.ts'
import type { Db, Tx } from '../../db/open.ts'
import type { FileStore } from '../../files/store.ts'
import { notFound } from '../../http/refusal.ts'
import type { Where } from '../repository.ts'
import type { SourceFile } from '../../reading/source-file.ts'
import { columnsGuessed, mappingGuessed, sourceOf } from './guess.ts'
import type { Reading } from './reading/readers.ts'
import { readImportVocabulary } from './vocabulary.ts'

/** Stored state of an uploaded file. */
export interface ImportJob {
  id: string
  format: ImportFormat
  file: SourceFile
}

export const storedFile = (files: FileStore, hash: string, name: string, sizeBytes: number): SourceFile => ({
  name,
  sizeBytes,
  open: (range) => files.read(hash, range),
})

/** Throws 404 for an import of another user or project. */
export const findJob = async (
  db: Db,
  files: FileStore,
  { projectId, userId }: Where,
  importId: string,
): Promise<ImportJob> => {
  const row = await db
    .selectFrom('case_import')
    .select(['id', 'file_hash', 'name', 'size_bytes', 'format'])
    .where('id', '=', importId)
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!row) throw notFound('The import does not exist, or is over')
  return { id: row.id, format: row.format, file: storedFile(files, row.file_hash, row.name, row.size_bytes) }
}

/** Reads the whole file once. Returns its summary and the most likely mapping. */
export const describeFile = async (
  db: Db,
  projectId: number,
  { id, fileName }: Pick<CaseImport, 'id' | 'fileName'>,
  reading: Reading,
): Promise<CaseImport> => {
  const { targets } = await readImportVocabulary(db, projectId)
  const { file: table } = reading
  const source = sourceOf(table.columns)
  const guessed = columnsGuessed({ source, columns: table.columns, targets })
  const found = await reading.inspect({
    key: guessed.indexOf('key'),
    title: guessed.indexOf('title'),
    suite: guessed.indexOf('suite'),
    steps: guessed.indexOf('steps'),
  })
  const remembered = await rememberedMapping(db, projectId, table.columns, targets)
  const seen = { source, targets, columns: table.columns, hasStepRows: found.hasStepRows }
  return {
    id,
    fileName,
    format: table.format,
    source,
    sheets: table.sheets,
    sheet: table.sheet,
    columns: found.columns,
    rows: found.rows,
    notes: table.notes,
    targets,
    mapping: remembered ?? mappingGuessed({ ...seen, samples: found.columns.map(({ samples }) => samples) }),
    isRemembered: remembered !== null,
  }
}

const hashOf = (columns: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(columns)).digest('hex')

/** Returns the mapping used last for these columns, without anything that the project no longer has. */
const rememberedMapping = async (
  db: Db,
  projectId: number,
  columns: readonly string[],
  targets: readonly ImportTarget[],
): Promise<ImportMapping | null> => {
  const row = await db
    .selectFrom('case_import_mapping')
    .select('mapping')
    .where('project_id', '=', projectId)
    .where('columns', '=', hashOf(columns))
    .executeTakeFirst()
  if (!row) return null
  const { mapping } = row
  const suite = await db
    .selectFrom('suite')
    .select('id')
    .where('id', '=', mapping.parentSuiteId)
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return {
    ...mapping,
    columns: mapping.columns.map((target) => (targets.some((known) => known.target === target) ? target : null)),
    parentSuiteId: suite?.id ?? null,
  }
}

export const rememberMapping = async (
  tx: Tx,
  projectId: number,
  columns: readonly string[],
  mapping: ImportMapping,
): Promise<void> => {
  await sql`
    insert into case_import_mapping (project_id, columns, mapping)
    values (${projectId}, ${hashOf(columns)}, ${JSON.stringify(mapping)}::jsonb)
    on conflict (project_id, columns) do update set mapping = excluded.mapping, used_at = now()`.execute(tx)
}
