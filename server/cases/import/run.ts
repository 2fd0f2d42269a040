import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import type { ImportCheck, ImportMapping, ImportOutcome } from '../../../contract/cases/import.ts'
import type { FieldError } from '../../../contract/errors.ts'
import type { ProjectScope } from '../../access/principals.ts'
import type { Db, Tx } from '../../db/open.ts'
import { invalid } from '../../http/errors.ts'
import { beginOperation, lockCases } from '../operations/operation.ts'
import { changeRepository, reserve, type Where } from '../repository.ts'
import { sourceOf } from './guess.ts'
import { rememberMapping, type ImportJob } from './jobs.ts'
import { planCases, type Plan, type Planning } from './plan.ts'
import type { Reading } from './reading/readers.ts'
import { Report } from './report.ts'
import { readSuitePaths } from './suites.ts'
import { readImportVocabulary, type ImportVocabulary } from './vocabulary.ts'
import { writePlan } from './write.ts'

/**
 * From this number on the database updates its statistics: until then its plans scan the whole project for each batch of the next import
 * (20,000 cases: 51 s instead of 3).
 */
const MANY = 1000

/** An opened file, with a mapping that was validated for it and the project. */
export interface PreparedImport {
  job: ImportJob
  project: ProjectScope
  reading: Reading
  /** Without columns of deleted fields. */
  mapping: ImportMapping
  /** Columns whose fields were deleted after the file was opened: they are not imported. */
  deletedColumns: string[]
}

/** Throws 400 for a mapping that does not fit the project or the file. */
export const prepareImport = async (
  db: Db,
  project: ProjectScope,
  job: ImportJob,
  mapping: ImportMapping,
  reading: Reading,
): Promise<PreparedImport> => {
  const { targets } = await readImportVocabulary(db, project.id)
  const isDeleted = (target: string | null) =>
    target?.startsWith('field:') === true && !targets.some((known) => known.target === target)
  const living = {
    ...mapping,
    columns: mapping.columns.map((target) => (isDeleted(target) ? null : target)),
  }
  const errors = faultsOf(living, reading.file.columns, targets)
  if (errors.length > 0) throw invalid(errors)
  return {
    job,
    project,
    reading,
    mapping: living,
    deletedColumns: reading.file.columns.filter((_, i) => isDeleted(mapping.columns[i] ?? null)),
  }
}

const faultsOf = (
  { columns }: ImportMapping,
  names: readonly string[],
  targets: ImportVocabulary['targets'],
): FieldError[] => {
  if (columns.length !== names.length)
    return [{ field: 'mapping.columns', message: `The file has ${names.length} columns` }]
  const errors = columns.flatMap((target, i): FieldError[] => {
    const field = `mapping.columns.${i}`
    if (target === null) return []
    if (!targets.some((known) => known.target === target))
      return [{ field, message: 'The field does not exist in the project' }]
    return columns.indexOf(target) < i ? [{ field, message: 'Another column is the same' }] : []
  })
  if (!columns.includes('title')) errors.push({ field: 'mapping.columns', message: 'No column is the title' })
  return errors
}

/** Dry run: returns what importing would do. */
export const checkImport = async (db: Db, prepared: PreparedImport): Promise<ImportCheck> => {
  const planning = await planningOf(db, prepared, null)
  await inParts(db, prepared, planning, () => Promise.resolve())
  return planning.report.check
}

/**
 * Imports in one transaction. `onRows` receives the number of rows done; if it throws, everything is rolled back. An import that ran before
 * returns its stored outcome.
 */
export const runImport = (
  db: Db,
  where: Where,
  prepared: PreparedImport,
  onRows: (rows: number) => void,
): Promise<ImportOutcome> =>
  changeRepository(db, where, 'cases/imported', async (tx, touched) => {
    const { job, mapping, reading } = prepared
    const { outcome: before } = await tx
      .selectFrom('case_import')
      .select('outcome')
      .where('id', '=', job.id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (before !== null) return before
    await reserve(tx, where.projectId)
    const operationId = randomUUID()
    await beginOperation(tx, where, { id: operationId, kind: 'import' })
    const planning = await planningOf(tx, prepared, (ids) => lockCases(tx, where.projectId, ids))
    let suiteId: number | null = null
    await inParts(tx, prepared, planning, async (plan, rows) => {
      await writePlan(tx, where, touched, plan, planning, operationId)
      suiteId ??= plan.created[0]?.suite.id ?? plan.updated[0]?.current.testSuiteId ?? null
      onRows(rows)
    })
    if (planning.suites.made.length > 0) touched.suites()
    await beginOperation(tx, where, {
      id: operationId,
      kind: 'import',
      undo: { suiteIds: planning.suites.made },
    })
    await rememberMapping(tx, where.projectId, reading.file.columns, mapping)
    const { created, updated } = planning.report.counts
    if (created + updated >= MANY) await sql`analyze test_case, suite`.execute(tx)
    const outcome: ImportOutcome = { counts: planning.report.counts, operationId, suiteId }
    await tx
      .updateTable('case_import')
      .set({ outcome: JSON.stringify(outcome) })
      .where('id', '=', job.id)
      .execute()
    return outcome
  })

const planningOf = async (
  db: Db | Tx,
  { project, mapping, deletedColumns, reading }: PreparedImport,
  lock: Planning['lock'],
): Promise<Planning> => {
  const report = new Report(reading.file.columns, mapping)
  for (const column of deletedColumns) report.columnProblem(column, 'The field is not in this project any more')
  return {
    project,
    mapping,
    vocabulary: await readImportVocabulary(db, project.id),
    suites: await readSuitePaths(db, project.id, mapping),
    report,
    seen: new Map(),
    taken: new Set(),
    lock,
  }
}

/** Plans and writes the cases in batches, so that only one batch is in memory. */
const inParts = async (
  db: Db | Tx,
  { reading, mapping }: PreparedImport,
  planning: Planning,
  act: (plan: Plan, rows: number) => Promise<void>,
): Promise<void> => {
  const source = sourceOf(reading.file.columns)
  for await (const { cases, rows } of reading.cases({ mapping, source }))
    await act(await planCases(db, planning, cases), rows)
}
