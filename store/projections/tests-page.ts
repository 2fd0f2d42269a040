import type { LaunchTest, TestGroup, TestGrouping, TestsQuery } from '../../contract/launches/launch-tests.ts'
import { compareGroups, compareTests, groupKeyOf, matchesTests } from '../../contract/launches/test-list.ts'
import { groupLabelOf } from './group-window.ts'

type Grouping = Exclude<TestGrouping, 'none'>

export type PageOfTests = {
  rows: readonly LaunchTest[]
  total: number
  groups: readonly TestGroup[]
  groupsTotal: number
}

/** The page of a list whose tests are all held, as the server would answer it. What groups tell of other launches is left out. */
export function pageOfTests(tests: readonly LaunchTest[], query: TestsQuery, grouping: TestGrouping): PageOfTests {
  const listed = tests.filter((test) => matchesTests(query, test)).sort((a, b) => compareTests(query, a, b))
  const groups = grouping === 'none' ? [] : groupsOf(listed, grouping)
  const ordered = groups.length === 0 ? listed : groups.flatMap(({ held }) => held)
  const offset = (query.page - 1) * query.pageSize
  const rows = ordered.slice(offset, offset + query.pageSize)
  const shown = new Set(rows.map((test) => groupKeyOf(test, grouping)))
  return {
    rows,
    total: listed.length,
    groups: groups.map(({ group }) => group).filter(({ key }) => shown.has(key)),
    groupsTotal: groups.length,
  }
}

function groupsOf(listed: readonly LaunchTest[], grouping: Grouping): { group: TestGroup; held: LaunchTest[] }[] {
  const byKey = new Map<string, LaunchTest[]>()
  for (const test of listed) {
    const key = groupKeyOf(test, grouping)
    const held = byKey.get(key)
    if (held === undefined) byKey.set(key, [test])
    else held.push(test)
  }
  return [...byKey]
    .map(([key, held]) => ({ group: groupOf(key, held, grouping), held }))
    .sort((a, b) => compareGroups(grouping, a.group, b.group))
}

const groupOf = (key: string, held: readonly LaunchTest[], grouping: Grouping): TestGroup => ({
  key,
  mergedKeys: [],
  label: held[0] === undefined ? key : groupLabelOf(held[0], key, grouping),
  detail: null,
  tests: held.length,
  failed: held.filter(({ status }) => status === 'FAILED').length,
  firstId: Math.min(...held.map(({ id }) => id)),
  unlinked: 0,
  suggestion: null,
  seenBefore: null,
})
