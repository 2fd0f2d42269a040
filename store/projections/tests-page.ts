import type { LaunchTest, TestGroup, TestGrouping, TestsQuery } from '../../contract/launches/launch-tests.ts'
import { compareGroups, compareTests, groupKeyOf, matchesTests } from '../../contract/launches/test-list.ts'
import { groupLabelOf } from './group-window.ts'
import type { LaunchHistory } from './launch-history.ts'

type Grouping = Exclude<TestGrouping, 'none'>
type Causes = LaunchHistory['causes']

export type PageOfTests = {
  rows: readonly LaunchTest[]
  total: number
  groups: readonly TestGroup[]
  groupsTotal: number
}

/**
 * Returns the page of a list whose tests are all loaded, as the server would: failures grouped by cause, without groups' data about other
 * launches.
 */
export function pageOfTests(
  tests: readonly LaunchTest[],
  query: TestsQuery,
  grouping: TestGrouping,
  causes: Causes,
): PageOfTests {
  const listed = tests.filter((test) => matchesTests(query, test)).sort((a, b) => compareTests(query, a, b))
  const groups = grouping === 'none' ? [] : groupsOf(listed, grouping, causes)
  const ordered = groups.length === 0 ? listed : groups.flatMap(({ held }) => held)
  const offset = (query.page - 1) * query.pageSize
  const rows = ordered.slice(offset, offset + query.pageSize)
  const shown = new Set(rows.map((test) => keyOf(test, grouping, causes)))
  return {
    rows,
    total: listed.length,
    groups: groups.map(({ group }) => group).filter(({ key }) => shown.has(key)),
    groupsTotal: groups.length,
  }
}

function keyOf(test: LaunchTest, grouping: TestGrouping, causes: Causes): string {
  const key = groupKeyOf(test, grouping)
  return grouping === 'failure' ? (causes.get(key)?.causeKey ?? key) : key
}

function groupsOf(listed: readonly LaunchTest[], grouping: Grouping, causes: Causes) {
  const byKey = new Map<string, LaunchTest[]>()
  for (const test of listed) {
    const key = keyOf(test, grouping, causes)
    const held = byKey.get(key)
    if (held === undefined) byKey.set(key, [test])
    else held.push(test)
  }
  return [...byKey]
    .map(([key, held]) => ({ group: groupOf(key, held, grouping, causes), held }))
    .sort((a, b) => compareGroups(grouping, a.group, b.group))
}

const groupOf = (key: string, held: readonly LaunchTest[], grouping: Grouping, causes: Causes): TestGroup => ({
  key,
  mergedKeys: mergedIn(held, key, grouping),
  ...namesOf(key, held, grouping, causes),
  tests: held.length,
  failed: held.filter(({ status }) => status === 'FAILED').length,
  firstId: Math.min(...held.map(({ id }) => id)),
  unlinked: 0,
  suggestion: null,
  seenBefore: null,
})

const mergedIn = (held: readonly LaunchTest[], key: string, grouping: Grouping): string[] =>
  grouping !== 'failure' || key === ''
    ? []
    : [...new Set(held.flatMap(({ failureKey }) => failureKey ?? []))].filter((one) => one !== key)

/** A cause is named by its own failure, or by the first one merged into it. */
function namesOf(key: string, held: readonly LaunchTest[], grouping: Grouping, causes: Causes) {
  const naming = held.find(({ failureKey }) => failureKey === key) ?? held[0]
  const cause = grouping === 'failure' ? causes.get(naming?.failureKey ?? '') : undefined
  if (cause !== undefined && cause.label !== '') return { label: cause.label, detail: cause.detail }
  return { label: naming === undefined ? key : groupLabelOf(naming, key, grouping), detail: null }
}
