import { sql } from 'kysely'
import type { TestGroup, TestGrouping } from '../../../contract/launch-tests.ts'
import type { Tx } from '../../db/open.ts'
import type { LaunchRow } from '../rows.ts'
import type { Condition } from './matching.ts'
import { groupKeys } from './tests-filter.ts'

type Grouping = Exclude<TestGrouping, 'none'>

export interface GroupCount {
  /** '' for the tests without. */
  key: string
  tests: number
}

/** What needs a look stands first. */
const STATUS_ORDER: readonly string[] = ['FAILED', 'BLOCKED', 'ABORTED', 'SKIPPED', 'IN_PROGRESS', 'PASSED']

const byName = (a: GroupCount, b: GroupCount) => (a.key < b.key ? -1 : 1)
const groupOrders: Record<Grouping, (a: GroupCount, b: GroupCount) => number> = {
  failure: (a, b) => b.tests - a.tests || byName(a, b),
  className: byName,
  status: (a, b) => STATUS_ORDER.indexOf(a.key) - STATUS_ORDER.indexOf(b.key),
  maintainer: byName,
}

/** All groups of the tests that match, in the order of the list: the commonest failure first; '' is last. */
export const countGroups = async (tx: Tx, group: Grouping, where: Condition): Promise<GroupCount[]> => {
  const { rows } = await sql<GroupCount>`
    select coalesce(${groupKeys[group]}, '') as key, count(*)::int as tests from test t where ${where} group by 1`.execute(
    tx,
  )
  return rows.toSorted((a, b) => Number(a.key === '') - Number(b.key === '') || groupOrders[group](a, b))
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

/** Tests of these groups, to be added to a condition. */
export const inGroups = (group: Grouping, groups: readonly GroupCount[]): Condition => {
  const keys = groups.flatMap(({ key }) => (key === '' ? [] : [key]))
  const named = sql<boolean>`${groupKeys[group]} = any(${keys}::text[])`
  const without = sql<boolean>`${groupKeys[group]} is null`
  if (keys.length === 0) return without
  return keys.length === groups.length ? named : sql`(${named} or ${without})`
}

/** Place of a test's group among these. */
export const placeOf = (group: Grouping, groups: readonly GroupCount[]) =>
  sql`array_position(${groups.map(({ key }) => key)}::text[], coalesce(${groupKeys[group]}, ''))`

/** The heads of groups: a failure is told by its first line, and by how many of the last launches knew it. */
export const describeGroups = async (
  tx: Tx,
  launch: Pick<LaunchRow, 'id' | 'project_id' | 'name' | 'started_at'>,
  group: Grouping,
  groups: readonly GroupCount[],
): Promise<TestGroup[]> => {
  if (group !== 'failure') return groups.map(({ key, tests }) => ({ key, label: key, tests, seenBefore: null }))
  const { rows } = await sql<{ key: string; label: string | null; seen: number }>`
    with earlier as materialized (
      select l.id from launch l
       where l.project_id = ${launch.project_id} and l.name = ${launch.name}
         and (l.started_at, l.id) < (${launch.started_at}, ${launch.id})
       order by l.started_at desc, l.id desc limit 5
    )
    select k.key,
           (select t.failure_label from test t where t.launch_id = ${launch.id} and t.failure_key = k.key limit 1) as label,
           (select count(*)::int from earlier e where exists (
              select from test t where t.project_id = ${launch.project_id} and t.failure_key = k.key and t.launch_id = e.id
           )) as seen
      from unnest(${groups.map(({ key }) => key)}::text[]) as k(key)`.execute(tx)
  const byKey = new Map(rows.map((row) => [row.key, row]))
  return groups.map(({ key, tests }) => ({
    key,
    label: byKey.get(key)?.label ?? '',
    tests,
    seenBefore: key === '' ? null : (byKey.get(key)?.seen ?? 0),
  }))
}
