import type { Suite } from '../../contract/cases/suites.ts'
import type { Structure } from '../cases/repository-layout.ts'

/** Picked test cases with the person who is to run each; null for nobody. */
export type PickedCases = ReadonlyMap<number, number | null>

/** Every case of the repository in its order, and the suite of each. */
export interface CaseOrder {
  ids: readonly number[]
  suiteOf: ReadonlyMap<number, number>
}

/** Joins suites, in the order of the tree, with the ids of all their cases. Null where the two were read from different states. */
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

/** Newly picked cases have no assignee; those that were picked keep theirs. */
export function withPicked(picked: PickedCases, ids: readonly number[], isPicked: boolean): PickedCases {
  const next = new Map(picked)
  for (const id of ids)
    if (!isPicked) next.delete(id)
    else if (!next.has(id)) next.set(id, null)
  return next
}

/** Assigns those of the cases that are picked. */
export function withAssignee(picked: PickedCases, ids: readonly number[], assigneeId: number | null): PickedCases {
  const next = new Map(picked)
  for (const id of ids) if (next.has(id)) next.set(id, assigneeId)
  return next
}

/**
 * Shares those of the cases that are picked among people: each gets a run of neighbouring cases, and no one gets more than one case more
 * than another.
 */
export function spreadEvenly(picked: PickedCases, ids: readonly number[], people: readonly number[]): PickedCases {
  const shared = ids.filter((id) => picked.has(id))
  const next = new Map(picked)
  for (const [at, id] of shared.entries())
    next.set(id, people[Math.floor((at * people.length) / shared.length)] ?? null)
  return next
}

/** Cases that match and that are picked, by suite, with those of its sub-suites. */
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
  // Backwards, children come before their parents.
  for (let at = structure.suites.length - 1; at >= 0; at -= 1) {
    const suite = structure.suites[at]
    const [count, parent] = [own[at], own[suite?.ancestors.at(-1)?.at ?? -1]]
    if (count === undefined || parent === undefined) continue
    parent.picked += count.picked
    parent.of += count.of
  }
  return new Map(structure.suites.map(({ id, at }) => [id, own[at] ?? { picked: 0, of: 0 }]))
}

/** How a choice is summed up: picked cases of all in the repository, and the suites they lie in. `gone`: picked, but not there any more. */
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

/** From one case to another in the order given, both included; the last alone where one of them is not there. */
export function rangeOf(ids: readonly number[], from: number, to: number): readonly number[] {
  const [first, last] = [ids.indexOf(from), ids.indexOf(to)]
  return first < 0 || last < 0 ? [to] : ids.slice(Math.min(first, last), Math.max(first, last) + 1)
}
