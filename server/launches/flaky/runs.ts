import { sql } from 'kysely'
import { FLAKY_LAUNCHES, FLAKY_TESTS, type FlakySettings } from '../../../contract/launches/flaky-tests.ts'
import { testsIn } from '../../../contract/launches/launches.ts'
import type { Db } from '../../db/open.ts'
import { RETRIED } from '../queries/stability.ts'
import { COUNT_COLUMNS, statisticsOf } from '../rows.ts'
import { countRuns, isInfrastructure, type BranchRuns, type RunOfLaunch } from './rules.ts'

const DAY_MS = 24 * 3_600_000
/** Failures read per launch, and retries. */
const READ_OF_LAUNCH = 200
/** Launches and tests per query: the embedded database answers nothing else meanwhile. */
const LAUNCHES_AT_ONCE = 100
const TESTS_AT_ONCE = 50
/** Newest runs read per test: a launch may have several, and others are not considered. */
const RUNS_OF_TEST = 2 * FLAKY_LAUNCHES

/** Runs of a test that failed, or passed on a retry, at least once. */
export interface TestRuns {
  identity: string
  branches: (BranchRuns & Unstable)[]
}

/** Failures and retries of a test on a branch. */
interface Unstable {
  /** Time of failed attempts and of retries. */
  costMs: number
  /** Start of the first and the last launch with one, in epoch ms; null on a branch without any. */
  firstAt: number | null
  lastAt: number | null
  /** Newest test with one; 0 on a branch without any. */
  newestId: number
}

export interface FlakyRuns {
  tests: TestRuns[]
  launches: number
  infrastructure: number
  omitted: number
  /** Number of the project's tests: those of the newest launch of each name. */
  projectTests: number
}

/**
 * Resolves with the runs of the tests that failed or were retried in the window, except in launches whose infrastructure failed. Reads a
 * bounded number of rows by index, in several short queries.
 */
export const readFlakyRuns = async (
  db: Db,
  projectId: number,
  { windowDays, maxFailedShare }: Pick<FlakySettings, 'windowDays' | 'maxFailedShare'>,
): Promise<FlakyRuns> => {
  const window = await launchesOf(db, projectId, windowDays)
  const launches = window.filter(({ counts }) => !isInfrastructure(counts, maxFailedShare))
  const unstable = await readUnstable(db, launches)
  const identities = [...unstable]
    .toSorted(([, one], [, other]) => countOf(other) - countOf(one))
    .slice(0, FLAKY_TESTS)
    .map(([identity]) => identity)
  return {
    tests: await readRuns(db, { projectId, identities, launches, unstable }),
    launches: launches.length,
    infrastructure: window.length - launches.length,
    omitted: unstable.size - identities.length,
    projectTests: projectTestsOf(window),
  }
}

type Launch = Awaited<ReturnType<typeof launchesOf>>[number]

/** Resolves with the newest ended launches of the window, newest first. */
const launchesOf = async (db: Db, projectId: number, windowDays: number) => {
  const rows = await db
    .selectFrom('launch')
    .select([
      'id',
      'name',
      'environment',
      'browser',
      'platform',
      'origin',
      'started_at',
      ...Object.values(COUNT_COLUMNS),
    ])
    .where('project_id', '=', projectId)
    .where('started_at', '>=', new Date(Date.now() - windowDays * DAY_MS))
    .where('status', 'not in', ['IN_PROGRESS', 'QUEUED', 'LAUNCHING'])
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(FLAKY_LAUNCHES)
    .execute()
  return rows.map((row, i) => ({
    id: row.id,
    name: row.name,
    at: row.started_at.getTime(),
    counts: statisticsOf(row),
    /** Order of the runs, the oldest first. */
    order: rows.length - i,
    branchKey: JSON.stringify([row.origin.branch, row.origin.pullRequest === undefined ? null : row.origin.baseBranch]),
    branch: row.origin.branch ?? null,
    baseBranch: row.origin.pullRequest === undefined ? null : (row.origin.baseBranch ?? null),
    commit: row.origin.commit ?? null,
    /** Runs of different configurations are not compared: a test may fail in one of them only. */
    series: JSON.stringify([row.name, row.environment, row.browser, row.platform, row.origin.branch]),
  }))
}

const projectTestsOf = (window: readonly Launch[]): number => {
  const newest = new Map<string, number>()
  for (const { name, counts } of window) if (!newest.has(name)) newest.set(name, testsIn(counts))
  return [...newest.values()].reduce((sum, tests) => sum + tests, 0)
}

/** By the key of the branch. */
type ByBranch = Map<string, UnstableCounts>
type UnstableCounts = Unstable & { failures: number; retries: number }

const countOf = (branches: ByBranch): number =>
  [...branches.values()].reduce((sum, { failures, retries }) => sum + failures + retries, 0)

