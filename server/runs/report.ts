import { sql, type RawBuilder } from 'kysely'
import { FORECAST_RULE, forecastOf } from '../../contract/runs/forecast.ts'
import { REPORT_LIMITS, type ExecutionReport, type ReportShare } from '../../contract/runs/report.ts'
import { RUN_TEXTS } from '../../contract/runs/run-texts.ts'
import type { ProjectScope } from '../access/principals.ts'
import type { Db, Tx } from '../db/database.ts'
import { notFound } from '../http/refusal.ts'
import { userOf } from '../access/users.ts'
import { textsOfRuns } from '../settings/settings.ts'
import { changedSince } from './cases.ts'
import { statisticsOf } from './read.ts'

export interface ReportedRuns {
  /** Runs of one project, as the caller has verified. */
  runIds: readonly number[]
  startedAt: Date
  closedAt: Date | null
}

/** Returns cases of the runs with the properties of their last results' statuses, as `k`. Deleted statuses keep their properties. */
const casesOf = (projectId: number, runIds: readonly number[]): RawBuilder<unknown> => sql`
  k as materialized (
    select rc.run_id, rc.case_id, rc.snapshot_id, rc.suite_id, rc.place, rc.assignee_id, rc.status_id, rc.last_result_at,
           rc.last_result_by, coalesce(s.is_completed, false) as is_done, coalesce(s.is_failure, false) as is_failed
      from test_run_case rc
      left join (select id, is_completed, is_failure from result_status where project_id = ${projectId}
                 union all
                 select id, is_completed, is_failure from deleted_result_status where project_id = ${projectId}) s
        on s.id = rc.status_id
     where rc.run_id = any(${[...runIds]}::bigint[]) and rc.removed_at is null)`

const share = sql`count(*)::int as cases, (count(*) filter (where k.is_done))::int as done,
                  (count(*) filter (where k.is_failed))::int as failed`

/** Reads the figures of a report. Requires a transaction with snapshot isolation, so that parts add up to totals. */
export const readReport = async (
  tx: Tx,
  project: Pick<ProjectScope, 'id' | 'key'>,
  { runIds, startedAt, closedAt }: ReportedRuns,
  now: Date,
): Promise<ExecutionReport> => {
  const cases = casesOf(project.id, runIds)
  const { recent, firstAt, statistics, ...whole } = await readWhole(tx, project.id, cases, runIds, now)
  const forecast = forecastOf({ left: whole.cases - whole.done, recent, firstAt }, now)
  return {
    ...whole,
    statistics,
    progress: await readProgress(tx, cases, startedAt, closedAt ?? now),
    forecast: closedAt
      ? { reason: 'closed' }
      : 'at' in forecast
        ? { at: forecast.at.toISOString(), perDay: forecast.perDay }
        : forecast,
    testers: await readTesters(tx, cases),
    suites: await readSuites(tx, cases, runIds),
    risks: closedAt ? [] : await readRisks(tx, project, cases, now),
  }
}

type Whole = ReportShare & {
  recent: number
  firstAt: Date | null
  statistics: ExecutionReport['statistics']
}

const readWhole = async (
  tx: Tx,
  projectId: number,
  cases: RawBuilder<unknown>,
  runIds: readonly number[],
  now: Date,
): Promise<Whole> => {
  const { rows } = await sql<Whole>`
    with ${cases},
         counts as (select coalesce(jsonb_object_agg(c.key, c.count), '{}') as counts
                      from (select n.key, sum(n.value::int) as count
                              from test_run r cross join lateral jsonb_each_text(r.status_counts) n
                             where r.id = any(${[...runIds]}::bigint[]) group by n.key) c)
    select ${share},
           (count(*) filter (where k.is_done and k.last_result_at >
              ${now}::timestamptz - make_interval(days => ${FORECAST_RULE.windowDays}::int)))::int as recent,
           min(k.last_result_at) filter (where k.is_done) as "firstAt",
           (select ${statisticsOf(sql`counts.counts`, sql`${projectId}::bigint`)} from counts) as statistics
      from k`.execute(tx)
  const [whole] = rows
  if (!whole) throw notFound(RUN_TEXTS.notFound)
  return whole
}

/** Returns points at equal intervals. Results outside the range, because of devices' clocks, count at its nearer end. */
const readProgress = async (
  tx: Tx,
  cases: RawBuilder<unknown>,
  from: Date,
  to: Date,
): Promise<ExecutionReport['progress']> => {
  const { points } = REPORT_LIMITS
  const startMs = from.getTime()
  const stepMs = Math.max(to.getTime() - startMs, points) / points
  const { rows } = await sql<{ part: number; done: number }>`
    with ${cases}
    select least(${points}::int, greatest(1, ceil((extract(epoch from k.last_result_at) * 1000 - ${startMs}::float8) / ${stepMs}::float8)))::int
             as part, count(*)::int as done
      from k where k.is_done and k.last_result_at is not null group by 1`.execute(tx)
  const added = new Map(rows.map(({ part, done }) => [part, done]))
  let done = 0
  return Array.from({ length: points + 1 }, (_, part) => {
    done += added.get(part) ?? 0
    return { at: new Date(startMs + part * stepMs).toISOString(), done }
  })
}

