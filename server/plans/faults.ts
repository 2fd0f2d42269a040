import type { FieldError } from '../../contract/errors.ts'
import { PLAN_TEXTS } from '../../contract/plans/plan-texts.ts'
import type { PlannedRun } from '../../contract/plans/plans.ts'
import type { ConfigurationGroup, SelectedConfiguration } from '../../contract/settings/configurations.ts'
import { TEXTS } from '../../contract/texts.ts'

/** Returns a key of a combination of options, independent of their order. */
export const combinationOf = (configurations: readonly SelectedConfiguration[]): string =>
  configurations
    .map(({ optionId }) => optionId)
    .sort((a, b) => a - b)
    .join(' ')

/** Returns whether a run has exactly one selected option of each group. */
export const isOfPlan = (
  configurations: readonly SelectedConfiguration[],
  groups: readonly ConfigurationGroup[],
): boolean =>
  configurations.length === groups.length &&
  groups.every((group) => {
    const one = configurations.find(({ groupId }) => groupId === group.id)
    return group.options.some(({ id }) => id === one?.optionId)
  })

/** Returns the errors of runs to be added to a plan; `taken` contains its existing combinations. */
export const runFaults = (
  field: string,
  runs: readonly PlannedRun[],
  groups: readonly ConfigurationGroup[],
  taken: ReadonlySet<string>,
  people: ReadonlySet<number>,
): FieldError[] => {
  const seen = new Set(taken)
  return runs.flatMap(({ configurations, assigneeId }, place): FieldError[] => {
    const at = `${field}.${place}`
    const isWhole = isOfPlan(configurations, groups)
    const combination = combinationOf(configurations)
    const isTaken = seen.has(combination)
    seen.add(combination)
    return [
      ...(isWhole ? [] : [{ field: `${at}.configurations`, message: PLAN_TEXTS.notOfPlan }]),
      ...(isTaken ? [{ field: `${at}.configurations`, message: PLAN_TEXTS.sameCombination }] : []),
      ...(assigneeId !== null && !people.has(assigneeId)
        ? [{ field: `${at}.assigneeId`, message: TEXTS.entryUnknown }]
        : []),
    ]
  })
}

/** Returns errors for selected options that the project does not have, unless the plan already has them. */
export const optionFaults = (
  groups: readonly ConfigurationGroup[],
  known: ReadonlyMap<number, SelectedConfiguration>,
  held: readonly ConfigurationGroup[],
): FieldError[] => {
  const saved = new Set(held.flatMap(({ id, options }) => options.map((option) => `${id} ${option.id}`)))
  const seen = new Set<number>()
  return groups.flatMap(({ id, options }, place): FieldError[] => {
    const field = `configurations.${place}`
    const isTwice = seen.has(id)
    seen.add(id)
    if (isTwice) return [{ field, message: 'This group is chosen twice' }]
    if (options.length === 0) return [{ field, message: PLAN_TEXTS.noConfigurations }]
    return options.flatMap((option, i) =>
      known.get(option.id)?.groupId === id || saved.has(`${id} ${option.id}`)
        ? []
        : [{ field: `${field}.options.${i}`, message: TEXTS.entryUnknown }],
    )
  })
}

/** Returns the groups and options with their current names; previously selected ones keep their names. */
export const settledGroups = (
  groups: readonly ConfigurationGroup[],
  known: ReadonlyMap<number, SelectedConfiguration>,
  held: readonly ConfigurationGroup[],
): ConfigurationGroup[] =>
  groups.map(({ id, name, options }) => {
    const before = held.find((group) => group.id === id)
    const first = options.map((option) => known.get(option.id)).find((option) => option !== undefined)
    return {
      id,
      name: before?.name ?? first?.groupName ?? name,
      options: options.map((option) => ({
        id: option.id,
        name:
          before?.options.find((one) => one.id === option.id)?.name ?? known.get(option.id)?.optionName ?? option.name,
      })),
    }
  })

/** Returns the options of a run with the names that its plan has for them. */
export const settledOptions = (
  chosen: readonly SelectedConfiguration[],
  groups: readonly ConfigurationGroup[],
): SelectedConfiguration[] =>
  groups.flatMap((group) => {
    const one = chosen.find(({ groupId }) => groupId === group.id)
    const option = group.options.find(({ id }) => id === one?.optionId)
    return option ? [{ groupId: group.id, optionId: option.id, groupName: group.name, optionName: option.name }] : []
  })
