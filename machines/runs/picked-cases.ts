import type { Suite } from '../../contract/cases/suites.ts'
import type { Structure } from '../cases/repository-layout.ts'

/** Picked test cases with their assignees; null for nobody. */
export type PickedCases = ReadonlyMap<number, number | null>

/** All cases of the repository in order, with the suite of each. */
export interface CaseOrder {
  ids: readonly number[]
  suiteOf: ReadonlyMap<number, number>
}

/** Joins suites in tree order with the ids of their cases. Null when the two answers are of different states. */
export function orderOf(suites: readonly Suite[], ids: readonly number[]): CaseOrder | null {
  const suiteOf = new Map<number, number>()
  let at = 0
  for (const { id, testCases } of suites)
    for (const end = at + testCases; at < end; at += 1) {
      const caseId = ids[at]
      if (caseId !== undefined) suiteOf.set(caseId, id)
    }
  return at === ids.length && suiteOf.size === at ? { ids, suiteOf } : null
}

/** Adds cases without an assignee; cases that were picked already keep theirs. */
export function withPicked(picked: PickedCases, ids: readonly number[], isPicked: boolean): PickedCases {
  const next = new Map(picked)
  for (const id of ids)
    if (!isPicked) next.delete(id)
    else if (!next.has(id)) next.set(id, null)
  return next
}

/** Assigns the picked ones of these cases. */
export function withAssignee(picked: PickedCases, ids: readonly number[], assigneeId: number | null): PickedCases {
  const next = new Map(picked)
  for (const id of ids) if (next.has(id)) next.set(id, assigneeId)
  return next
}

/** Distributes the picked ones of these cases among users: consecutive ranges of nearly equal size. */
export function spreadEvenly(picked: PickedCases, ids: readonly number[], people: readonly number[]): PickedCases {
  const shared = ids.filter((id) => picked.has(id))
  const next = new Map(picked)
  for (const [at, id] of shared.entries())
    next.set(id, people[Math.floor((at * people.length) / shared.length)] ?? null)
  return next
}

/** Picked matches by suite, including sub-suites. */
export interface SuiteCount {
  picked: number
  of: number
}

export function countsBySuite(
  structure: Structure,
  { suiteOf }: CaseOrder,
  matching: readonly number[],
  picked: PickedCases,
): ReadonlyMap<number, SuiteCount> {
  const own = structure.suites.map((): SuiteCount => ({ picked: 0, of: 0 }))
  for (const id of matching) {
    const count = own[structure.byId.get(suiteOf.get(id) ?? -1)?.at ?? -1]
    if (count === undefined) continue
    count.of += 1
    if (picked.has(id)) count.picked += 1
  }
  // Backwards, so that children come before parents.
  for (let at = structure.suites.length - 1; at >= 0; at -= 1) {
    const suite = structure.suites[at]
    const [count, parent] = [own[at], own[suite?.ancestors.at(-1)?.at ?? -1]]
    if (count === undefined || parent === undefined) continue
    parent.picked += count.picked
    parent.of += count.of
  }
  return new Map(structure.suites.map(({ id, at }) => [id, own[at] ?? { picked: 0, of: 0 }]))
}

/** Summary of a selection: picked and total cases, and number of suites. `gone`: picked cases that no longer exist. */
export function summaryOf(picked: PickedCases, { ids, suiteOf }: CaseOrder) {
  const suites = new Set<number>()
  let gone = 0
  for (const id of picked.keys()) {
    const suiteId = suiteOf.get(id)
    if (suiteId === undefined) gone += 1
    else suites.add(suiteId)
  }
  return { picked: picked.size - gone, of: ids.length, suites: suites.size, gone }
}

/**
 * Returns the picked cases that are no longer in the repository, without `stored` ones: a run keeps its cases when they are deleted from the
 * repository.
 */
export const deletedFrom = (picked: PickedCases, stored: PickedCases, { suiteOf }: CaseOrder): number[] =>
  [...picked.keys()].filter((id) => !suiteOf.has(id) && !stored.has(id))

/** Returns the range between two cases in the given order, inclusive; only the last one when the other is missing. */
export function rangeOf(ids: readonly number[], from: number, to: number): readonly number[] {
  const [first, last] = [ids.indexOf(from), ids.indexOf(to)]
  return first < 0 || last < 0 ? [to] : ids.slice(Math.min(first, last), Math.max(first, last) + 1)
}
