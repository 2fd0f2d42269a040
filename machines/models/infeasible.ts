import type { Edge, Positions } from './positions.ts'
import type { Infeasible, Walks } from './search.ts'

/**
 * Counts what conditions rule out: of the walks that a search without conditions finds, those that the model cannot go, and of the
 * transitions those that no walk can ever take.
 */
export const countInfeasible = (positions: Positions, blind: { positions: Positions; walks: Walks }): Infeasible => {
  const taken = new Set(positions.edges.flatMap((edges) => edges.flatMap(({ transitionIds }) => transitionIds)))
  const all = new Set(blind.positions.edges.flatMap((edges) => edges.flatMap(({ transitionIds }) => transitionIds)))
  return {
    paths: blind.walks.walks.filter((walk) => !isFeasible(positions, walk)).length,
    transitions: [...all].filter((id) => !taken.has(id)),
    isAtLeast: blind.walks.isCut || blind.positions.isCut,
  }
}

/** One move may lead to one position alone, since conditions that are not understood change nothing that is known. */
const isFeasible = (positions: Positions, walk: readonly Edge[]): boolean => {
  let at = 0
  for (const { transitionIds } of walk) {
    const wanted = transitionIds.join(' ')
    const edge = positions.edges[at]?.find((one) => one.transitionIds.join(' ') === wanted)
    if (edge === undefined) return false
    at = edge.to
  }
  return true
}
