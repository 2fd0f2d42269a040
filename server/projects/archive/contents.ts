import { sql } from 'kysely'
import type { ArchiveContents } from '../../../contract/projects/archives.ts'
import type { Db } from '../../db/open.ts'
import { filesOf } from './export.ts'
import { leftOutOf } from './left-out.ts'

/** Returns what the archive of a project would contain now. */
export const archiveContents = async (db: Db, projectId: number): Promise<ArchiveContents> => {
  const { rows } = await sql<Omit<ArchiveContents, 'leftOut'>>`
    select (select count(*) from test_case where project_id = ${projectId} and moved_to is null) as "testCases",
           (select count(*) from test_run where project_id = ${projectId}) as "testRuns",
           (select count(*) from exploratory_session where project_id = ${projectId}) as "exploratorySessions",
           (select count(*) from launch where project_id = ${projectId} and ended_at is not null) as launches,
           (select count(*) from launch where project_id = ${projectId} and ended_at is null) as "launchesInProgress",
           f.files, f."fileBytes"
      from (select count(*) as files, coalesce(sum(size_bytes), 0)::bigint as "fileBytes" from file where ${filesOf(projectId)}) f`.execute(
    db,
  )
  const [counts] = rows
  if (counts === undefined) throw new Error('the counts have no row')
  return { ...counts, leftOut: await leftOutOf(db, projectId) }
}
