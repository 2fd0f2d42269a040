import { sql, type RawBuilder } from 'kysely'
import type { TestRunResult } from '../../../contract/runs/results.ts'
import type { Db, Tx } from '../../db/database.ts'
import { userOf } from '../../access/users.ts'

type Row = Omit<TestRunResult, 'at' | 'withdrawnAt' | 'steps' | 'attachments'> & {
  at: Date
  withdrawnAt: Date | null
  steps: Omit<TestRunResult['steps'][number], 'attachments'>[]
  files: (TestRunResult['attachments'][number] & { stepId: string })[]
}

/** Returns the results `t` that match `where`, oldest first. */
export const readResults = async (
  db: Db | Tx,
  where: RawBuilder<unknown>,
): Promise<(TestRunResult & { runId: number })[]> => {
  const { rows } = await sql<Row & { runId: number }>`
    select t.id, t.run_id as "runId", t.case_id as "caseId", t.status_id as "statusId", t.comment, t.duration_ms as "durationMs", t.steps,
           t.defects, t.case_version as "caseVersion", t.at, t.withdrawn_at as "withdrawnAt", ${userOf('p')} as "recordedBy",
           case when e.id is not null then jsonb_build_object('launchId', l.id, 'testId', e.id, 'launchName', l.name) end as automated,
           coalesce((
             select jsonb_agg(jsonb_build_object('stepId', u.step_id, 'fileUuid', f.id, 'name', f.name,
                      'contentType', coalesce(k.content_type, f.content_type), 'sizeBytes', f.size_bytes,
                      'receivedBytes', f.received_bytes) order by u.position)
               from test_run_result_file u join observation_file f on f.id = u.file_id left join file k on k.hash = f.file_hash
              where u.result_id = t.id), '[]') as files
      from test_run_result t
      left join workspace_user p on p.id = t.recorded_by
      left join test e on e.id = t.test_id
      left join launch l on l.id = e.launch_id
     where ${where}
     order by t.at, t.position`.execute(db)
  return rows.map(({ at, withdrawnAt, steps, files, ...row }) => {
    const filesOf = (step: string) =>
      files.filter(({ stepId }) => stepId === step).map(({ stepId: _, ...file }) => file)
    return {
      ...row,
      steps: steps.map((step) => ({ ...step, attachments: filesOf(step.stepId) })),
      attachments: filesOf(''),
      at: at.toISOString(),
      withdrawnAt: withdrawnAt?.toISOString() ?? null,
    }
  })
}
