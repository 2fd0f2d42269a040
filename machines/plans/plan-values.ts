/** Values of the plan editor: fields of the plan, and choices for single runs. */
import type { PlanRule, PlanStrategy } from '../../contract/plans/plans.ts'
import type { ConfigurationGroup, SelectedConfiguration } from '../../contract/settings/configurations.ts'

/** A stored run of the plan. */
export interface StoredRun {
  id: number
  title: string
  configurations: readonly SelectedConfiguration[]
  inheritsBase: boolean
  testCaseIds: readonly number[]
  /** Cases with a result. */
  resultCount: number
}

/** Stored plan, as far as its runs depend on it. */
export interface StoredPlan {
  title: string
  revision: number
  strategy: PlanStrategy
  configurations: readonly ConfigurationGroup[]
  runs: readonly StoredRun[]
  /** Combinations without a run. */
  leftOut: readonly string[]
}

/**
 * `checks`, `titles`, `selections` and `assignees`: choices made here, by combination key, which survive changing options and back, and do
 * not affect runs that others add. Missing keys mean the default or stored value. A type, because an interface has no index signature.
 */
// oxlint-disable-next-line typescript/consistent-type-definitions -- see above
export type PlanValues = {
  title: string
  description: string
  milestoneId: number | null
  environmentId: number | null
  configurations: readonly ConfigurationGroup[]
  baseTestCaseIds: readonly number[]
  strategy: PlanStrategy
  rules: readonly PlanRule[]
  /** Whether a combination gets a run (PLANED-03). By default existing runs and new combinations do. */
  checks: Readonly<Record<string, boolean>>
  titles: Readonly<Record<string, string>>
  /** Null: back to the base selection (PLANED-08). */
  selections: Readonly<Record<string, readonly number[] | null>>
  assignees: Readonly<Record<string, number | null>>
  /** Null for a new plan. Not editable: replaced when a save collides. */
  stored: StoredPlan | null
}

export const newPlan = (): PlanValues => ({
  title: '',
  description: '',
  milestoneId: null,
  environmentId: null,
  configurations: [],
  baseTestCaseIds: [],
  strategy: 'all',
  rules: [],
  checks: {},
  titles: {},
  selections: {},
  assignees: {},
  stored: null,
})
