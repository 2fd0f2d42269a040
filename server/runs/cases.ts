import { sql, type RawBuilder } from 'kysely'
import type { z } from 'zod/mini'
import type { FieldFilter } from '../../contract/cases/filter.ts'
import type { listRunCases, listRunCaseContents, RunCase, RunCaseContent } from '../../contract/runs/run-cases.ts'
import type { ProjectScope } from '../access/principals.ts'
import { holding } from '../cases/cases.ts'
import type { Db, Tx } from '../db/database.ts'
import type { SnapshotContent } from '../db/column-types.ts'
import { snapshotContent } from './snapshots.ts'

type Row = Omit<RunCase, 'key' | 'lastResultAt'> & { runId: number; number: number; lastResultAt: Date | null }

/**
 * Whether a case `c` or its shared steps differ from the snapshot `s`. A new version alone is no difference: moving a case makes one, and so
 * does a change that was undone.
 */
export const changedSince = sql`(case
  when c.version = s.version and (s.shared_versions = '{}' or not exists (
    select from jsonb_each_text(s.shared_versions) as v join shared_steps t on t.id = v.key::bigint where t.version > v.value::int))
  then false
  else (c.title, c.priority_id, c.automation_state_id) is distinct from (s.title, s.priority_id, s.automation_state_id)
    or ${snapshotContent} <> s.content end)`

/** Returns the rows of `test_run_case rc` that match `where`, in order and without removed ones. */
export const readRows = async (
  db: Db | Tx,
  projectKey: string,
  where: RawBuilder<unknown>,
  rest: RawBuilder<unknown> = sql``,
): Promise<(RunCase & { runId: number })[]> => {
  const { rows } = await sql<Row>`
    select rc.run_id as "runId", rc.case_id as "caseId", s.number, s.title, rc.suite_id as "suiteId", rc.place,
           s.priority_id as "priorityId", s.automation_state_id as "automationStateId", rc.assignee_id as "assigneeId",
           rc.status_id as "statusId", rc.attempts, rc.last_result_id as "lastResultId", rc.last_result_at as "lastResultAt",
           rc.last_result_by as "lastResultBy", rc.is_automated as "isAutomated",
           c.id is null or c.deleted_at is not null or c.moved_to is not null as "isDeleted",
           c.id is not null and ${changedSince} as "isChanged", rc.revision
      from test_run_case rc
      join case_snapshot s on s.id = rc.snapshot_id
      left join test_case c on c.id = rc.case_id
     where ${where} and rc.removed_at is null
     order by rc.run_id, rc.place, rc.case_id ${rest}`.execute(db)
  return rows.map(({ number, lastResultAt, ...row }) => ({
    ...row,
    key: `${projectKey}-${number}`,
    lastResultAt: lastResultAt?.toISOString() ?? null,
  }))
}

const withoutRun = ({ runId: _, ...row }: RunCase & { runId: number }): RunCase => row

/** The caller has verified that the run is in the project. */
export const findRunCases = async (
  tx: Db | Tx,
  project: ProjectScope,
  runId: number,
  { after, since, limit }: z.infer<typeof listRunCases.query>,
): Promise<Omit<z.infer<typeof listRunCases.answer>, 'revision'>> => {
  const changed = since === undefined ? sql`` : sql` and rc.revision > ${since}`
  const [rows, removed] = await Promise.all([
    readRows(tx, project.key, sql`rc.run_id = ${runId} and rc.place > ${after}${changed}`, sql`limit ${limit + 1}`),
    since === undefined
      ? []
      : tx
          .selectFrom('test_run_case')
          .select('case_id')
          .where('run_id', '=', runId)
          .where('revision', '>', since)
          .where('removed_at', 'is not', null)
          .execute(),
  ])
  return {
    items: rows.slice(0, limit).map(withoutRun),
    isLast: rows.length <= limit,
    removed: removed.map(({ case_id }) => case_id),
  }
}

/** Returns, in order, ids of cases whose snapshots match the custom field filters. */
export const findByFields = async (tx: Db | Tx, runId: number, fields: readonly FieldFilter[]): Promise<number[]> => {
  const conditions = fields.flatMap((field) => holding(field, sql`(s.content->'customFields')`))
  const { rows } = await sql<{ caseId: number }>`
    select rc.case_id as "caseId" from test_run_case rc join case_snapshot s on s.id = rc.snapshot_id
     where ${sql.join([sql`rc.run_id = ${runId} and rc.removed_at is null`, ...conditions], sql` and `)}
     order by rc.place, rc.case_id`.execute(tx)
  return rows.map(({ caseId }) => caseId)
}

type ContentRow = Pick<RunCaseContent, 'caseId' | 'version' | 'title' | 'priorityId' | 'automationStateId'> & {
  number: number
  place: number
  taken_at: Date
  content: SnapshotContent
}

export const findContents = async (
  tx: Db | Tx,
  project: ProjectScope,
  runId: number,
  { caseId, after, limit }: z.infer<typeof listRunCaseContents.query>,
): Promise<z.infer<typeof listRunCaseContents.answer>> => {
  const requested = caseId === undefined ? sql`rc.place > ${after}` : sql`rc.case_id = ${caseId}`
  const { rows } = await sql<ContentRow>`
    select rc.case_id as "caseId", rc.place, s.version, s.number, s.title, s.priority_id as "priorityId",
           s.automation_state_id as "automationStateId", s.taken_at, s.content
      from test_run_case rc join case_snapshot s on s.id = rc.snapshot_id
     where rc.run_id = ${runId} and ${requested} and rc.removed_at is null
     order by rc.place, rc.case_id limit ${limit + 1}`.execute(tx)
  return {
    items: rows.slice(0, limit).map(({ number, taken_at, content, ...row }) => ({
      ...row,
      ...content,
      key: `${project.key}-${number}`,
      takenAt: taken_at.toISOString(),
    })),
    isLast: rows.length <= limit,
  }
}
