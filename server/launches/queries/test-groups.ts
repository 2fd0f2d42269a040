import { sql } from 'kysely'
import type { IssueSuggestion, TestGroup, TestGrouping } from '../../../contract/launches/launch-tests.ts'
import { compareGroups } from '../../../contract/launches/test-list.ts'
import type { Tx } from '../../db/open.ts'
import type { LaunchRow } from '../rows.ts'
import type { Condition } from '../../db/matching.ts'
import { readSuggestions } from './suggestions.ts'
import { groupKeys } from './tests-filter.ts'

type Grouping = Exclude<TestGrouping, 'none'>

export interface GroupCount {
  /** '' for tests without a value. */
  key: string
  /** For a cause of failures: the keys merged into it. */
  mergedKeys: readonly string[]
  /** Id of the test whose failure labels the group. */
  namedById: number
  tests: number
  failed: number
  /** Id of its first test. */
  firstId: number
}

/**
 * Resolves with all groups of the matching tests in the order of the list: failed tests first, the most frequent cause first; '' is last.
 */
export const countGroups = async (
  tx: Tx,
  projectId: number,
  group: Grouping,
  where: Condition,
): Promise<GroupCount[]> => {
  const { rows } = await sql<KeyCount>`
    select coalesce(${groupKeys[group]}, '') as key, count(*)::int as tests,
           (count(*) filter (where t.status = 'FAILED'))::int as failed, min(t.id)::float8 as "firstId"
      from test t where ${where} group by 1`.execute(tx)
  const roots = group === 'failure' ? await readRoots(tx, projectId, rows) : new Map<string, string>()
  return byRoot(rows, roots).toSorted((a, b) => compareGroups(group, a, b))
}

type KeyCount = Omit<GroupCount, 'mergedKeys' | 'namedById'>

/** Resolves with the causes that failure keys are merged into, by failure key. */
const readRoots = async (tx: Tx, projectId: number, counts: readonly KeyCount[]): Promise<Map<string, string>> => {
  const { rows } = await sql<{ key: string; root: string }>`
    select key, root_key as root from failure_cause
     where project_id = ${projectId} and root_key is not null and key = any(${counts.map(({ key }) => key)}::text[])`.execute(
    tx,
  )
  return new Map(rows.map(({ key, root }) => [key, root]))
}

const byRoot = (counts: readonly KeyCount[], roots: ReadonlyMap<string, string>): GroupCount[] => {
  const groups = new Map<string, GroupCount>()
  for (const count of counts) {
    const root = roots.get(count.key)
    const key = root ?? count.key
    const merged = root === undefined ? [] : [count.key]
    const known = groups.get(key)
    const namedById = known === undefined || root === undefined ? count.firstId : known.namedById
    groups.set(key, {
      key,
      mergedKeys: [...(known?.mergedKeys ?? []), ...merged],
      tests: (known?.tests ?? 0) + count.tests,
      failed: (known?.failed ?? 0) + count.failed,
      firstId: Math.min(known?.firstId ?? count.firstId, count.firstId),
      namedById,
    })
  }
  return [...groups.values()]
}

/** Returns the groups that contain `limit` tests from `offset` on, and how many tests of the first group come before. */
export const groupsAt = (
  groups: readonly GroupCount[],
  offset: number,
  limit: number,
): { groups: GroupCount[]; skipped: number } => {
  const found: GroupCount[] = []
  let skipped = 0
  let before = 0
  for (const group of groups) {
    if (before >= offset + limit) break
    if (before + group.tests > offset) {
      if (found.length === 0) skipped = offset - before
      found.push(group)
    }
    before += group.tests
  }
  return { groups: found, skipped }
}

/**
 * Resolves with the groups of all failures of a launch without scanning its other tests. `total`: number of failures by the counters of the
 * launch.
 */
export const countFailures = async (
  tx: Tx,
  launch: Pick<LaunchRow, 'id' | 'project_id'>,
  total: number,
): Promise<GroupCount[]> => {
  const where = sql<boolean>`t.launch_id = ${launch.id} and t.failure_key is not null`
  const failures = await countGroups(tx, launch.project_id, 'failure', where)
  const others = total - failures.reduce((sum, { tests }) => sum + tests, 0)
  return others > 0 ? [...failures, { ...NO_GROUP, tests: others }] : failures
}

