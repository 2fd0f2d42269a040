/**
 * Combinations of configuration options: all, or few that cover each pair or triple (IPOG, Lei et al. 2007) within the rules.
 * Deterministic.
 */
import { LIMITS } from '../../contract/limits.ts'
import type { PlanRule, PlanStrategy } from '../../contract/plans/plans.ts'
import type { ConfigurationGroup } from '../../contract/settings/configurations.ts'
import { fewerRows, latinRows } from './fewer-rows.ts'
import { OPEN, ruleCheck, type Row, type RuleCheck } from './rules.ts'

type Group = Pick<ConfigurationGroup, 'id' | 'options'>

/** Option ids, one per group, in the order of groups. */
export type Combination = readonly number[]

export interface Combining {
  groups: readonly Group[]
  rules: readonly PlanRule[]
  strategy: PlanStrategy
  /** Combinations to include, as far as the rules allow them. */
  seeds?: readonly Combination[]
}

/** Returns the combinations, seeds first; null for more than `LIMITS.planCombinations`. */
export function combinationsOf({ groups, rules, strategy, seeds = [] }: Combining): Combination[] | null {
  if (groups.length === 0 || groups.some(({ options }) => options.length === 0)) return []
  const strength = strategy === 'all' ? groups.length : Math.min(strategy === 'pairwise' ? 2 : 3, groups.length)
  // Groups with many options first, which gives fewer combinations.
  const order = groups.map((_, at) => at).sort((a, b) => sizeAt(groups, b) - sizeAt(groups, a) || a - b)
  const sorted = strategy === 'all' ? groups : order.flatMap((at) => groups[at] ?? [])
  const check = ruleCheck(sorted, rules)
  const saved = seeds.flatMap((seed) => {
    const chosen = new Set(seed)
    const row = sorted.map(({ options }) => options.findIndex(({ id }) => chosen.has(id)))
    return row.includes(OPEN) || seed.length !== groups.length || !check.canBeFilled(row) ? [] : [row]
  })
  const rows = strength === groups.length ? everyRow(sorted, check) : coveringRows(sorted, check, strength, saved)
  if (rows === null) return null
  const found = distinct([...saved, ...rows])
  if (found.length > LIMITS.planCombinations) return null
  const idsOf = (row: Row) => new Map(row.map((option, at) => [sorted[at]?.id, sorted[at]?.options[option]?.id ?? 0]))
  return found.map((row) => {
    const ids = idsOf(row)
    return groups.map(({ id }) => ids.get(id) ?? 0)
  })
}

const sizeAt = (groups: readonly Group[], at: number): number => groups[at]?.options.length ?? 0

const distinct = (rows: readonly Row[]): Row[] => [...new Map(rows.map((row) => [row.join(' '), row])).values()]

/** Returns all rows that the rules allow; null for too many. */
function everyRow(groups: readonly Group[], check: RuleCheck): Row[] | null {
  let rows: Row[] = [groups.map(() => OPEN)]
  for (let at = 0; at < groups.length; at++) {
    rows = rows.flatMap((row) => optionsFor(row, at, groups, check).map((option) => row.with(at, option)))
    // Each can be completed, so the result has at least as many.
    if (rows.length > LIMITS.planCombinations) return null
  }
  return rows
}

const optionsFor = (row: Row, at: number, groups: readonly Group[], check: RuleCheck): number[] =>
  (groups[at]?.options ?? []).map((_, option) => option).filter((option) => check.canBeFilled(row.with(at, option)))

/** Tuples of options of the groups `before` and one more; `place` is the index of a tuple's counter, 1 means uncovered. */
interface Tuples {
  before: readonly number[]
  open: Uint8Array
}

