import { sql } from 'kysely'
import type { FieldError } from '../../contract/errors.ts'
import type { ChosenCase } from '../../contract/runs/runs.ts'
import { TEXTS } from '../../contract/texts.ts'
import type { Tx } from '../db/database.ts'
import type { StatusCounts } from '../db/column-types.ts'
import { readSuites } from '../cases/cases.ts'
import { suitePaths, type TakenCase } from './snapshots.ts'

/** Maximum number of errors in one response. */
const MAX_FAULTS = 100

/** Returns the errors of a selection: cases that are not in the repository or are repeated, and users who are not in the project. */
export const choiceFaults = (
  field: string,
  chosen: readonly ChosenCase[],
  taken: readonly TakenCase[],
  people: ReadonlySet<number>,
): FieldError[] => {
  const known = new Set(taken.map(({ caseId }) => caseId))
  const seen = new Set<number>()
  const faults: FieldError[] = []
  for (const [place, { id, assigneeId }] of chosen.entries()) {
    if (faults.length >= MAX_FAULTS) break
    if (seen.has(id)) faults.push({ field: `${field}.${place}.id`, message: 'This test case is chosen twice' })
    else if (!known.has(id)) faults.push({ field: `${field}.${place}.id`, message: TEXTS.caseNotFound })
    if (assigneeId !== null && !people.has(assigneeId))
      faults.push({ field: `${field}.${place}.assigneeId`, message: TEXTS.entryUnknown })
    seen.add(id)
  }
  return faults
}

/** Inserts case snapshots into new runs, untested and in the given order, in one statement. */
export const insertCases = async (
  tx: Tx,
  runs: readonly { runId: number; cases: readonly (TakenCase & { assigneeId: number | null })[] }[],
): Promise<void> => {
  for (const { runId, cases } of runs)
    await sql`
      insert into test_run_case (run_id, case_id, snapshot_id, suite_id, place, assignee_id)
      select ${runId}, case_id, snapshot_id, suite_id, place, assignee_id
        from rows from (unnest(${cases.map(({ caseId }) => caseId)}::bigint[]), unnest(${cases.map(({ snapshotId }) => snapshotId)}::bigint[]),
                        unnest(${cases.map(({ suiteId }) => suiteId)}::bigint[]), unnest(${cases.map(({ assigneeId }) => assigneeId)}::bigint[]))
             with ordinality as c(case_id, snapshot_id, suite_id, assignee_id, place)`.execute(tx)
}

/** Removes cases from a locked run; their results are kept. Returns whether any was in it. */
export const removeCases = async (
  tx: Tx,
  runId: number,
  revision: number,
  ids: readonly number[],
): Promise<boolean> => {
  if (ids.length === 0) return false
  const { rows } = await sql`
    update test_run_case set removed_at = now(), revision = ${revision}
     where run_id = ${runId} and case_id = any(${[...ids]}::bigint[]) and removed_at is null
    returning case_id`.execute(tx)
  return rows.length > 0
}

/**
 * Adds case snapshots to a locked run. Removed cases return with their results; cases in the run are left unchanged. Returns whether any
 * was added.
 */
export const addCases = async (
  tx: Tx,
  runId: number,
  revision: number,
  cases: readonly (TakenCase & { assigneeId: number | null })[],
): Promise<boolean> => {
  if (cases.length === 0) return false
  const { rows } = await sql`
    insert into test_run_case (run_id, case_id, snapshot_id, suite_id, place, assignee_id, revision)
    select ${runId}, "caseId", "snapshotId", "suiteId", 0, "assigneeId", ${revision}
      from jsonb_to_recordset(${JSON.stringify(cases)}::jsonb)
           as c("caseId" bigint, "snapshotId" bigint, "suiteId" bigint, "assigneeId" bigint)
    on conflict (run_id, case_id) do update
       set removed_at = null, snapshot_id = excluded.snapshot_id, suite_id = excluded.suite_id,
           assignee_id = excluded.assignee_id, revision = excluded.revision
     where test_run_case.removed_at is not null
    returning case_id`.execute(tx)
  return rows.length > 0
}

/**
 * Sorts the cases of a locked run by the current order of the repository, and counts them. Cases that are no longer in the repository are
 * last in the suite that they had.
 */
export const arrangeCases = async (tx: Tx, projectId: number, runId: number, revision: number): Promise<void> => {
  const order = (await readSuites(tx, projectId)).map(({ id }) => id)
  const { rows } = await sql<{ suiteId: number }>`
    with arranged as (
           select rc.case_id, coalesce(c.suite_id, rc.suite_id) as suite_id,
                  row_number() over (order by o.place nulls last, coalesce(c.suite_id, rc.suite_id), c.position nulls last, rc.case_id) as place
             from test_run_case rc
             left join test_case c on c.id = rc.case_id and c.project_id = ${projectId} and c.deleted_at is null
             left join unnest(${order}::bigint[]) with ordinality as o(id, place) on o.id = coalesce(c.suite_id, rc.suite_id)
            where rc.run_id = ${runId} and rc.removed_at is null),
         moved as (
           update test_run_case rc set place = a.place, suite_id = a.suite_id, revision = ${revision}
             from arranged a
            where rc.run_id = ${runId} and rc.case_id = a.case_id
              and (rc.place, rc.suite_id) is distinct from (a.place::int, a.suite_id))
    select suite_id as "suiteId" from arranged group by suite_id order by min(place)`.execute(tx)
  const run = await tx.selectFrom('test_run').select('suites').where('id', '=', runId).executeTakeFirstOrThrow()
  const before = new Map(run.suites.map((suite) => [suite.id, suite]))
  const paths = await suitePaths(
    tx,
    projectId,
    rows.map(({ suiteId }) => suiteId),
  )
  const suites = paths.map((suite) => (suite.path.length > 0 ? suite : (before.get(suite.id) ?? suite)))
  await tx
    .updateTable('test_run')
    .set({ suites: JSON.stringify(suites), status_counts: JSON.stringify(await countStatuses(tx, runId)) })
    .where('id', '=', runId)
    .execute()
}

const countStatuses = async (tx: Tx, runId: number): Promise<StatusCounts> => {
  const { rows } = await sql<{ status: number; count: number }>`
    select coalesce(status_id, 0) as status, count(*) as count from test_run_case
     where run_id = ${runId} and removed_at is null group by 1`.execute(tx)
  return Object.fromEntries(rows.map(({ status, count }) => [String(status), count]))
}
