import type { TestPlan } from '../../../contract/plans/plans.ts'

/** Returns runs whose title contains these words, and which have one of the chosen options of each group. */
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

/** Returns the chosen options that the plan still has, by group: others would filter invisibly. */
export function existingOptions(
  groups: TestPlan['configurations'],
  chosen: Readonly<Record<number, readonly number[]>>,
): Readonly<Record<number, readonly number[]>> {
  return Object.fromEntries(
    groups.map(({ id, options }) => [id, options.flatMap((one) => (chosen[id]?.includes(one.id) ? [one.id] : []))]),
  )
}
