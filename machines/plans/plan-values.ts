/** What the plan editor holds: fields of the plan, and what was chosen for single runs. */
import type { PlanRule, PlanStrategy } from '../../contract/plans/plans.ts'
import type { ConfigurationGroup, SelectedConfiguration } from '../../contract/settings/configurations.ts'

/** A run that the plan has on the server. */
export interface StoredRun {
  id: number
  title: string
  configurations: readonly SelectedConfiguration[]
  inheritsBase: boolean
  testCaseIds: readonly number[]
  /** Cases with a result. */
  resultCount: number
}

/** The plan as the server has it, as far as its runs depend on it. */
export interface StoredPlan {
  title: string
  revision: number
  strategy: PlanStrategy
  configurations: readonly ConfigurationGroup[]
  runs: readonly StoredRun[]
  /** Combinations that got no run. */
  leftOut: readonly string[]
}

/**
 * `checks`, `titles`, `selections` and `assignees` hold what somebody chose here, by the keys of combinations: it survives a change of options
 * and back, and says nothing about runs that others add meanwhile. What is not in them is as by default or as it is stored. A type and not an interface, for forms want an index.
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
  /** Whether a combination gets a run (PLANED-03). By default those do that have one, and those that are new. */
  checks: Readonly<Record<string, boolean>>
  titles: Readonly<Record<string, string>>
  /** Null: the base selection again (PLANED-08). */
  selections: Readonly<Record<string, readonly number[] | null>>
  assignees: Readonly<Record<string, number | null>>
  /** Null for a new plan. Nobody edits it: a save that collides brings a newer one. */
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