const readTesters = async (tx: Tx, cases: RawBuilder<unknown>): Promise<ExecutionReport['testers']> => {
  const { rows } = await sql<ExecutionReport['testers'][number]>`
    with ${cases},
         assigned as (select k.assignee_id as id, ${share} from k group by k.assignee_id),
         recorded as (select k.last_result_by as id, count(*)::int as recorded
                        from k where k.last_result_by is not null group by k.last_result_by)
    select ${userOf('p')} as user, coalesce(a.cases, 0) as cases, coalesce(a.done, 0) as done,
           coalesce(a.failed, 0) as failed, coalesce(r.recorded, 0) as recorded
      from assigned a full join recorded r on r.id = a.id
      left join workspace_user p on p.id = coalesce(a.id, r.id)
     order by p.id is null, coalesce(a.cases, 0) - coalesce(a.done, 0) desc, p.id
     limit ${REPORT_LIMITS.testers}`.execute(tx)
  return rows
}

const readSuites = async (
  tx: Tx,
  cases: RawBuilder<unknown>,
  runIds: readonly number[],
): Promise<ExecutionReport['suites']> => {
  const { rows } = await sql<ExecutionReport['suites'][number]>`
    with ${cases},
         named as (select distinct on ((s->>'id')::bigint) (s->>'id')::bigint as id, s->'path' as path
                     from test_run r cross join lateral jsonb_array_elements(r.suites) s
                    where r.id = any(${[...runIds]}::bigint[]) order by (s->>'id')::bigint, r.id)
    select k.suite_id as id, coalesce(n.path, '[]') as path, ${share}
      from k left join named n on n.id = k.suite_id
     group by k.suite_id, n.path order by min(k.place), k.suite_id limit ${REPORT_LIMITS.suites}`.execute(tx)
  return rows
}

type RiskRow = Omit<ExecutionReport['risks'][number], 'key'> & { number: number; environmentId: number | null }

/** Excludes cases that were deleted since, which nobody has to run. */
const readRisks = async (
  tx: Tx,
  project: Pick<ProjectScope, 'id' | 'key'>,
  cases: RawBuilder<unknown>,
  now: Date,
): Promise<ExecutionReport['risks']> => {
  const { rows } = await sql<RiskRow>`
    with ${cases},
         untested as (select distinct case_id from k where status_id is null),
         failures as (
           select u.case_id, count(*)::int as count
             from untested u
             join test_run_result t on t.case_id = u.case_id
             join (select id from result_status where project_id = ${project.id} and is_failure
                   union all
                   select id from deleted_result_status where project_id = ${project.id} and is_failure) f on f.id = t.status_id
            where t.withdrawn_at is null
              and t.at > ${now}::timestamptz - make_interval(days => ${REPORT_LIMITS.failureDays}::int)
            group by u.case_id)
    select k.run_id as "runId", r.environment_id as "environmentId", k.case_id as "caseId", s.number, s.title, coalesce(f.count, 0) as "earlierFailures",
           p.name as priority,
           ${changedSince} as "isChanged"
      from k
      join test_run r on r.id = k.run_id
      join case_snapshot s on s.id = k.snapshot_id
      join test_case c on c.id = k.case_id and c.deleted_at is null and c.moved_to is null
      left join priority p on p.id = s.priority_id
      left join failures f on f.case_id = k.case_id
     where k.status_id is null
     order by p.position nulls last, coalesce(f.count, 0) desc, ${changedSince} desc, k.run_id, k.place
     limit ${REPORT_LIMITS.risks}`.execute(tx)
  const environments = rows.map(({ environmentId }) => environmentId)
  const textOf = await textsOfRuns(tx, project.id, environments)
  return rows.map(({ number, environmentId, title, ...row }) => ({
    ...row,
    title: textOf(environmentId, title),
    key: `${project.key}-${number}`,
  }))
}

/** Throws 404 for a run that is not in the project. */
export const reportRun = (db: Db, project: Pick<ProjectScope, 'id' | 'key'>, runId: number): Promise<ExecutionReport> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const run = await tx
        .selectFrom('test_run')
        .select(['created_at', 'closed_at'])
        .where('id', '=', runId)
        .where('project_id', '=', project.id)
        .executeTakeFirst()
      if (!run) throw notFound(RUN_TEXTS.notFound)
      const runs = { runIds: [runId], startedAt: run.created_at, closedAt: run.closed_at }
      return readReport(tx, project, runs, new Date())
    })
