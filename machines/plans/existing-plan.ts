import { referringId, withoutMissing, type ExistingValues, type ReferringPart } from '../patterns/missing-values.ts'
import { runChanges } from './plan-diff.ts'
import type { PlanValues } from './plan-values.ts'
import { appliedGroups, checkedRuns, removedRuns } from './planned-runs.ts'

const configurations: ReferringPart<PlanValues> = {
  name: 'configurations',
  positionsIn: (field) => /^configurations\.(\d+)\.options\.(\d+)$/.exec(field)?.slice(1) ?? null,
  without: (rest, { base, values, positions }) => {
    const groups = appliedGroups(values)
    const gone = positions.map(([group, option]) => groups[Number(group)]?.options[Number(option)]?.id)
    return { ...rest, configurations: withoutOptions(base, rest, new Set(gone)) }
  },
}

const assignees: ReferringPart<PlanValues> = {
  name: 'assignees',
  positionsIn: (field) => /^(testRuns|createRuns|changeRuns)\.(\d+)\.assigneeId$/.exec(field)?.slice(1) ?? null,
  without: (rest, { values, positions }) => {
    const runs = checkedRuns(values)
    const created = runs.filter(({ stored }) => stored === null)
    const { changeRuns } = runChanges(values)
    const gone = positions.map(([list, position]) =>
      list === 'changeRuns'
        ? runs.find(({ stored }) => stored?.id === changeRuns[Number(position)]?.id)?.key
        : created[Number(position)]?.key,
    )
    return {
      ...rest,
      assignees: Object.fromEntries(Object.entries(rest.assignees).filter(([key]) => !gone.includes(key))),
    }
  },
}

const existingParts = withoutMissing<PlanValues>([
  referringId('milestoneId'),
  referringId('environmentId'),
  configurations,
  assignees,
])

/** Also returns null if the remaining values would delete runs whose deletion the author did not confirm. */
export function existingPlan(
  base: PlanValues,
  values: PlanValues,
  errors: readonly { field: string }[],
): ExistingValues<PlanValues> | null {
  const existing = existingParts(base, values, errors)
  if (existing === null) return null
  const confirmed = new Set(removedRuns(values).map(({ id }) => id))
  return removedRuns(existing.values).every(({ id }) => confirmed.has(id)) ? existing : null
}

/** A group that loses all its options gets those back that the author saw. */
const withoutOptions = (
  base: PlanValues,
  { configurations: groups }: PlanValues,
  gone: ReadonlySet<number | null | undefined>,
): PlanValues['configurations'] => {
  const existing = (options: (typeof groups)[number]['options'] = []) => options.filter(({ id }) => !gone.has(id))
  return groups.flatMap((group) => {
    if (group.options.length === 0) return group
    const options = existing(group.options)
    const seen = base.configurations.find(({ id }) => id === group.id)?.options
    const left = options.length > 0 ? options : existing(seen)
    return left.length > 0 ? { ...group, options: left } : []
  })
}
