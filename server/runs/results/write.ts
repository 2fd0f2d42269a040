import { sql } from 'kysely'
import type { ResultFile } from '../../../contract/runs/results.ts'
import type { Tx } from '../../db/database.ts'
import type { NewResult, World } from './world.ts'

/** Writes the changes of the commands. Touched runs and their touched cases get the run's next revision. */
export const writeWorld = async (tx: Tx, projectId: number, world: World): Promise<void> => {
  if (world.touched.size === 0) return
  await insertResults(tx, world.recorded)
  await insertFiles(tx, projectId, world.recorded)
  if (world.withdrawn.size > 0)
    await sql`
      update test_run_result set withdrawn_at = now() where id = any(${[...world.withdrawn]}::uuid[])`.execute(tx)
  await settleCases(tx, [...world.touched.values()])
}

const insertResults = async (tx: Tx, results: readonly NewResult[]): Promise<void> => {
  if (results.length === 0) return
  const rows = results.map(({ values, ...result }) => ({
    ...result,
    statusId: values.statusId,
    comment: values.comment,
    durationMs: values.durationMs,
    steps: values.steps.map(({ attachments: _, ...step }) => step),
    defects: values.defects,
  }))
  // In the order of their creation, which numbers their positions.
  await sql`
    insert into test_run_result (id, run_id, case_id, status_id, comment, duration_ms, steps, defects, case_version, recorded_by, at)
    select id, run_id, case_id, status_id, comment, duration_ms, steps, defects, case_version, recorded_by, at
      from rows from (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
           as (id uuid, "runId" bigint, "caseId" bigint, "statusId" bigint, comment text, "durationMs" bigint, steps jsonb, defects jsonb,
               "caseVersion" int, "recordedBy" bigint, at timestamptz))
           with ordinality as r(id, run_id, case_id, status_id, comment, duration_ms, steps, defects, case_version, recorded_by, at, turn)
     order by turn`.execute(tx)
}

/** Records files that results refer to, including those whose upload has not begun. */
const insertFiles = async (tx: Tx, projectId: number, results: readonly NewResult[]): Promise<void> => {
  const held = results.flatMap(({ id, recordedBy, values }) => {
    const of = (stepId: string, attachments: readonly ResultFile[]) =>
      attachments.map((file, position) => ({ ...file, resultId: id, stepId, position, recordedBy }))
    return [...of('', values.attachments), ...values.steps.flatMap((step) => of(step.stepId, step.attachments))]
  })
  if (held.length === 0) return
  const json = JSON.stringify(held)
  await sql`
    insert into observation_file (id, project_id, name, content_type, size_bytes, created_by)
    select distinct on ("fileUuid") "fileUuid", ${projectId}, name, "contentType", "sizeBytes", "recordedBy"
      from jsonb_to_recordset(${json}::jsonb)
           as f("fileUuid" uuid, name text, "contentType" text, "sizeBytes" bigint, "recordedBy" bigint)
    on conflict do nothing`.execute(tx)
  await sql`
    insert into test_run_result_file (result_id, step_id, file_id, position)
    select u."resultId", u."stepId", f.id, u.position
      from jsonb_to_recordset(${json}::jsonb) as u("resultId" uuid, "stepId" text, "fileUuid" uuid, position int)
      join observation_file f on f.id = u."fileUuid" and f.project_id = ${projectId}`.execute(tx)
}

/**
 * Updates the last result of cases in locked runs, and the counts of the runs. The last result is that with the latest recording time, not
 * arrival time: a device may send days later.
 */
export const settleCases = async (tx: Tx, cases: readonly { runId: number; caseId: number }[]): Promise<void> => {
  await sql`
    with touched as (
           select rc.run_id, rc.case_id, rc.status_id as before, r.revision + 1 as revision, n.status_id, n.id, n.at, n.recorded_by,
                  n.is_automated, coalesce(k.attempts, 0) as attempts
             from jsonb_to_recordset(${JSON.stringify(cases)}::jsonb) as w("runId" bigint, "caseId" bigint)
             join test_run_case rc on rc.run_id = w."runId" and rc.case_id = w."caseId"
             join test_run r on r.id = rc.run_id
             left join lateral (
               select * from test_run_result t
                where t.run_id = rc.run_id and t.case_id = rc.case_id and t.withdrawn_at is null
                order by t.at desc, t.position desc limit 1) n on true
             left join lateral (
               select count(*)::int as attempts from test_run_result t
                where t.run_id = rc.run_id and t.case_id = rc.case_id and t.withdrawn_at is null) k on true),
         settled as (
           update test_run_case rc
              set status_id = t.status_id, attempts = t.attempts, last_result_id = t.id, last_result_at = t.at,
                  last_result_by = t.recorded_by, is_automated = coalesce(t.is_automated, false), revision = t.revision
             from touched t
            where rc.run_id = t.run_id and rc.case_id = t.case_id
           returning rc.run_id, rc.case_id, rc.removed_at),
         moved as (
           select t.run_id, coalesce(t.before, 0)::text as status, -1 as by from touched t join settled s using (run_id, case_id)
            where s.removed_at is null
           union all
           select t.run_id, coalesce(t.status_id, 0)::text, 1 from touched t join settled s using (run_id, case_id)
            where s.removed_at is null),
         counted as (
           select run_id, jsonb_object_agg(status, count) as counts
             from (select r.id as run_id, c.status, sum(c.count) as count
                     from test_run r
                    cross join lateral (
                      select key as status, value::int as count from jsonb_each_text(r.status_counts)
                      union all select m.status, m.by from moved m where m.run_id = r.id) c
                    where r.id in (select run_id from touched)
                    group by r.id, c.status having sum(c.count) <> 0) c
            group by run_id)
    update test_run r set revision = r.revision + 1, status_counts = coalesce(c.counts, r.status_counts)
      from (select distinct run_id from touched) t left join counted c using (run_id)
     where r.id = t.run_id`.execute(tx)
}
