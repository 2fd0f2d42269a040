import { sql, type RawBuilder } from 'kysely'
import type { TestGrouping, TestsQuery, TestSort } from '../../../contract/launches/launch-tests.ts'
import type { ResultKind } from '../../../contract/launches/launches.ts'
import { storable } from '../../../contract/text-matching.ts'
import { isQuarantined } from '../quarantine/active.ts'
import { anyOf, hasOneLabel, type Condition } from '../../db/matching.ts'
import { testHolds } from './test-words.ts'

/** Conditions of the result kinds; same rule as `kindOf`. */
const kinds: Record<ResultKind, Condition> = {
  passed: sql`(t.status = 'PASSED' and not t.passed_manually)`,
  passedManually: sql`(t.status = 'PASSED' and t.passed_manually)`,
  failed: sql`(t.status = 'FAILED' and t.issue_id is null)`,
  failedAsKnown: sql`(t.status = 'FAILED' and t.issue_id is not null)`,
  blocked: sql`t.status = 'BLOCKED'`,
  skipped: sql`t.status = 'SKIPPED'`,
  aborted: sql`t.status = 'ABORTED'`,
  inProgress: sql`t.status = 'IN_PROGRESS'`,
}

type Filter = Pick<
  TestsQuery,
  'q' | 'testsState' | 'label' | 'testCase' | 'failureKey' | 'testId' | 'failureTag' | 'quarantined'
>

/** Returns the conditions of a filter on tests `t`; none for an empty filter. Same rule as `matchesTests`. */
export const conditionsOf = (filter: Filter): Condition[] => [
  ...anyOf(filter.testsState.map((kind) => kinds[kind])),
  ...conditionsBeyondKinds(filter),
]

/** Conditions that the launch's counters cannot answer. */
export const conditionsBeyondKinds = (filter: Filter): Condition[] => {
  const { q, label, testCase, failureKey, testId, failureTag, quarantined } = filter
  const conditions = hasOneLabel(sql`t.labels`, label)
  const text = q.trim()
  if (text !== '') conditions.push(...testHolds(text))
  if (testCase === 'linked') conditions.push(sql`t.test_cases <> '[]'`)
  if (testCase === 'unlinked') conditions.push(sql`t.test_cases = '[]'`)
  if (failureKey !== undefined && failureKey !== '') conditions.push(sql`t.failure_key = ${storable(failureKey)}`)
  if (testId.length > 0) conditions.push(sql`t.id = any(${testId}::bigint[])`)
  if (failureTag.length > 0)
    conditions.push(sql`(t.status = 'FAILED' and t.failure_tag_id = any(${failureTag}::bigint[]))`)
  if (quarantined !== undefined) conditions.push(quarantined === 'true' ? isQuarantined : sql`not ${isQuarantined}`)
  return conditions
}

/** Same rule as `compareTests`. */
const sortKeys = {
  name: sql`lower(t.name collate "C")`,
  status: sql`t.status`,
  startTime: sql`t.started_at`,
  duration: sql`(t.ended_at - t.started_at)`,
} satisfies Record<TestSort, unknown>

/** Open tests have no duration and come last. Stated only for the duration, because it prevents the use of an index. */
export const orderOf = ({ sort, order }: Pick<TestsQuery, 'sort' | 'order'>): RawBuilder<unknown> => {
  const direction = sql.raw(order)
  const nulls = sort === 'duration' ? sql` nulls last` : sql``
  return sql`${sortKeys[sort]} ${direction}${nulls}, t.id ${direction}`
}

/** Common value of the tests of a group; null for tests without one. */
export const groupKeys = {
  failure: sql<string | null>`t.failure_key`,
  className: sql<string | null>`t.class_name`,
  status: sql<string | null>`t.status`,
  maintainer: sql<string | null>`t.owner`,
} satisfies Record<Exclude<TestGrouping, 'none'>, unknown>
