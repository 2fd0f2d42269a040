/** Runs of a plan: one per combination, with the choices made for it. */
import type { SelectedConfiguration } from '../../contract/settings/configurations.ts'
import { combinationsOf, type Combination } from './combinations.ts'
import { pairsOf } from './pairs.ts'
import type { PlanValues, StoredRun } from './plan-values.ts'
import { keyOf } from './run-keys.ts'

const MAX_TITLE = 255

export interface ListedRun {
  key: string
  /** One option per group. */
  configurations: SelectedConfiguration[]
  title: string
  /** Default title (PLANED-17, PLANED-18). */
  defaultTitle: string
  /** Null: the base selection. */
  testCaseIds: readonly number[] | null
  /** Undefined: as stored. */
  assigneeId: number | null | undefined
  /** Null: created by saving. */
  stored: StoredRun | null
  isChecked: boolean
}

const defaultTitle = (
  planTitle: string,
  configurations: readonly Pick<SelectedConfiguration, 'optionName'>[],
): string => `${planTitle.trim()}: ${configurations.map(({ optionName }) => optionName).join(', ')}`.slice(0, MAX_TITLE)

type Generating = Pick<PlanValues, 'configurations' | 'strategy' | 'rules' | 'stored'>

/** Groups with a chosen option; the others do not apply. */
export const appliedGroups = ({ configurations }: Pick<PlanValues, 'configurations'>) =>
  configurations.filter(({ options }) => options.length > 0)

type Known = Pick<Generating, 'rules' | 'stored'> & { result: Combination[] | null }
/** Caches the last result of each strategy per list of groups: most edits change neither. */
const known = new WeakMap<object, Map<PlanValues['strategy'], Known>>()

/**
 * Returns the plan's combinations; null for too many. Stored runs stay, unless the strategy changed: then runs with too little coverage are
 * dropped.
 */
export function generated(values: Generating): Combination[] | null {
  const { configurations, strategy, rules, stored } = values
  const results = known.get(configurations) ?? new Map<PlanValues['strategy'], Known>()
  const last = results.get(strategy)
  if (last?.rules === rules && last.stored === stored) return last.result
  const combinations = stored?.runs.map((run) => run.configurations.map(({ optionId }) => optionId)) ?? []
  const seeds = stored?.strategy === strategy ? combinations : usefulSeeds(combinations, strategy)
  const result = combinationsOf({ groups: appliedGroups(values), rules, strategy, seeds })
  known.set(configurations, results.set(strategy, { rules, stored, result }))
  return result
}

/** Returns stored combinations that each add much coverage; none for the strategy with all combinations. */
function usefulSeeds(seeds: readonly Combination[], strategy: PlanValues['strategy']): Combination[] {
  if (strategy === 'all') return []
  const covered = new Set<string>()
  return seeds.filter((seed) => {
    const tuples = tuplesOf(seed, strategy === 'pairwise' ? 2 : 3)
    const open = tuples.filter((tuple) => !covered.has(tuple))
    // More than half of its pairs are new; otherwise keeping it would lengthen the list.
    const isUseful = open.length * 2 > tuples.length
    if (isUseful) open.forEach((tuple) => covered.add(tuple))
    return isUseful
  })
}

const tuplesOf = (combination: Combination, size: number): string[] => {
  const tuples = (rest: readonly number[], count: number): string[] =>
    count === 0 ? [''] : rest.flatMap((id, at) => tuples(rest.slice(at + 1), count - 1).map((more) => `${id} ${more}`))
  return tuples(combination, Math.min(size, combination.length))
}

const lists = new WeakMap<PlanValues, ListedRun[]>()

/** Returns a run per combination, stored ones first; empty for too many combinations. */
export function listRuns(values: PlanValues): ListedRun[] {
  const last = lists.get(values)
  if (last !== undefined) return last
  const groups = appliedGroups(values)
  const options = new Map(
    groups.flatMap(({ id: groupId, name: groupName, options }) =>
      options.map(({ id: optionId, name: optionName }) => [optionId, { groupId, groupName, optionId, optionName }]),
    ),
  )
  const stored = new Map(
    values.stored?.runs.map((run) => [keyOf(run.configurations.map(({ optionId }) => optionId)), run]),
  )
  const leftOut = new Set(values.stored?.leftOut)
  const listed = (generated(values) ?? []).map((combination): ListedRun => {
    const key = keyOf(combination)
    const run = stored.get(key) ?? null
    const configurations = combination.flatMap((id) => options.get(id) ?? [])
    const usual = defaultTitle(values.title, configurations)
    const selection = values.selections[key]
    return {
      key,
      configurations,
      title: values.titles[key]?.trim() || (isTitleOwn(values, run) ? (run?.title ?? usual) : usual),
      defaultTitle: usual,
      testCaseIds: selection === undefined ? (run === null || run.inheritsBase ? null : run.testCaseIds) : selection,
      assigneeId: values.assignees[key],
      stored: run,
      isChecked: values.checks[key] ?? (run !== null || !leftOut.has(key)),
    }
  })
  const runs = [...listed.filter((run) => run.stored !== null), ...listed.filter((run) => run.stored === null)]
  lists.set(values, runs)
  return runs
}

/** Returns whether a stored run has a custom title; otherwise it follows the plan's. */
const isTitleOwn = ({ stored, titles }: PlanValues, run: StoredRun | null): boolean =>
  run !== null &&
  titles[keyOf(run.configurations.map(({ optionId }) => optionId))] === undefined &&
  run.title !== defaultTitle(stored?.title ?? '', run.configurations)

export const checkedRuns = (values: PlanValues): ListedRun[] => listRuns(values).filter(({ isChecked }) => isChecked)

/** Returns stored runs that saving deletes (PLANED-19): combinations that are no longer listed or checked. */
export function removedRuns(values: PlanValues): StoredRun[] {
  if (generated(values) === null) return []
  const left = new Set(checkedRuns(values).flatMap(({ stored }) => stored?.id ?? []))
  return values.stored?.runs.filter(({ id }) => !left.has(id)) ?? []
}

/** Returns the pairs of options covered by checked runs. */
export const pairsOfRuns = (values: PlanValues) =>
  pairsOf(
    appliedGroups(values),
    values.rules,
    checkedRuns(values).map(({ configurations }) => configurations.map(({ optionId }) => optionId)),
  )
