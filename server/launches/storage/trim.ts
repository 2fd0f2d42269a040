import { sql, type Selectable } from 'kysely'
import { isTrace } from '../../../contract/launches/traces.ts'
import type { Db } from '../../db/open.ts'
import type { ArtifactTable } from '../../db/schema.generated.ts'
import type { FileStore } from '../../files/store.ts'
import { freeFiles } from '../deletion/free-files.ts'
import { createSliceSize } from '../../jobs/slices.ts'
import type { TestRow } from '../rows.ts'
import type { Operation } from '../writer/operation.ts'
import type { Writer } from '../writer/writer.ts'
import { testsInSlices } from './tests-in-slices.ts'

const TESTS_AT_ONCE = 200

/**
 * Deletes the log lines of an ended launch, in slices, and then the packed ones with their files. In this order, lines that another server packs
 * meanwhile are deleted, too.
 */
export const deleteLogs = async (
  { db, files }: Pick<Parts, 'db' | 'files'>,
  launchId: number,
  signal: AbortSignal,
): Promise<void> => {
  const size = createSliceSize()
  for await (const ids of testsInSlices(db, launchId, TESTS_AT_ONCE))
    for (;;) {
      if (signal.aborted) return
      const max = size.rows()
      const begun = performance.now()
      const { numAffectedRows } = await sql`
        delete from log_line where ctid = any(array(
          select ctid from log_line where test_id = any(${ids}::bigint[]) limit ${max}))`.execute(db)
      if (Number(numAffectedRows ?? 0) < max) break
      size.took(performance.now() - begun)
    }
  const frames = await db.deleteFrom('log_frame').where('launch_id', '=', launchId).returning('file_hash').execute()
  await freeFiles(db, files, [...new Set(frames.map(({ file_hash: hash }) => hash))])
  await sql`update launch_storage set log_lines = 0, log_bytes = 0 where launch_id = ${launchId}`.execute(db)
}

export type FilePart = 'attachments' | 'videos'

interface Parts {
  db: Db
  writer: Writer
  files: Pick<FileStore, 'remove'>
}

const ARTIFACTS_AT_ONCE = 200

/** Deletes the videos, or all other files, of an ended launch, in slices. */
export const deleteFiles = async (
  { db, writer, files }: Parts,
  { launchId, part }: { launchId: number; part: FilePart },
  signal: AbortSignal,
): Promise<void> => {
  let hasChangedLaunch = false
  for (;;) {
    if (signal.aborted) return
    const artifacts = await db
      .selectFrom('artifact')
      .select(['id', 'test_id', 'test_session_id', 'kind', 'name', 'attempt', 'file_hash'])
      .where('launch_id', '=', launchId)
      .where('kind', 'in', part === 'videos' ? ['video'] : ['file', 'screenshot'])
      .orderBy('id')
      .limit(ARTIFACTS_AT_ONCE)
      .execute()
    if (artifacts.length === 0) break
    await writer.submit(removingArtifacts(launchId, artifacts))
    hasChangedLaunch ||= artifacts.some((one) => one.test_id === null && one.test_session_id === null)
    await freeFiles(db, files, [...new Set(artifacts.map(({ file_hash: hash }) => hash))])
  }
  if (hasChangedLaunch) await writer.submit(publishing(launchId))
  await sql`
    update launch_storage set ${
      part === 'videos' ? sql`videos = 0, video_bytes = 0` : sql`attachments = 0, attachment_bytes = 0`
    } where launch_id = ${launchId}`.execute(db)
}

type Artifact = Pick<Selectable<ArtifactTable>, 'id' | 'test_id' | 'test_session_id' | 'kind' | 'name' | 'attempt'>

/** Deletes artifacts and corrects what lists show of their tests. Tests are not published one by one: open lists change with their next load. */
const removingArtifacts = (launchId: number, artifacts: readonly Artifact[]): Operation<void> => {
  const tests = [...new Set(artifacts.flatMap(({ test_id: id }) => id ?? []))]
  return {
    needs: { launches: [launchId], tests },
    apply: (batch) => {
      batch.launch(launchId)
      const changed = tests.flatMap((id) => {
        const held = batch.tests.get(id)
        return held?.row == null ? [] : [{ held, row: withoutArtifacts(held.row, artifacts) }]
      })
      batch.statements.push(
        sql`delete from artifact where id = any(${artifacts.map(({ id }) => id)}::bigint[])`,
        sql`update test t set artifacts_count = w.count, has_trace = w.trace
              from jsonb_to_recordset(${JSON.stringify(
                changed.map(({ row }) => ({ id: row.id, count: row.artifacts_count, trace: row.has_trace })),
              )}::jsonb) as w(id bigint, count int, trace boolean)
             where t.id = w.id`,
      )
      for (const { held, row } of changed) {
        batch.tests.set(row.id, { before: held.before === held.row ? row : held.before, row })
        batch.changedByStatements.add(row.id)
      }
    },
  }
}

/** Counts as an upload does: files of the last attempt, without screenshots. */
const withoutArtifacts = (test: TestRow, removed: readonly Artifact[]): TestRow => {
  const own = removed.filter(({ test_id: id }) => id === test.id)
  const counted = own.filter(({ kind, attempt }) => kind !== 'screenshot' && attempt === test.attempt).length
  return {
    ...test,
    artifacts_count: Math.max(0, test.artifacts_count - counted),
    has_trace: test.has_trace && !own.some(isTrace),
  }
}

/** Publishes the launch with its current files. */
const publishing = (launchId: number): Operation<void> => ({
  needs: { launches: [launchId] },
  apply: (batch) => {
    batch.launch(launchId)
    batch.artifactsChanged.add(launchId)
  },
})
