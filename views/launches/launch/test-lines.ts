import type { IssueSuggestion, LaunchTest, TestGroup, TestGrouping } from '../../../contract/launches/launch-tests.ts'
import { groupKeyOf } from '../../../contract/launches/test-list.ts'
import { LIMITS } from '../../../contract/limits.ts'

/** A line of the tests list: a group's header or a test. */
export type TestLine =
  | { kind: 'group'; key: string; group: TestGroup; tests: readonly LaunchTest[]; isOpen: boolean }
  | { kind: 'suggestion'; key: string; group: TestGroup; suggestion: IssueSuggestion }
  | { kind: 'test'; key: string; test: LaunchTest }
  | { kind: 'trace'; key: string; test: LaunchTest }

export type Opened = { closedGroups: ReadonlySet<string>; openTests: ReadonlySet<number> }

/** Returns tests below their groups' headers, in page order. A test without a group here stays below the previous header. */
export function testLines(
  rows: readonly LaunchTest[],
  groups: readonly TestGroup[],
  grouping: TestGrouping,
  { closedGroups, openTests }: Opened,
): TestLine[] {
  const linesOf = (test: LaunchTest): TestLine[] => [
    { kind: 'test', key: `test ${test.id}`, test },
    ...(openTests.has(test.id) ? [{ kind: 'trace' as const, key: `trace ${test.id}`, test }] : []),
  ]
  if (grouping === 'none' || groups.length === 0) return rows.flatMap(linesOf)
  return sectionsOf(rows, groups, grouping).flatMap(({ group, tests }): TestLine[] => {
    const isOpen = !closedGroups.has(group.key)
    return [
      { kind: 'group', key: `group ${group.key}`, group, tests, isOpen },
      ...(group.suggestion === null
        ? []
        : [{ kind: 'suggestion' as const, key: `suggestion ${group.key}`, group, suggestion: group.suggestion }]),
      ...(isOpen ? tests.flatMap(linesOf) : []),
    ]
  })
}

function sectionsOf(rows: readonly LaunchTest[], groups: readonly TestGroup[], grouping: TestGrouping) {
  const sections = groups.map((group) => ({ group, tests: [] as LaunchTest[] }))
  let last = sections[0]
  for (const test of rows) {
    last = sections.find(({ group }) => group.key === groupKeyOf(test, grouping, groups)) ?? last
    last?.tests.push(test)
  }
  return sections.filter(({ tests }) => tests.length > 0)
}

/** Heading of a group: messages are cut (TESTS-16), a missing key gets a text. */
export const groupLabel = ({ key, label }: TestGroup, grouping: TestGrouping): string => {
  if (key === '') return withoutKey[grouping]
  return grouping === 'failure' && label.length > LIMITS.groupLabel ? `${label.slice(0, LIMITS.groupLabel)}…` : label
}

/** In how many earlier launches the failure occurred; null when that says nothing new. */
export const seenText = ({ key, seenBefore, suggestion }: TestGroup): string | null => {
  if (key === '' || seenBefore === null || seenBefore.of === 0) return null
  const { launches, of } = seenBefore
  if (launches === 0) return suggestion === null ? 'New in this launch' : null
  return of === 1 ? 'In the launch before' : `In ${launches} of the ${of} launches before`
}

const withoutKey: Record<TestGrouping, string> = {
  none: '',
  failure: 'Not failed',
  className: 'Without a class',
  status: 'Without a status',
  maintainer: 'Without a maintainer',
}
