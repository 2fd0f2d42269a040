import { LIMITS } from '../../contract/limits.ts'
import { PLAN_TEXTS } from '../../contract/plans/plan-texts.ts'
import { RunDescription, RunTitle } from '../../contract/runs/runs.ts'
import { checkedRuns, generated, listRuns } from './planned-runs.ts'
import type { PlanValues } from './plan-values.ts'

/** Returns validation errors by field; errors of runs at `configurations`, `checks` and `baseTestCaseIds`. */
export function planProblems(values: PlanValues): Partial<Record<keyof PlanValues, string>> {
  const of = (field: keyof PlanValues, message: string | undefined) =>
    message === undefined ? {} : { [field]: message }
  return {
    ...of('title', RunTitle.safeParse(values.title).error?.issues[0]?.message),
    ...of('description', RunDescription.safeParse(values.description).error?.issues[0]?.message),
    ...of('configurations', configurationProblem(values)),
    ...of('checks', runsProblem(values)),
    ...of('baseTestCaseIds', casesProblem(values)),
  }
}

const configurationProblem = (values: PlanValues): string | undefined =>
  values.configurations.some(({ options }) => options.length > 0)
    ? generated(values) === null
      ? PLAN_TEXTS.tooManyCombinations
      : undefined
    : PLAN_TEXTS.noConfigurations

function runsProblem(values: PlanValues): string | undefined {
  const count = checkedRuns(values).length
  if (configurationProblem(values) !== undefined) return undefined
  return count === 0 ? PLAN_TEXTS.noRuns : count > LIMITS.planRuns ? PLAN_TEXTS.tooManyRuns : undefined
}

const casesProblem = (values: PlanValues): string | undefined =>
  values.baseTestCaseIds.length === 0 && listRuns(values).some((run) => run.isChecked && run.testCaseIds === null)
    ? PLAN_TEXTS.noCases
    : undefined
