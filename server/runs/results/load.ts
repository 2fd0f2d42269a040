import { sql, type RawBuilder } from 'kysely'
import type { RunCommand } from '../../../contract/runs/commands.ts'
import type { Tx } from '../../db/database.ts'
import { lockedRuns } from '../locked.ts'
import { caseKey, World, type CaseState, type ResultState } from './world.ts'

/**
 * Locks the runs of the commands until the transaction ends, and reads what the commands refer to, with a constant number of statements.
 */
export const loadWorld = async (tx: Tx, projectId: number, commands: readonly RunCommand[]): Promise<World> => {
  const runIds = [...new Set(commands.map(({ runId }) => runId))]
  const cases = commands.flatMap((command) =>
    command.type === 'results/record' ? command.entries.map(({ caseId }) => ({ runId: command.runId, caseId })) : [],
  )
  const results = commands.flatMap((command) =>
    command.type === 'results/record' ? command.entries.map(({ resultId }) => resultId) : command.resultIds,
  )
  const files = commands.flatMap((command) =>
    command.type === 'results/record'
      ? [...command.values.attachments, ...command.values.steps.flatMap(({ attachments }) => attachments)].map(
          ({ fileUuid }) => fileUuid,
        )
      : [],
  )
  const list = async <Row>(query: RawBuilder<Row>): Promise<Row[]> => (await query.execute(tx)).rows
  // Lock first: what is read afterwards is protected by the lock.
  const runs = await lockedRuns(tx, projectId, runIds)
  const ours = runs.map(({ id }) => id)
  const [caseRows, resultRows, statuses, fileRows] = await Promise.all([
    list(sql<CaseState>`
      select rc.run_id as "runId", rc.case_id as "caseId", rc.removed_at is not null as "isRemoved", s.version as "caseVersion",
             rc.last_result_id as "lastResultId"
        from jsonb_to_recordset(${JSON.stringify(cases)}::jsonb) as w("runId" bigint, "caseId" bigint)
        join test_run_case rc on rc.run_id = w."runId" and rc.case_id = w."caseId"
        join case_snapshot s on s.id = rc.snapshot_id
       where rc.run_id = any(${ours}::bigint[])`),
    list(sql<ResultState>`
      select id, run_id as "runId", case_id as "caseId", recorded_by as "recordedBy", withdrawn_at is not null as "isWithdrawn"
        from test_run_result where id = any(${results}::uuid[])`),
    list(sql<{ id: number; isGiven: boolean }>`
      select id, enabled and is_assignable and not is_untested as "isGiven" from result_status where project_id = ${projectId}`),
    files.length === 0
      ? []
      : list(sql<{ id: string; projectId: number; userId: number | null }>`
          select id, project_id as "projectId", created_by as "userId" from observation_file where id = any(${files}::uuid[])`),
  ])
  return new World({
    runs: new Map(runs.map((run) => [run.id, run])),
    cases: new Map(caseRows.map((row) => [caseKey(row.runId, row.caseId), row])),
    results: new Map(resultRows.map((row) => [row.id, row])),
    statuses: new Map(statuses.map(({ id, isGiven }) => [id, { isGiven }])),
    foreignFiles: new Map(fileRows.map(({ id, ...owner }) => [id, owner])),
  })
}
