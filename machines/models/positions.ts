import type { ModelOptions } from '../../contract/models/models.ts'
import type { RunnableModel } from './draft-model.ts'
import { Walker, type Position } from './walker.ts'

/** A move from one position to another. */
export interface Edge {
  from: number
  to: number
  transitionIds: readonly string[]
}

/** Reachable positions of a model, the initial one first, with the moves between them. */
export interface Positions {
  walker: Walker
  all: Position[]
  /** By position. */
  edges: Edge[][]
  /** Last edge of the shortest way to each position; null for the first. */
  reachedBy: (Edge | null)[]
  /** Length of the shortest way to each position. */
  depths: number[]
  /** The limit was reached: more positions lie within the maximum path length. */
  isCut: boolean
}

/** Walks of a search. */
export interface Walks {
  walks: Edge[][]
  isCut: boolean
  /** Walks that end only because of the maximum length. */
  shortened?: number
}

/** Budget of a search, and its progress callback. */
export interface Watch {
  /** True once the time is over. */
  isOver: () => boolean
  progress: (counts: { positions: number; paths: number }) => void
}

/** Maximum number of positions. */
const MAX_POSITIONS = 10_000
const PROGRESS_EVERY = 256

/**
 * Breadth-first, so that each position is reached by a shortest way. Continues beyond the maximum path length within the budget, to tell
 * what a longer path would reach.
 */
export const explore = (
  model: RunnableModel,
  { maxLength }: Pick<ModelOptions, 'maxLength'>,
  watch: Watch,
): Positions => {
  const walker = new Walker(model)
  const start = walker.start()
  const positions: Positions = { walker, all: [start], edges: [], reachedBy: [null], depths: [0], isCut: false }
  const known = new Map([[start.key, 0]])
  const { depths } = positions
  let isFull = false
  for (let at = 0; at < positions.all.length; at += 1) {
    if (at % PROGRESS_EVERY === 0) {
      watch.progress({ positions: positions.all.length, paths: 0 })
      if (watch.isOver()) isFull = true
    }
    const edges: Edge[] = []
    positions.edges.push(edges)
    if (isFull) {
      positions.isCut ||= (depths[at] ?? 0) < maxLength
      continue
    }
    for (const { transitions, to } of walker.movesFrom(positions.all[at] as Position)) {
      let place = known.get(to.key)
      const edge = { from: at, to: place ?? positions.all.length, transitionIds: transitions.map(({ id }) => id) }
      if (place === undefined) {
        if (positions.all.length >= MAX_POSITIONS) {
          isFull = true
          positions.isCut ||= (depths[at] ?? 0) < maxLength
          break
        }
        place = positions.all.push(to) - 1
        known.set(to.key, place)
        positions.reachedBy.push(edge)
        depths.push((depths[at] ?? 0) + 1)
      }
      edges.push(edge)
    }
  }
  return positions
}

/** Returns the shortest way from the start to a position. */
export const shortestTo = ({ reachedBy }: Positions, position: number): Edge[] => {
  const way: Edge[] = []
  for (let edge = reachedBy[position]; edge; edge = reachedBy[edge.from]) way.push(edge)
  return way.reverse()
}
