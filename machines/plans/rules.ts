import type { PlanRule } from '../../contract/plans/plans.ts'
import type { ConfigurationGroup } from '../../contract/settings/configurations.ts'

/** Index of the chosen option per group; `OPEN` where none is chosen. */
export type Row = number[]
export const OPEN = -1

type Group = Pick<ConfigurationGroup, 'id' | 'options'>

/** Checks rows against the rules. */
export interface RuleCheck {
  hasRules: boolean
  /** Returns whether the open groups of a row can be filled within the rules. */
  canBeFilled: (row: Row) => boolean
  /** Fills the open groups with the first fitting options; null if the rules leave none. */
  filled: (row: Row) => Row | null
}

/** Rules with groups or options that are not chosen do not apply. */
export function ruleCheck(groups: readonly Group[], rules: readonly PlanRule[]): RuleCheck {
  const sizes = groups.map(({ options }) => options.length)
  const parsed = rules.flatMap(({ never }) => {
    const parts = never.map(({ groupId, optionIds }) => {
      const at = groups.findIndex(({ id }) => id === groupId)
      const among = new Set(optionIds)
      return { at, options: new Set(groups[at]?.options.flatMap(({ id }, place) => (among.has(id) ? [place] : []))) }
    })
    return parts.every(({ options }) => options.size > 0) ? [parts] : []
  })
  const ruled = [...new Set(parsed.flatMap((parts) => parts.map(({ at }) => at)))].sort((a, b) => a - b)
  const rulesOf = groups.map((_, at) => parsed.filter((parts) => parts.some((part) => part.at === at)))
  const breaks = (row: Row, at: number): boolean =>
    rulesOf[at]?.some((parts) => parts.every((part) => part.options.has(row[part.at] ?? OPEN))) ?? false

  /** Backtracking search; groups without rules accept any option. */
  const search = (row: Row, place: number): boolean => {
    const at = ruled[place]
    if (at === undefined) return true
    if (row[at] !== OPEN) return search(row, place + 1)
    for (let option = 0; option < (sizes[at] ?? 0); option++) {
      row[at] = option
      if (!breaks(row, at) && search(row, place + 1)) return true
    }
    row[at] = OPEN
    return false
  }
  const known = new Map<string, boolean>()
  const canBeFilled = (row: Row): boolean => {
    if (ruled.length === 0) return true
    const key = ruled.map((at) => row[at]).join(' ')
    const answer = known.get(key) ?? (!ruled.some((at) => breaks(row, at)) && search([...row], 0))
    known.set(key, answer)
    return answer
  }
  return {
    hasRules: parsed.length > 0,
    canBeFilled,
    filled: (row) => {
      const next = [...row]
      if (ruled.some((at) => breaks(row, at)) || !search(next, 0)) return null
      return next.map((option) => (option === OPEN ? 0 : option))
    },
  }
}
