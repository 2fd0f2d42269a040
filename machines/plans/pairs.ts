/** Pair coverage of a plan's runs. */
import type { PlanRule } from '../../contract/plans/plans.ts'
import type { ConfigurationGroup, ConfigurationOption } from '../../contract/settings/configurations.ts'
import type { Combination } from './combinations.ts'
import { OPEN, ruleCheck } from './rules.ts'

export interface PairCell {
  /** Number of runs with both options. */
  count: number
  isAllowed: boolean
}

/** Options of two groups: a row per option of the first, a column per option of the second. */
export interface PairTable {
  first: ConfigurationGroup
  second: ConfigurationGroup
  cells: readonly (readonly PairCell[])[]
}

export interface Pairs {
  tables: readonly PairTable[]
  /** Pairs that the rules allow. */
  total: number
  missing: readonly (readonly [ConfigurationOption, ConfigurationOption])[]
}

const pairOf = (one: number, other: number): string => `${one} ${other}`

export function pairsOf(
  groups: readonly ConfigurationGroup[],
  rules: readonly PlanRule[],
  combinations: readonly Combination[],
): Pairs {
  const counts = new Map<string, number>()
  for (const combination of combinations)
    combination.forEach((one, at) => {
      for (const other of combination.slice(at + 1)) {
        const key = pairOf(one, other)
        counts.set(key, (counts.get(key) ?? 0) + 1)
      }
    })
  const { canBeFilled } = ruleCheck(groups, rules)
  const missing: [ConfigurationOption, ConfigurationOption][] = []
  let total = 0
  const none = groups.map(() => OPEN)
  const tables = groups.flatMap((first, a) =>
    groups.slice(a + 1).map((second, after) => {
      const cells = first.options.map((one, i) =>
        second.options.map((other, j) => {
          const count = counts.get(pairOf(one.id, other.id)) ?? 0
          const isAllowed = canBeFilled(none.with(a, i).with(a + 1 + after, j))
          if (isAllowed) total++
          if (isAllowed && count === 0) missing.push([one, other])
          return { count, isAllowed }
        }),
      )
      return { first, second, cells }
    }),
  )
  return { tables, total, missing }
}

/** Returns the combinations of `left` that cover `missing`, as few as a greedy choice finds. */
export function coveringMissing(missing: Pairs['missing'], left: readonly Combination[]): Combination[] {
  const open = new Map(missing.map(([one, other]) => [pairOf(one.id, other.id), [one.id, other.id] as const]))
  const chosen: Combination[] = []
  while (open.size > 0) {
    const coverage = (combination: Combination) =>
      [...open.values()].filter(([one, other]) => combination.includes(one) && combination.includes(other)).length
    const counted = left.map((combination) => ({ combination, count: coverage(combination) }))
    const best = counted.reduce<(typeof counted)[number] | null>(
      (max, one) => (one.count > (max?.count ?? 0) ? one : max),
      null,
    )
    if (best === null) break
    chosen.push(best.combination)
    for (const [key, [one, other]] of open)
      if (best.combination.includes(one) && best.combination.includes(other)) open.delete(key)
  }
  return chosen
}
