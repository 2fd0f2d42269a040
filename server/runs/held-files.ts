import { sql } from 'kysely'
import type { HoldersOf } from '../files/uploads.ts'
import { runEvents } from './events.ts'

/** Returns runs whose results refer to a file: their viewers are notified when the upload is complete. */
export const runsWithFile: HoldersOf = async (tx, fileId, { project, userId }) => {
  const { rows: held } = await sql<{ runId: number; caseId: number }>`
    select distinct t.run_id as "runId", t.case_id as "caseId"
      from test_run_result_file u join test_run_result t on t.id = u.result_id
     where u.file_id = ${fileId}`.execute(tx)
  const touched = new Map<number, number[]>()
  for (const { runId, caseId } of held) touched.set(runId, [...(touched.get(runId) ?? []), caseId])
  if (touched.size === 0) return () => Promise.resolve([])
  await sql`
    select id from test_run where id = any(${[...touched.keys()]}::bigint[]) order by id for update`.execute(tx)
  return async () => {
    await sql`
      with moved as (
        update test_run set revision = revision + 1 where id = any(${[...touched.keys()]}::bigint[]) returning id, revision)
      update test_run_case rc set revision = m.revision
        from moved m, jsonb_to_recordset(${JSON.stringify(held)}::jsonb) as h("runId" bigint, "caseId" bigint)
       where rc.run_id = m.id and h."runId" = m.id and rc.case_id = h."caseId"`.execute(tx)
    return runEvents(tx, { project, userId }, touched)
  }
}