function coveringRows(
  groups: readonly Group[],
  check: RuleCheck,
  strength: number,
  seeds: readonly Row[],
): Row[] | null {
  const sizes = groups.map((_, at) => sizeAt(groups, at))
  const latin = strength === 2 && seeds.length === 0 && !check.hasRules ? latinRows(sizes) : null
  if (latin !== null) return latin.length > LIMITS.planCombinations ? null : latin
  const first = everyRow(groups.slice(0, strength), {
    ...check,
    canBeFilled: (row) => check.canBeFilled([...row, ...sizes.slice(strength).map(() => OPEN)]),
  })
  if (first === null) return null
  const covered = new Set(seeds.map((seed) => seed.slice(0, strength).join(' ')))
  const rows = first
    .filter((row) => !covered.has(row.join(' ')))
    .map((row) => [...row, ...sizes.slice(strength).map(() => OPEN)])
  for (let at = strength; at < groups.length; at++) {
    const tuples = subsets(at, strength - 1).map((before) => openTuples(before, at, sizes, check))
    const cover = (row: Row) => {
      for (const { before, open } of tuples) {
        const place = placeOf(row, before, at, sizes)
        if (place !== OPEN) open[place] = 0
      }
    }
    seeds.forEach(cover)
    for (const row of rows) {
      row[at] = bestOption(row, at, tuples, sizes, check)
      cover(row)
    }
    for (const tuple of tuples)
      for (let place = 0; place < tuple.open.length; place++) {
        if (tuple.open[place] !== 1) continue
        const requested = rowAt(place, tuple.before, at, sizes)
        const host = rows.find((row) => fits(row, requested) && check.canBeFilled(merged(row, requested)))
        if (host) requested.forEach((option, i) => option !== OPEN && (host[i] = option))
        else rows.push(requested)
        cover(host ?? requested)
        if (rows.length + seeds.length > LIMITS.planCombinations) return null
      }
  }
  const whole = rows.flatMap((row) => {
    const filled = check.filled(row)
    return filled === null ? [] : [filled]
  })
  return fewerRows(whole, { tuples: subsets(sizes.length, strength), sizes, fixed: seeds, check })
}

/** Returns the option that covers most; ties rotate, so that all options are used equally. */
function bestOption(row: Row, at: number, tuples: readonly Tuples[], sizes: readonly number[], check: RuleCheck) {
  let best = OPEN
  let max = 0
  const candidate = [...row]
  for (let option = 0; option < (sizes[at] ?? 0); option++) {
    candidate[at] = option
    let count = 0
    for (const { before, open } of tuples) {
      const place = placeOf(candidate, before, at, sizes)
      if (place !== OPEN) count += open[place] ?? 0
    }
    if (count > max && check.canBeFilled(candidate)) {
      best = option
      max = count
    }
  }
  return best
}

/** Returns the tuples that the rules allow. */
function openTuples(before: readonly number[], at: number, sizes: readonly number[], check: RuleCheck): Tuples {
  const count = [...before, at].reduce((product, group) => product * (sizes[group] ?? 0), 1)
  const open = new Uint8Array(count)
  for (let place = 0; place < count; place++) open[place] = check.canBeFilled(rowAt(place, before, at, sizes)) ? 1 : 0
  return { before, open }
}

/** Returns a tuple's counter index; `OPEN` while one of its options is open. */
function placeOf(row: Row, before: readonly number[], at: number, sizes: readonly number[]): number {
  let place = 0
  for (const group of before) {
    const option = row[group] ?? OPEN
    if (option === OPEN) return OPEN
    place = place * (sizes[group] ?? 0) + option
  }
  const last = row[at] ?? OPEN
  return last === OPEN ? OPEN : place * (sizes[at] ?? 0) + last
}

/** Inverse of `placeOf`: returns the row with only this tuple. */
function rowAt(place: number, before: readonly number[], at: number, sizes: readonly number[]): Row {
  const row = sizes.map(() => OPEN)
  let rest = place
  for (const group of [...before, at].reverse()) {
    const size = sizes[group] ?? 1
    row[group] = rest % size
    rest = Math.floor(rest / size)
  }
  return row
}

const fits = (row: Row, requested: Row): boolean =>
  row.every((option, at) => option === OPEN || requested[at] === OPEN || option === requested[at])

const merged = (row: Row, requested: Row): Row =>
  row.map((option, at) => (option === OPEN ? (requested[at] ?? OPEN) : option))

/** Returns the sets of `count` numbers under `end`, each in order. */
const subsets = (end: number, count: number): number[][] =>
  count === 0
    ? [[]]
    : Array.from({ length: end }, (_, last) => subsets(last, count - 1).map((rest) => [...rest, last])).flat()
