import type { TestPlan } from '../../contract/plans/plans.ts'
import { generated } from './planned-runs.ts'
import { newPlan, type PlanValues } from './plan-values.ts'
import { keyOf } from './run-keys.ts'

/** Returns the editor's values of a loaded plan. Combinations without a run are unchecked. */
export function valuesOfPlan(plan: TestPlan): PlanValues {
  const { title, description, milestoneId, environment, configurations, baseTestCaseIds, strategy, rules, revision } =
    plan
  const runs = plan.testRuns.map((run) => ({
    id: run.id,
    title: run.title,
    configurations: run.configurations,
    inheritsBase: run.inheritsBase,
    testCaseIds: run.testCaseIds ?? [],
    resultCount: run.caseStatusStatistics.reduce((sum, one) => sum + (one.status.isUntested ? 0 : one.count), 0),
  }))
  const values: PlanValues = {
    ...newPlan(),
    title,
    description,
    milestoneId,
    environmentId: environment?.id ?? null,
    configurations,
    baseTestCaseIds,
    strategy,
    rules,
    stored: { title, revision, strategy, configurations, runs, leftOut: [] },
  }
  const saved = new Set(runs.map((run) => keyOf(run.configurations.map(({ optionId }) => optionId))))
  const leftOut = (generated(values) ?? []).map(keyOf).filter((key) => !saved.has(key))
  return { ...values, stored: { title, revision, strategy, configurations, runs, leftOut } }
}
