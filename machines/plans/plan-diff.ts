/** Effects of saving a plan on its runs, and the body to send. */
import type { PlannedRun, PlannedRunChange } from '../../contract/plans/plans.ts'
import { checkedRuns, removedRuns, type ListedRun } from './planned-runs.ts'
import type { PlanValues, StoredRun } from './plan-values.ts'

export interface PlanDiff {
  created: readonly ListedRun[]
  /** Title, cases or assignee differ from the stored run. */
  changed: readonly ListedRun[]
  /** Deleted with their results. */
  removed: readonly StoredRun[]
  unchanged: number
}

/** `base`: values that the author saw. */
export function planDiff(values: PlanValues, base: Pick<PlanValues, 'baseTestCaseIds'>): PlanDiff {
  const runs = checkedRuns(values)
  const created = runs.filter(({ stored }) => stored === null)
  const isBaseNew = JSON.stringify(values.baseTestCaseIds) !== JSON.stringify(base.baseTestCaseIds)
  const changed = runs.filter(
    (run) => changeOf(run) !== null || (run.stored !== null && run.testCaseIds === null && isBaseNew),
  )
  return { created, changed, removed: removedRuns(values), unchanged: runs.length - created.length - changed.length }
}

const plannedRun = ({ title, configurations, testCaseIds, assigneeId = null }: ListedRun): PlannedRun => ({
  title,
  configurations,
  testCaseIds: testCaseIds === null ? null : [...testCaseIds],
  assigneeId,
})

const isSame = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && one.every((id, at) => id === other[at])

function changeOf({ stored, title, testCaseIds, assigneeId }: ListedRun): PlannedRunChange | null {
  if (stored === null) return null
  const isInherited = testCaseIds === null
  const isReselected =
    isInherited !== stored.inheritsBase || (testCaseIds !== null && !isSame(testCaseIds, stored.testCaseIds))
  const isRenamed = title !== stored.title
  if (!isRenamed && !isReselected && assigneeId === undefined) return null
  return {
    id: stored.id,
    ...(isRenamed ? { title } : {}),
    ...(isReselected ? { testCaseIds: testCaseIds === null ? null : [...testCaseIds] } : {}),
    ...(assigneeId === undefined ? {} : { assigneeId }),
    expected: {
      ...(isRenamed ? { title: stored.title } : {}),
      ...(isReselected ? { testCaseIds: stored.inheritsBase ? null : [...stored.testCaseIds] } : {}),
    },
  }
}

/** Returns the runs as `createTestPlan` takes them. */
export const runsToCreate = (values: PlanValues): PlannedRun[] =>
  checkedRuns(values)
    .filter(({ stored }) => stored === null)
    .map(plannedRun)

/** Returns the runs as `updateTestPlan` takes them. */
export const runChanges = (values: PlanValues) => ({
  createRuns: runsToCreate(values),
  changeRuns: checkedRuns(values).flatMap((run) => changeOf(run) ?? []),
  removeRunIds: removedRuns(values).map(({ id }) => id),
  seenResults: removedRuns(values).reduce((sum, { resultCount }) => sum + resultCount, 0),
})

/** Returns fields of the editor as the calls take them. */
export function fieldsOf(values: Partial<PlanValues>) {
  const { title, description, milestoneId, environmentId, configurations, baseTestCaseIds, strategy, rules } = values
  return {
    ...(title === undefined ? {} : { title: title.trim() }),
    ...(description === undefined ? {} : { description }),
    ...(milestoneId === undefined ? {} : { milestoneId }),
    ...(environmentId === undefined ? {} : { environment: environmentId === null ? null : { id: environmentId } }),
    ...(configurations === undefined
      ? {}
      : { configurations: configurations.filter(({ options }) => options.length > 0).map(copyOfGroup) }),
    ...(baseTestCaseIds === undefined ? {} : { baseTestCaseIds: [...baseTestCaseIds] }),
    ...(strategy === undefined ? {} : { strategy }),
    ...(rules === undefined ? {} : { rules: [...rules] }),
  }
}

const copyOfGroup = ({ id, name, options }: PlanValues['configurations'][number]) => ({
  id,
  name,
  options: options.map((option) => ({ id: option.id, name: option.name })),
})
