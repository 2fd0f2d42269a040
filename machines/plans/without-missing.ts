import { storedInstead, type ExistingValues } from '../patterns/missing-values.ts'
import { runChanges } from './plan-diff.ts'
import type { PlanValues } from './plan-values.ts'
import { appliedGroups, checkedRuns, removedRuns } from './planned-runs.ts'

/**
 * Returns the values of a rejected save without the milestone, environment, options and assignees that no longer exist. Null if the save was
 * rejected for another reason, or if the remaining values would delete runs whose deletion the author did not confirm. `base`: values that
 * the author saw.
 */
export function withoutMissing(
  base: PlanValues,
  values: PlanValues,
  errors: readonly { field: string }[],
): ExistingValues<PlanValues> | null {
  const groups = appliedGroups(values)
  const runs = checkedRuns(values)
  const { changeRuns } = runChanges(values)
  const runAt = (list: string, place: number) =>
    list === 'changeRuns'
      ? runs.find(({ stored }) => stored?.id === changeRuns[place]?.id)
      : runs.filter(({ stored }) => stored === null)[place]
  const missing = new Set<keyof PlanValues>()
  const options = new Set<number>()
  const assigned = new Set<string>()
  let { milestoneId, environmentId } = values
  for (const { field } of errors) {
    const [, group, option] = /^configurations\.(\d+)\.options\.(\d+)$/.exec(field) ?? []
    const [, list, place] = /^(testRuns|createRuns|changeRuns)\.(\d+)\.assigneeId$/.exec(field) ?? []
    if (field === 'milestoneId') {
      milestoneId = storedInstead(base.milestoneId, milestoneId)
      missing.add('milestoneId')
    } else if (field === 'environmentId') {
      environmentId = storedInstead(base.environmentId, environmentId)
      missing.add('environmentId')
    } else if (option !== undefined) {
      options.add(groups[Number(group)]?.options[Number(option)]?.id ?? 0)
      missing.add('configurations')
    } else if (list !== undefined) {
      assigned.add(runAt(list, Number(place))?.key ?? '')
      missing.add('assignees')
    } else return null
  }
  if (missing.size === 0) return null
  const rest: PlanValues = {
    ...values,
    milestoneId,
    environmentId,
    configurations: options.size === 0 ? values.configurations : withoutOptions(base, values, options),
    assignees: Object.fromEntries(Object.entries(values.assignees).filter(([key]) => !assigned.has(key))),
  }
  const confirmed = new Set(removedRuns(values).map(({ id }) => id))
  return removedRuns(rest).every(({ id }) => confirmed.has(id)) ? { values: rest, missing: [...missing] } : null
}

/** A group that loses all its options gets those back that the author saw. */
const withoutOptions = (
  base: PlanValues,
  { configurations }: PlanValues,
  gone: ReadonlySet<number>,
): PlanValues['configurations'] => {
  const existing = (options: (typeof configurations)[number]['options'] = []) =>
    options.filter(({ id }) => !gone.has(id))
  return configurations.flatMap((group) => {
    if (group.options.length === 0) return group
    const options = existing(group.options)
    const seen = base.configurations.find(({ id }) => id === group.id)?.options
    const left = options.length > 0 ? options : existing(seen)
    return left.length > 0 ? { ...group, options: left } : []
  })
}
