/** Arcs of a ring. Small parts get a visible minimum length, taken proportionally from the others. */
import { resultKinds } from '../results/result-kinds.ts'
import type { ResultCounts, ResultKind } from '../results/result-kinds.ts'

export type Arc = { kind: ResultKind; start: number; length: number }

/** `start` and `length` are fractions of the ring, `minimum` the least length of a non-zero part. Zero counts have no arc. */
export function donutArcs(counts: ResultCounts, minimum = 0.012): Arc[] {
  const present = resultKinds.filter((kind) => (counts[kind] ?? 0) > 0)
  const sum = present.reduce((total, kind) => total + (counts[kind] ?? 0), 0)
  const share = (kind: ResultKind) => (counts[kind] ?? 0) / sum
  const raised = present.filter((kind) => share(kind) < minimum)
  const leftOver = 1 - raised.length * minimum
  const ofTheRest = present.filter((kind) => share(kind) >= minimum).reduce((total, kind) => total + share(kind), 0)
  let start = 0
  return present.map((kind) => {
    const length = share(kind) < minimum ? minimum : (share(kind) / ofTheRest) * leftOver
    const arc = { kind, start, length }
    start += length
    return arc
  })
}
