import type { TestPlan } from '../../../contract/plans/plans.ts'

/** Returns runs with these words in their title and, of each group with chosen options, one of them. */
export function matchingRuns<Run extends Pick<TestPlan['testRuns'][number], 'title' | 'configurations'>>(
  runs: readonly Run[],
  words: string,
  chosen: Readonly<Record<number, readonly number[]>>,
): readonly Run[] {
  const wanted = words.trim().toLowerCase()
  const filters = Object.entries(chosen).filter(([, ids]) => ids.length > 0)
  return runs.filter(
    ({ title, configurations }) =>
      title.toLowerCase().includes(wanted) &&
      filters.every(([groupId, ids]) =>
        configurations.some((one) => one.groupId === Number(groupId) && ids.includes(one.optionId)),
      ),
  )
}

/** Returns the chosen options by group that the plan still has: others would filter without being seen. */
export function existingOptions(
  groups: TestPlan['configurations'],
  chosen: Readonly<Record<number, readonly number[]>>,
): Readonly<Record<number, readonly number[]>> {
  return Object.fromEntries(
    groups.map(({ id, options }) => [id, options.flatMap((one) => (chosen[id]?.includes(one.id) ? [one.id] : []))]),
  )
}
