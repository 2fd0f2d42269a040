import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { TestStatus } from '../../../contract/launches/launches.ts'
import type { TestCaseLink } from '../../../contract/launches/launch-tests.ts'
import { LIMITS } from '../../../contract/limits.ts'
import type { ProjectScope } from '../../access/principals.ts'
import type { Tx } from '../../db/database.ts'
import { appendEvents } from '../../db/events.ts'
import type { Db } from '../../db/open.ts'
import { runEvents } from '../events.ts'
import { lockedRuns } from '../locked.ts'
import { settleCases } from '../results/write.ts'
import type { Outcome, PushSettings } from './settings.ts'

/** Why no result of a launch was pushed. */
export type PushProblem = 'run-gone' | 'run-closed'

interface Test {
  id: number
  attempt: number
  status: TestStatus
  passedManually: boolean
  issueId: string | null
  message: string | null
  startedAt: Date
  endedAt: Date | null
  links: TestCaseLink[]
}

interface Status {
  id: number
  name: string
  aliases: string
  isSuccess: boolean
  isFailure: boolean
}

interface PushRequest {
  project: Pick<ProjectScope, 'id' | 'key' | 'name' | 'role'>
  launchId: number
  /** All tests if omitted. */
  testIds?: readonly number[] | undefined
  userId: number | null
}

/**
 * Records results of tests for their linked cases, once per attempt. Skips cases that are not in the run, and outcomes for which the
 * project has no status. Returns the number of new results.
 */
export const pushResults = (
  db: Db,
  { project, launchId, testIds, userId }: PushRequest,
  { runId, defaults }: Pick<PushSettings, 'runId' | 'defaults'>,
): Promise<{ results: number } | { problem: PushProblem }> =>
  db.transaction().execute(async (tx) => {
    const [run] = await lockedRuns(tx, project.id, [runId])
    if (!run) return { problem: 'run-gone' }
    if (run.closedAt !== null) return { problem: 'run-closed' }
    const [tests, statuses] = await Promise.all([
      linkedTests(tx, project.id, launchId, testIds),
      givenStatuses(tx, project.id),
    ])
    const found = tests.flatMap((test) =>
      test.links.flatMap(({ tcmType, testCaseId, resultStatus }) => {
        const number = tcmType === 'ZEBRUNNER' ? numberOf(testCaseId, project.key) : null
        const status = statusFor(statuses, resultStatus ?? defaults[outcomeOf(test)] ?? null, outcomeOf(test))
        return number === null || status === null ? [] : [{ test, number, statusId: status.id }]
      }),
    )
    const rows = found.map(({ test, number, statusId }) => ({
      id: idOf([runId, number, test.id, test.attempt, statusId]),
      number,
      statusId,
      comment: test.message?.slice(0, LIMITS.resultComment) ?? '',
      durationMs: test.endedAt === null ? null : Math.max(0, test.endedAt.getTime() - test.startedAt.getTime()),
      testId: test.id,
      at: new Date(Math.min(Date.now(), (test.endedAt ?? test.startedAt).getTime())),
    }))
    const { rows: made } = await sql<{ caseId: number }>`
      insert into test_run_result (id, run_id, case_id, status_id, comment, duration_ms, case_version, test_id, is_automated, at)
      select distinct on (w.id) w.id, ${runId}, rc.case_id, w."statusId", w.comment, w."durationMs", s.version, w."testId", true, w.at
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
             as w(id uuid, number int, "statusId" bigint, comment text, "durationMs" bigint, "testId" bigint, at timestamptz)
        join test_run_case rc on rc.run_id = ${runId} and rc.removed_at is null
        join case_snapshot s on s.id = rc.snapshot_id and s.number = w.number
      on conflict (id) do nothing
      returning case_id as "caseId"`.execute(tx)
    const cases = [...new Set(made.map(({ caseId }) => caseId))]
    if (cases.length > 0) {
      await settleCases(
        tx,
        cases.map((caseId) => ({ runId, caseId })),
      )
      await appendEvents(tx, await runEvents(tx, { project, userId }, new Map([[runId, cases]])))
    }
    return { results: made.length }
  })

/** Returns ended tests that are linked to cases, except aborted ones, which prove nothing. */
const linkedTests = async (
  tx: Tx,
  projectId: number,
  launchId: number,
  testIds: readonly number[] | undefined,
): Promise<Test[]> => {
  const { rows } = await sql<Test>`
    select t.id, t.attempt, t.status, t.passed_manually as "passedManually", t.issue_id as "issueId", t.message, t.started_at as "startedAt",
           t.ended_at as "endedAt", t.test_cases as links
      from test t
     where t.launch_id = ${launchId} and t.project_id = ${projectId} and t.test_cases <> '[]' and t.status not in ('IN_PROGRESS', 'ABORTED')
           ${testIds === undefined ? sql`` : sql`and t.id = any(${[...testIds]}::bigint[])`}
     order by t.ended_at, t.id`.execute(tx)
  return rows
}

const givenStatuses = async (tx: Tx, projectId: number): Promise<Status[]> => {
  const { rows } = await sql<Status>`
    select id, name, aliases, is_success as "isSuccess", is_failure as "isFailure" from result_status
     where project_id = ${projectId} and enabled and is_assignable and not is_untested order by position`.execute(tx)
  return rows
}

/** Returns the number in a key of this project, such as `SHOP-214`. */
const numberOf = (key: string, projectKey: string): number | null => {
  if (!key.toUpperCase().startsWith(`${projectKey.toUpperCase()}-`)) return null
  const number = key.slice(projectKey.length + 1)
  return /^[1-9]\d{0,8}$/.test(number) ? Number(number) : null
}

const outcomeOf = ({ status, passedManually, issueId }: Test): Outcome => {
  if (status === 'PASSED' || passedManually) return 'pass'
  if (status === 'FAILED') return issueId === null ? 'fail' : 'known-issue'
  return status === 'BLOCKED' ? 'block' : 'skip'
}

/** Status names by outcome, if neither the test nor the launch names one. */
const USUAL: Record<Outcome, readonly string[]> = {
  pass: ['passed', 'pass'],
  fail: ['failed', 'fail'],
  'known-issue': ['known issue', 'failed', 'fail'],
  skip: ['skipped', 'skip'],
  block: ['blocked', 'block'],
}

/** Finds a status by name or alias, ignoring case. An empty name means that nothing is recorded. */
const statusFor = (statuses: readonly Status[], requested: string | null, outcome: Outcome): Status | null => {
  if (requested === '') return null
  const named = (name: string) =>
    statuses.find((status) => [status.name, ...status.aliases.split(',')].some((one) => isSameName(one, name)))
  if (requested !== null) return named(requested) ?? null
  const usual = USUAL[outcome].map(named).find((status) => status !== undefined)
  if (usual) return usual
  if (outcome === 'pass') return statuses.find(({ isSuccess }) => isSuccess) ?? null
  return outcome === 'fail' || outcome === 'known-issue' ? (statuses.find(({ isFailure }) => isFailure) ?? null) : null
}

const isSameName = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase()

/** Returns an id derived from the parts, so that repeated pushes are detected. */
const idOf = (parts: readonly number[]): string => {
  const hash = createHash('sha256').update(parts.join(' ')).digest('hex')
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `8${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join('-')
}
