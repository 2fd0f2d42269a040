import type { ImportedLaunch, ResultImport } from '../../../contract/launches/result-import.ts'
import type { Db } from '../../db/open.ts'
import { notFound } from '../../http/refusal.ts'
import type { ReadSummary } from './reading/messages.ts'
import type { SentFile } from './reading/readers.ts'
import type { ImportPlace } from './run.ts'

/** Uploaded reports and the outcome of their import. */
export interface SentReports {
  id: string
  files: SentFile[]
  summary: ReadSummary
  outcome: ImportedLaunch | null
}

export const keepReports = async (
  db: Db,
  { projectId, userId }: ImportPlace,
  files: readonly SentFile[],
  summary: ReadSummary,
  key: string | null = null,
): Promise<string> =>
  db.transaction().execute(async (tx) => {
    const { id } = await tx
      .insertInto('result_import')
      .values({ project_id: projectId, user_id: userId, summary: JSON.stringify(summary), key })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('result_import_file')
      .values(
        files.map(({ name, hash, sizeBytes }, place) => ({
          import_id: id,
          place,
          file_hash: hash,
          name,
          size_bytes: sizeBytes,
        })),
      )
      .execute()
    return id
  })

/** 404 for reports of another user or project. */
export const findReports = async (db: Db, { projectId, userId }: ImportPlace, id: string): Promise<SentReports> => {
  const row = await db
    .selectFrom('result_import')
    .select(['id', 'summary', 'outcome'])
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!row) throw notFound('The import does not exist, or is over')
  const files = await db
    .selectFrom('result_import_file')
    .select(['name', 'file_hash as hash', 'size_bytes as sizeBytes'])
    .where('import_id', '=', id)
    .orderBy('place')
    .execute()
  return { id: row.id, files, summary: row.summary as ReadSummary, outcome: row.outcome }
}

export const noteOutcome = (db: Db, id: string, outcome: ImportedLaunch): Promise<unknown> =>
  db
    .updateTable('result_import')
    .set({ launch_id: outcome.launchId, outcome: JSON.stringify(outcome), working_until: null })
    .where('id', '=', id)
    .execute()

/** Returns the preview of reports that is shown before the import. */
export const described = (id: string, summary: ReadSummary): ResultImport => {
  const { launch, firstStart, lastEnd } = summary
  return {
    id,
    files: summary.files,
    tests: summary.tests,
    counts: summary.counts,
    suggested: {
      name: launchName(summary),
      environment: launch.environment,
      build: launch.build,
      origin: launch.origin,
    },
    startedAt:
      (launch.startedAt ?? firstStart) === null ? null : new Date(launch.startedAt ?? firstStart ?? 0).toISOString(),
    durationMs: firstStart === null || lastEnd === null ? summary.durationMs : Math.max(lastEnd - firstStart, 0),
    failures: summary.failures,
    problems: summary.problems,
    problemCount: summary.problemCount,
    isPartial: summary.isPartial,
  }
}

/** Default suite names of tools. */
const UNNAMED =
  /^(?:vitest tests|jest tests|mocha tests|root suite|pytest|junit jupiter|command line suite|default suite|test)$/i

/** Returns the report's own name, or else the name of its file. */
export const launchName = ({ launch, files }: ReadSummary): string => {
  if (launch.name !== null && !UNNAMED.test(launch.name)) return launch.name.slice(0, 255)
  const file = files[0]?.name
    .split('/')
    .at(-1)
    ?.replace(/\.\w{1,5}$/, '')
  return (files.length === 1 && file ? file : 'Imported results').slice(0, 255)
}
