import type { Edge, Positions, Walks } from './positions.ts'

export interface Infeasible {
  paths: number
  /** Transitions that no path can take. */
  transitions: string[]
  /** The search without conditions is incomplete: there may be more. */
  isAtLeast: boolean
}

/**
 * Counts what conditions exclude: walks that a search without conditions finds but the model cannot take, and transitions that no walk can
 * take.
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

/** A move leads to a single position: conditions that cannot be evaluated do not change known values. */
const isFeasible = (positions: Positions, walk: readonly Edge[]): boolean => {
  let at = 0
  for (const { transitionIds } of walk) {
    const requested = transitionIds.join(' ')
    const edge = positions.edges[at]?.find((one) => one.transitionIds.join(' ') === requested)
    if (edge === undefined) return false
    at = edge.to
  }
  return true
}
