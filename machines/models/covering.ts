import type { ModelOptions } from '../../contract/models/models.ts'
import type { Edge, Positions, Walks, Watch } from './positions.ts'

/** A position with the edge that led to it, which determines the next pair. */
interface Stand {
  at: number
  by: Edge | null
}

/**
 * Returns few walks that together cover everything: each continues to the nearest uncovered item, and a new walk starts when none is within
 * the remaining length.
 */
export const coveringWalks = (
  positions: Positions,
  { maxPaths, maxLength }: ModelOptions,
  watch: Watch,
  what: 'transitions' | 'pairs',
): Walks => {
  const itemsOf = (by: Edge | null, edge: Edge): string[] =>
    what === 'transitions'
      ? [...edge.transitionIds]
      : [`${by?.transitionIds.join('+') ?? ''}>${edge.transitionIds.join('+')}`]
  const covered = new Set<string>()
  const take = (by: Edge | null, edge: Edge) => {
    for (const item of itemsOf(by, edge)) covered.add(item)
  }
  const isNews = (by: Edge | null, edge: Edge) => itemsOf(by, edge).some((item) => !covered.has(item))
  const keyOf = ({ at, by }: Stand) =>
    what === 'transitions' ? String(at) : `${at} ${by?.transitionIds.join('+') ?? ''}`

  /** Returns the shortest way to something uncovered; null for none within `most` edges. */
  const nearest = (from: Stand, max: number): Edge[] | null => {
    const seen = new Set([keyOf(from)])
    let front: { stand: Stand; way: Edge[] }[] = [{ stand: from, way: [] }]
    for (let length = 1; length <= max && front.length > 0; length += 1) {
      const next: typeof front = []
      for (const { stand, way } of front)
        for (const edge of positions.edges[stand.at] ?? []) {
          if (isNews(stand.by, edge)) return [...way, edge]
          const reached = { at: edge.to, by: edge }
          if (seen.has(keyOf(reached))) continue
          seen.add(keyOf(reached))
          next.push({ stand: reached, way: [...way, edge] })
        }
      front = next
    }
    return null
  }

  const walks: Edge[][] = []
  for (;;) {
    const walk: Edge[] = []
    let stand: Stand = { at: 0, by: null }
    for (;;) {
      watch.progress({ positions: positions.all.length, paths: walks.length })
      if (watch.isOver()) return { walks: walk.length > 0 ? [...walks, walk] : walks, isCut: true }
      const way = nearest(stand, maxLength - walk.length)
      if (way === null) break
      for (const edge of way) {
        take(stand.by, edge)
        walk.push(edge)
        stand = { at: edge.to, by: edge }
      }
    }
    if (walk.length === 0) return { walks, isCut: false }
    if (walks.length >= maxPaths) return { walks, isCut: true }
    walks.push(walk)
  }
}