const readUnstable = async (db: Db, launches: readonly Launch[]): Promise<Map<string, ByBranch>> => {
  const found = new Map<string, ByBranch>()
  for (let from = 0; from < launches.length; from += LAUNCHES_AT_ONCE) {
    const chunk = launches.slice(from, from + LAUNCHES_AT_ONCE)
    // Numbers in place of texts, which the query compares and returns.
    const keys = [...new Set(chunk.map(({ branchKey }) => branchKey))]
    const { rows } = await sql<{
      identity: string
      branch: number
      failures: number
      retries: number
      costMs: number
      firstAt: number
      lastAt: number
      newestId: number
    }>`
      select f.identity, l.branch, count(*) filter (where not f.retried)::int as failures,
             count(*) filter (where f.retried)::int as retries,
             sum(${ms(sql`f.ended_at - f.started_at`)} + coalesce(a.ms, 0))::float8 as "costMs",
             min(l.at)::float8 as "firstAt", max(l.at)::float8 as "lastAt", max(f.id)::float8 as "newestId"
        from unnest(${chunk.map(({ id }) => id)}::bigint[], ${chunk.map(({ branchKey }) => keys.indexOf(branchKey))}::int[],
                    ${chunk.map(({ at }) => at)}::float8[]) as l(id, branch, at)
       cross join lateral (
         (select t.id, t.identity, t.attempt, t.started_at, t.ended_at, false as retried from test t
           where t.launch_id = l.id and t.status = 'FAILED' and t.identity is not null
           order by t.id limit ${READ_OF_LAUNCH}::int)
         union all
         (select t.id, t.identity, t.attempt, t.started_at, t.ended_at, true from test t
           where t.launch_id = l.id and ${RETRIED} and t.identity is not null
           order by t.id limit ${READ_OF_LAUNCH}::int)) f
        left join lateral (
          select sum(${ms(sql`e.ended_at - e.started_at`)}) as ms from test_attempt e
           where e.test_id = f.id and f.attempt > 1) a on true
       group by f.identity, l.branch`.execute(db)
    for (const { identity, branch, ...row } of rows) {
      const branches: ByBranch = found.get(identity) ?? new Map<string, UnstableCounts>()
      const key = keys[branch] ?? ''
      const before = branches.get(key)
      branches.set(key, {
        failures: row.failures + (before?.failures ?? 0),
        retries: row.retries + (before?.retries ?? 0),
        costMs: Math.round(row.costMs) + (before?.costMs ?? 0),
        firstAt: Math.min(row.firstAt, before?.firstAt ?? row.firstAt),
        lastAt: Math.max(row.lastAt, before?.lastAt ?? row.lastAt),
        newestId: Math.max(row.newestId, before?.newestId ?? 0),
      })
      found.set(identity, branches)
    }
  }
  return found
}

/** Milliseconds of an interval, which clocks of agents may make negative or leave unknown. */
const ms = (interval: ReturnType<typeof sql>) => sql`coalesce(greatest(extract(epoch from ${interval}) * 1000, 0), 0)`

interface Read {
  projectId: number
  identities: readonly string[]
  launches: readonly Launch[]
  unstable: ReadonlyMap<string, ByBranch>
}

/** Counts in this process: the database only reads an index, without sorting or joining the runs. */
const readRuns = async (db: Db, { projectId, identities, launches, unstable }: Read): Promise<TestRuns[]> => {
  const launchById = new Map(launches.map((launch) => [launch.id, launch]))
  const branches = new Map(launches.map((launch) => [launch.branchKey, launch]))
  const firstId = await firstTestOf(db, launches)
  const tests: TestRuns[] = []
  for (let from = 0; from < identities.length; from += TESTS_AT_ONCE) {
    const { rows } = await sql<{ identity: string; runs: string | null }>`
      select k.identity, r.runs
        from unnest(${identities.slice(from, from + TESTS_AT_ONCE)}::text[]) as k(identity)
       cross join lateral (
         select string_agg(case t.status when 'FAILED' then '-' else '' end || t.launch_id, ',') as runs
           from (select t.launch_id, t.status from test t
                  where t.project_id = ${projectId} and t.identity = k.identity and t.id >= ${firstId}
                  order by t.id desc limit ${RUNS_OF_TEST}::int) t
          where t.status in ('PASSED', 'FAILED')) r`.execute(db)
    for (const { identity, runs } of rows) {
      const counted = countRuns(runsOf(runs ?? '', launchById))
      tests.push({
        identity,
        branches: [...counted].map(([branchKey, counts]) => {
          const { branch = null, baseBranch = null } = branches.get(branchKey) ?? {}
          return { branch, baseBranch, ...(unstable.get(identity)?.get(branchKey) ?? NEVER_UNSTABLE), ...counts }
        }),
      })
    }
  }
  return tests
}

/** Resolves with the lowest id of the passed and failed tests of launches, so that earlier runs are not read. Zero without any. */
const firstTestOf = async (db: Db, launches: readonly Launch[]): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    select coalesce(min(t.id), 0) as id
      from unnest(${launches.map(({ id }) => id)}::bigint[]) as l(id)
     cross join unnest(array['PASSED', 'FAILED']) as s(status)
     cross join lateral (
       select t.id from test t where t.launch_id = l.id and t.status = s.status order by t.id limit 1) t`.execute(db)
  return rows[0]?.id ?? 0
}

/** Reads ids of launches, negative where the test failed. Skips launches that are not considered. */
const runsOf = (text: string, launchById: ReadonlyMap<number, Launch>): RunOfLaunch[] =>
  text.split(',').flatMap((part) => {
    const id = Number(part)
    const launch = launchById.get(Math.abs(id))
    return launch === undefined ? [] : [{ launch, hasFailed: id < 0 }]
  })

const NEVER_UNSTABLE: Unstable & { retries: number } = {
  costMs: 0,
  firstAt: null,
  lastAt: null,
  newestId: 0,
  retries: 0,
}
