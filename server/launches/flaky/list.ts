import { sql } from 'kysely'
import type { z } from 'zod/mini'
import {
  type FlakySort,
  type FlakyTest,
  type FlakyTestsQuery,
  type listFlakyTests,
} from '../../../contract/launches/flaky-tests.ts'
import type { ResultKind } from '../../../contract/launches/launches.ts'
import { STABILITY_RUNS } from '../../../contract/launches/test-stability.ts'
import type { Db } from '../../db/open.ts'
import { endedRunOf, RUN_COLUMNS, type RunRow } from '../queries/stability.ts'
import { judgeTest, type JudgedTest } from './judged.ts'
import { readNamed, type NamedTest } from './named.ts'
import { rateOf } from './rules.ts'
import { readFlakyRuns, type FlakyRuns } from './runs.ts'
import { flakySettings } from './settings.ts'

/** Choices of a filter in one answer. */
const CHOICES = 200
/** Causes of a test, and newest runs in which they are searched. */
const CAUSES = 3
const RUNS_WITH_CAUSES = 100

type Listed = JudgedTest & NamedTest & { rate: number }

export const readFlakyTests = async (
  db: Db,
  projectId: number,
  query: FlakyTestsQuery,
): Promise<z.infer<typeof listFlakyTests.answer>> => {
  const settings = await flakySettings.read(db, projectId)
  const rules = { ...settings, windowDays: query.days ?? settings.windowDays }
  const { tests, launches, infrastructure, omitted } = await readFlakyRuns(db, projectId, rules)
  const judged = tests.flatMap((test) => judgeTest(test, rules, query.branch) ?? [])
  const named = await readNamed(
    db,
    projectId,
    judged.map(({ identity }) => identity),
  )
  const all = judged.flatMap((test): Listed[] => {
    const of = named.get(test.identity)
    return of === undefined ? [] : [{ ...test, ...of, rate: rateOf(test) }]
  })
  const found = all.filter((test) => matches(test, query)).toSorted(comparatorOf(query))
  const page = found.slice((query.page - 1) * query.pageSize, query.page * query.pageSize)
  const details = await readDetails(db, projectId, page)
  return {
    items: page.map((test) => itemOf(test, details.get(test.key))),
    _meta: {
      total: found.length,
      totalPages: Math.ceil(found.length / query.pageSize),
      pageSize: query.pageSize,
      page: query.page,
    },
    days: rules.windowDays,
    launches,
    infrastructure,
    omitted,
    branches: branchesOf(tests),
    owners: [...new Set(all.flatMap(({ owner }) => owner ?? []))].toSorted().slice(0, CHOICES),
  }
}

const matches = ({ name, className, owner, mark }: Listed, query: FlakyTestsQuery): boolean => {
  const q = query.q.toLowerCase()
  return (
    (q === '' || name.toLowerCase().includes(q) || (className?.toLowerCase().includes(q) ?? false)) &&
    (query.owner.length === 0 || (owner !== null && query.owner.includes(owner))) &&
    (!query.isMarked || mark !== null)
  )
}

const SORTED_BY: Record<Exclude<FlakySort, 'name'>, (test: Listed) => number> = {
  rate: ({ rate }) => rate,
  runs: ({ runs }) => runs,
  cost: ({ costMs }) => costMs,
  first: ({ firstAt }) => firstAt,
  last: ({ lastAt }) => lastAt,
}

const byName = (one: Listed, other: Listed): number => (one.name < other.name ? -1 : one.name > other.name ? 1 : 0)

/** Breaks ties by the newest failure, so that pages neither miss nor repeat a test. */
const comparatorOf = ({ sort, order }: Pick<FlakyTestsQuery, 'sort' | 'order'>) => {
  const sign = order === 'asc' ? 1 : -1
  return (one: Listed, other: Listed): number => {
    const difference = sort === 'name' ? byName(one, other) : SORTED_BY[sort](one) - SORTED_BY[sort](other)
    return sign * difference || other.newestId - one.newestId
  }
}

const branchesOf = (tests: FlakyRuns['tests']): string[] => {
  const branches = tests.flatMap((test) => test.branches.flatMap(({ branch }) => branch ?? []))
  return [...new Set(branches)].toSorted().slice(0, CHOICES)
}

interface Details {
  recent: ResultKind[]
  causes: string[]
}

const readDetails = async (db: Db, projectId: number, page: readonly Listed[]): Promise<Map<string, Details>> => {
  const keys = page.map(({ key }) => key)
  const [runs, causes] = await Promise.all([
    sql<RunRow & { key: string }>`
      select k.identity as key, r.status, r.passed_manually, r.issue_id, r.is_retried
        from unnest(${keys}::text[]) as k(identity)
       cross join lateral (
         select t.id, ${RUN_COLUMNS} from test t
          where t.project_id = ${projectId} and t.identity = k.identity and t.status <> 'IN_PROGRESS'
          order by t.id desc limit ${STABILITY_RUNS}::int) r
       order by r.id`.execute(db),
    sql<{ key: string; cause: string }>`
      select k.identity as key, c.cause
        from unnest(${keys}::text[]) as k(identity)
       cross join lateral (
         select split_part(f.reason, e'\\n', 1) as cause, max(f.id) as id
           from (select t.id, t.status, t.message, t.attempt from test t
                  where t.project_id = ${projectId} and t.identity = k.identity
                  order by t.id desc limit ${RUNS_WITH_CAUSES}::int) t
          cross join lateral (
            select t.id, t.message as reason where t.status = 'FAILED'
            union all
            select t.id, left(a.reason, 500) from test_attempt a
             where a.test_id = t.id and t.attempt > 1 and t.status = 'PASSED' and a.status = 'FAILED') f
          where f.reason <> ''
          group by 1 order by 2 desc limit ${CAUSES}::int) c
       order by c.id desc`.execute(db),
  ])
  const details = new Map<string, Details>(keys.map((key) => [key, { recent: [], causes: [] }]))
  for (const { key, ...row } of runs.rows) details.get(key)?.recent.push(endedRunOf(row).kind)
  for (const { key, cause } of causes.rows) details.get(key)?.causes.push(cause)
  return details
}

const itemOf = (test: Listed, details: Details | undefined): FlakyTest => ({
  key: test.key,
  name: test.name,
  className: test.className,
  owner: test.owner,
  launchId: test.launchId,
  testId: test.testId,
  isQuarantined: test.isQuarantined,
  rate: test.rate,
  runs: test.runs,
  failures: test.failures,
  retries: test.retries,
  flips: test.flips,
  commitFlips: test.commitFlips,
  costMs: test.costMs,
  firstAt: new Date(test.firstAt).toISOString(),
  lastAt: new Date(test.lastAt).toISOString(),
  branches: test.branches,
  recent: details?.recent ?? [],
  causes: details?.causes ?? [],
  mark: test.mark,
})
