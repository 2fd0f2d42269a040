/** Filter, order and groups of lists of tests. Server (SQL) and browser must agree. */
import type { LaunchTest, TestGroup, TestGrouping, TestSort, TestsQuery } from './launch-tests.ts'
import { kindOf } from './launches.ts'
import { compareKeys, compareText, foldCase, hasLabelAmong, holdsPart, storable, textPart } from '../text-matching.ts'

type Filter = Pick<
  TestsQuery,
  'q' | 'testsState' | 'label' | 'testCase' | 'failureKey' | 'testId' | 'failureTag' | 'quarantined'
>

/** Returns whether a test matches the filter, regardless of the page. */
export const matchesTests = (filter: Filter, test: LaunchTest): boolean =>
  (filter.testsState.length === 0 || filter.testsState.includes(kindOf(test))) &&
  hasLabelAmong(test.labels, filter.label) &&
  (filter.testCase === undefined || (filter.testCase === 'linked') === test.testCases.length > 0) &&
  (!filter.failureKey || test.failureKey === storable(filter.failureKey)) &&
  (filter.testId.length === 0 || filter.testId.includes(String(test.id))) &&
  (filter.failureTag.length === 0 ||
    test.failureTagAssignments.some(({ tagId }) => filter.failureTag.includes(String(tagId)))) &&
  (filter.quarantined === undefined || (filter.quarantined === 'true') === test.quarantined) &&
  isFoundBy(test, filter.q.trim())

const isFoundBy = (test: LaunchTest, words: string): boolean => {
  if (words === '') return true
  const part = textPart(words)
  return (
    [test.name, test.className, test.methodName, test.message].some((text) => holdsPart(text, part)) ||
    test.testCases.some(({ testCaseId }) => holdsPart(testCaseId, part))
  )
}

const sortKeys: Record<TestSort, (test: LaunchTest) => string | number | null> = {
  name: ({ name }) => foldCase(name),
  status: ({ status }) => status,
  startTime: ({ startTime }) => Date.parse(startTime),
  duration: ({ startTime, finishTime }) =>
    finishTime === null ? null : Date.parse(finishTime) - Date.parse(startTime),
}

/** Compares tests by the order of a list or group, with the id as tie-break in the same direction. */
export const compareTests = ({ sort, order }: Pick<TestsQuery, 'sort' | 'order'>, a: LaunchTest, b: LaunchTest) =>
  compareKeys(sortKeys[sort](a), sortKeys[sort](b), order) || compareKeys(a.id, b.id, order)

/** Returns the grouping of a page. With `auto`, the server chooses it. */
export const groupingOf = ({ group }: Pick<TestsQuery, 'group'>, groups: readonly TestGroup[]): TestGrouping =>
  group !== 'auto' ? group : groups.length > 0 ? 'failure' : 'none'

type Merged = Pick<TestGroup, 'key' | 'mergedKeys'>

/** Returns the key of a test's group; '' for tests without one. `groups` contain the failures that were merged into one cause. */
export const groupKeyOf = (test: LaunchTest, grouping: TestGrouping, groups: readonly Merged[] = []): string => {
  switch (grouping) {
    case 'none':
      return ''
    case 'failure':
      return causeAmong(groups, test.failureKey ?? '')
    case 'className':
      return test.className ?? ''
    case 'status':
      return test.status
    case 'maintainer':
      return test.owner ?? ''
  }
}

const causeAmong = (groups: readonly Merged[], failureKey: string): string =>
  groups.find(({ mergedKeys }) => mergedKeys.includes(failureKey))?.key ?? failureKey

/** Most urgent statuses first. */
const STATUS_ORDER: readonly string[] = ['FAILED', 'BLOCKED', 'ABORTED', 'SKIPPED', 'IN_PROGRESS', 'PASSED']

type Counted = Pick<TestGroup, 'key' | 'tests' | 'failed' | 'firstId'>

/**
 * Compares groups by the order of a list: failures before other causes, most frequent first, then first found; the group of tests without a
 * key comes last.
 */
export const compareGroups = (grouping: TestGrouping, a: Counted, b: Counted): number => {
  if (a.key === '' || b.key === '') return Number(a.key === '') - Number(b.key === '')
  if (grouping === 'status') return STATUS_ORDER.indexOf(a.key) - STATUS_ORDER.indexOf(b.key)
  if (grouping !== 'failure') return compareText(a.key, b.key)
  return Number(b.failed > 0) - Number(a.failed > 0) || b.tests - a.tests || a.firstId - b.firstId
}
