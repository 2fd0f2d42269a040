import { sql } from 'kysely'
import type { z } from 'zod/mini'
import type { listTestHistory } from '../../../contract/launches/test-details.ts'
import type { Db } from '../../db/open.ts'
import { kindOfRow, type TestRow } from '../rows.ts'
import { readStability } from './stability.ts'

const MAX = 50

type Run = Pick<
  TestRow,
  'id' | 'launch_id' | 'status' | 'passed_manually' | 'issue_id' | 'message' | 'started_at' | 'ended_at'
> & { launch_name: string; launch_number: number }

/**
 * Resolves with the last results of the same test across the project's launches, newest first; includes the test itself when it is recent
 * enough.
 */
export const readTestHistory = async (
  db: Db,
  {
    project_id: projectId,
    launch_id: launchId,
    identity,
    id,
  }: Pick<TestRow, 'project_id' | 'launch_id' | 'identity' | 'id'>,
): Promise<z.infer<typeof listTestHistory.answer>> => {
  const same = identity === null ? sql`t.id = ${id}` : sql`t.project_id = ${projectId} and t.identity = ${identity}`
  const [[stability], { rows }] = await Promise.all([
    readStability(db, launchId, [id]),
    sql<Run>`
    select t.id, t.launch_id, t.status, t.passed_manually, t.issue_id, t.message, t.started_at, t.ended_at, l.name as launch_name, l.number as launch_number
      from test t join launch l on l.id = t.launch_id
     where ${same} order by t.id desc limit ${MAX}::int`.execute(db),
  ])
  return {
    stability: stability ?? { testId: id, stability: null, recent: [] },
    items: rows.map((row) => ({
      testId: row.id,
      launchId: row.launch_id,
      launchName: row.launch_name,
      launchNumber: row.launch_number,
      kind: kindOfRow(row),
      message: row.message,
      startTime: row.started_at.toISOString(),
      durationMs: row.ended_at === null ? null : Math.max(0, row.ended_at.getTime() - row.started_at.getTime()),
    })),
  }
}