const NO_GROUP: GroupCount = { key: '', mergedKeys: [], tests: 0, failed: 0, firstId: 0, namedById: 0 }

const keysOf = ({ key, mergedKeys }: GroupCount): string[] => [key, ...mergedKeys]

/** Whether a test is in one of these groups, none of which is ''. */
export const inGroups = (group: Grouping, groups: readonly GroupCount[]): Condition =>
  sql`${groupKeys[group]} = any(${groups.flatMap(keysOf)}::text[])`

/** Whether a test is in no group. Failure keys are never '', so that an index finds tests without one. */
export const inNoGroup = (group: Grouping): Condition =>
  group === 'failure' ? sql`${groupKeys[group]} is null` : sql`coalesce(${groupKeys[group]}, '') = ''`

/** Position of a test's group in this list. */
export const placeOf = (group: Grouping, groups: readonly GroupCount[]) => {
  const places = groups.flatMap((one, place) => keysOf(one).map(() => place))
  return sql`(${places}::int[])[array_position(${groups.flatMap(keysOf)}::text[], ${groupKeys[group]})]`
}

/**
 * Resolves with the headers of groups. A failure's header has its label, how many of the previous five launches had it, and the issue it
 * was linked to in an earlier launch.
 */
export const describeGroups = async (
  tx: Tx,
  launch: Pick<LaunchRow, 'id' | 'project_id' | 'name' | 'started_at'>,
  group: Grouping,
  groups: readonly GroupCount[],
): Promise<TestGroup[]> => {
  if (group !== 'failure') return groups.map((one) => headOf(one, one.key))
  const requested = groups.map((one) => ({ key: one.key, keys: keysOf(one), named: one.namedById }))
  const [{ rows }, suggestions] = await Promise.all([
    sql<{ key: string; label: string | null; seen: number; earlier: number; unlinked: number }>`
    with earlier as materialized (
      select l.id from launch l
       where l.project_id = ${launch.project_id} and l.name = ${launch.name}
         and (l.started_at, l.id) < (${launch.started_at}, ${launch.id})
       order by l.started_at desc, l.id desc limit 5
    )
    select g.key,
           (select t.failure_label from test t where t.id = g.named) as label,
           (select count(*)::int from earlier e where exists (
              select from unnest(g.keys) as k(key)
                join test t on t.project_id = ${launch.project_id} and t.failure_key = k.key and t.launch_id = e.id
           )) as seen,
           (select count(*)::int from earlier) as earlier,
           (select count(*)::int from unnest(g.keys) as k(key)
              join test t on t.launch_id = ${launch.id} and t.failure_key = k.key
             where t.status = 'FAILED' and t.issue_id is null) as unlinked
      from jsonb_to_recordset(${JSON.stringify(requested)}::jsonb) as g(key text, keys text[], named bigint)`.execute(
      tx,
    ),
    readSuggestions(
      tx,
      launch,
      requested.flatMap(({ keys }) => keys),
    ),
  ])
  const byKey = new Map(rows.map((row) => [row.key, row]))
  return groups.map((one) => {
    const { label, seen = 0, earlier = 0, unlinked = 0 } = byKey.get(one.key) ?? {}
    const [first = '', detail = null] = (label ?? '').split('\n', 2)
    return {
      ...headOf(one, first),
      detail,
      unlinked,
      seenBefore: one.key === '' ? null : { launches: seen, of: earlier },
      suggestion: unlinked > 0 ? newestOf(keysOf(one).flatMap((key) => suggestions.get(key) ?? [])) : null,
    }
  })
}

const newestOf = (suggestions: readonly IssueSuggestion[]): IssueSuggestion | null =>
  suggestions.toSorted((a, b) => b.testId - a.testId)[0] ?? null

const headOf = ({ key, mergedKeys, tests, failed, firstId }: GroupCount, label: string): TestGroup => ({
  key,
  mergedKeys: [...mergedKeys],
  label,
  detail: null,
  tests,
  failed,
  firstId,
  unlinked: 0,
  suggestion: null,
  seenBefore: null,
})
