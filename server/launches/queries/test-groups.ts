import { sql } from 'kysely'
import type { TestGroup, TestGrouping } from '../../../contract/launches/launch-tests.ts'
import { compareGroups } from '../../../contract/launches/test-list.ts'
import type { Tx } from '../../db/open.ts'
import type { LaunchRow } from '../rows.ts'
import type { Condition } from '../../db/matching.ts'
import { readSuggestions } from './suggestions.ts'
import { groupKeys } from './tests-filter.ts'

type Grouping = Exclude<TestGrouping, 'none'>

export interface GroupCount {
  /** '' for the tests without. */
  key: string
  tests: number
  failed: number
  /** Id of the first of them. */
  firstId: number
}

/** All groups of the tests that match, in the order of the list: failed tests first, the commonest cause first; '' is last. */
export const countGroups = async (tx: Tx, group: Grouping, where: Condition): Promise<GroupCount[]> => {
  const { rows } = await sql<GroupCount>`
    select coalesce(${groupKeys[group]}, '') as key, count(*)::int as tests,
           (count(*) filter (where t.status = 'FAILED'))::int as failed, min(t.id)::float8 as "firstId"
      from test t where ${where} group by 1`.execute(tx)
  return rows.toSorted((a, b) => compareGroups(group, a, b))
}

/** The groups that so many tests from `offset` on are in, and how many tests of the first of them come before. */
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

/** Groups of all failures of a launch, counted without a walk over its other tests; `total` is the launch's own count. */
export const countFailures = async (tx: Tx, launchId: number, total: number): Promise<GroupCount[]> => {
  const failures = await countGroups(tx, 'failure', sql`t.launch_id = ${launchId} and t.failure_key is not null`)
  const others = total - failures.reduce((sum, { tests }) => sum + tests, 0)
  return others > 0 ? [...failures, { key: '', tests: others, failed: 0, firstId: 0 }] : failures
}

/** Tests of these groups, none of which is ''. */
export const inGroups = (group: Grouping, groups: readonly GroupCount[]): Condition =>
  sql`${groupKeys[group]} = any(${groups.map(({ key }) => key)}::text[])`

/** Failure keys are never '', so that an index leads to the tests without one. */
export const inNoGroup = (group: Grouping): Condition =>
  group === 'failure' ? sql`${groupKeys[group]} is null` : sql`coalesce(${groupKeys[group]}, '') = ''`

/** Place of a test's group among these. */
export const placeOf = (group: Grouping, groups: readonly GroupCount[]) =>
  sql`array_position(${groups.map(({ key }) => key)}::text[], ${groupKeys[group]})`

/** The heads of groups: a failure is told by its label, by how many of the last launches knew it, and by the issue it had in one. */
export const describeGroups = async (
  tx: Tx,
  launch: Pick<LaunchRow, 'id' | 'project_id' | 'name' | 'started_at'>,
  group: Grouping,
  groups: readonly GroupCount[],
): Promise<TestGroup[]> => {
  if (group !== 'failure') return groups.map((one) => headOf(one, one.key))
  const keys = groups.map(({ key }) => key)
  const [{ rows }, suggestions] = await Promise.all([
    sql<{ key: string; label: string | null; seen: number; earlier: number; unlinked: number }>`
    with earlier as materialized (
      select l.id from launch l
       where l.project_id = ${launch.project_id} and l.name = ${launch.name}
         and (l.started_at, l.id) < (${launch.started_at}, ${launch.id})
       order by l.started_at desc, l.id desc limit 5
    )
    select k.key,
           (select t.failure_label from test t where t.launch_id = ${launch.id} and t.failure_key = k.key order by t.id limit 1) as label,
           (select count(*)::int from earlier e where exists (
              select from test t where t.project_id = ${launch.project_id} and t.failure_key = k.key and t.launch_id = e.id
           )) as seen,
           (select count(*)::int from earlier) as earlier,
           (select count(*)::int from test t where t.launch_id = ${launch.id} and t.failure_key = k.key
              and t.status = 'FAILED' and t.issue_id is null) as unlinked
      from unnest(${keys}::text[]) as k(key)`.execute(tx),
    readSuggestions(tx, launch, keys),
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
      suggestion: unlinked > 0 ? (suggestions.get(one.key) ?? null) : null,
    }
  })
}

const headOf = ({ key, tests, failed, firstId }: GroupCount, label: string): TestGroup => ({
  key,
  label,
  detail: null,
  tests,
  failed,
  firstId,
  unlinked: 0,
  suggestion: null,
  seenBefore: null,
})
