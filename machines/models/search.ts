import type { ModelOptions } from '../../contract/models/models.ts'
import { coveringWalks } from './covering.ts'
import type { RunnableModel } from './draft-model.ts'
import { countInfeasible, type Infeasible } from './infeasible.ts'
import { explore, shortestTo, type Edge, type Positions, type Walks, type Watch } from './positions.ts'

/** A path from the initial state. `key` identifies the sequence of transitions. */
export interface ModelPath {
  key: string
  steps: readonly PathStep[]
}
export interface PathStep {
  transitionIds: readonly string[]
  /** Innermost states that were entered or re-entered. */
  leaves: readonly string[]
}

export interface Found {
  paths: ModelPath[]
  /** Innermost initial states. */
  start: readonly string[]
  /** Number of positions found. */
  positions: number
  /** Number of reachable transitions within the bounds. */
  reachable: string[]
  /** Why the search is incomplete; null when it is complete. */
  cut: 'paths' | 'time' | 'positions' | null
  /** What lies beyond the maximum path length; null for nothing. */
  tooFar: TooFar | null
  /** What conditions exclude; null for models without evaluated conditions. */
  infeasible: Infeasible | null
}

export interface TooFar {
  transitions: number
  /** Path length needed to reach all of them. */
  length: number
  /** Paths that were cut at the maximum length. */
  shortened: number
}

export const DEFAULT_OPTIONS: ModelOptions = {
  strategy: 'transitions',
  maxPaths: 100,
  maxLength: 30,
  maxVisits: 1,
  maxSeconds: 10,
}

/** Searches a model for paths no longer than `maxLength`. */
export const searchPaths = (model: RunnableModel, options: ModelOptions, watch: Watch): Found => {
  const positions = explore(model, options, watch)
  const walks = walksOf(positions, options, watch)
  const isOver = watch.isOver()
  const blind = hasConditions(model) ? blindSearch(model, options, watch) : null
  const cut = isOver ? 'time' : positions.isCut ? 'positions' : walks.isCut ? 'paths' : null
  const first = positions.all[0]
  return {
    paths: walks.walks.map((walk) => pathOf(positions, walk)),
    start: first?.leaves ?? [],
    positions: positions.all.length,
    reachable: takenWithin(positions, options.maxLength),
    cut,
    tooFar: tooFarOf(positions, walks, options),
    infeasible: blind === null ? null : countInfeasible(positions, blind),
  }
}

const hasConditions = ({ behaviour }: RunnableModel): boolean =>
  behaviour !== undefined && Object.keys(behaviour.guards).length > 0

/** The same search, ignoring conditions. */
const blindSearch = ({ behaviour: _, ...model }: RunnableModel, options: ModelOptions, watch: Watch) => {
  const positions = explore(model, options, watch)
  return { positions, walks: walksOf(positions, options, watch) }
}

const takenWithin = ({ edges, depths }: Positions, maxLength: number): string[] => [
  ...new Set(
    edges.flatMap((some, at) =>
      (depths[at] ?? 0) < maxLength ? some.flatMap(({ transitionIds }) => transitionIds) : [],
    ),
  ),
]

const tooFarOf = (
  { edges, depths }: Positions,
  { shortened = 0 }: Walks,
  { maxLength }: ModelOptions,
): TooFar | null => {
  const lengths = new Map<string, number>()
  for (const [at, some] of edges.entries())
    for (const { transitionIds } of some)
      for (const id of transitionIds) {
        const length = (depths[at] ?? 0) + 1
        lengths.set(id, Math.min(length, lengths.get(id) ?? length))
      }
  const far = [...lengths.values()].filter((length) => length > maxLength)
  if (far.length === 0 && shortened === 0) return null
  return { transitions: far.length, length: Math.max(maxLength, ...far), shortened }
}

const walksOf = (positions: Positions, options: ModelOptions, watch: Watch): Walks => {
  switch (options.strategy) {
    case 'shortest':
      return shortestWalks(positions, options)
    case 'transitions':
      return coveringWalks(positions, options, watch, 'transitions')
    case 'pairs':
      return coveringWalks(positions, options, watch, 'pairs')
    case 'simple':
      return simpleWalks(positions, options, watch)
  }
}

const keyOf = (walk: readonly Edge[]): string => walk.map(({ transitionIds }) => transitionIds.join(' + ')).join(' > ')

const pathOf = ({ all }: Positions, walk: readonly Edge[]): ModelPath => ({
  key: keyOf(walk),
  steps: walk.map(({ from, to, transitionIds }) => {
    const before = new Set(all[from]?.leaves)
    const leaves = all[to]?.leaves ?? []
    const entered = leaves.filter((leaf) => !before.has(leaf))
    return { transitionIds, leaves: entered.length > 0 ? entered : leaves }
  }),
})

/** Shortest paths to every state and along every transition, without prefixes of others. */
const shortestWalks = (positions: Positions, { maxPaths, maxLength }: ModelOptions): Walks => {
  const taken = new Set<string>()
  const entered = new Set(positions.all[0]?.leaves)
  const walks: Edge[][] = []
  for (const [at, edges] of positions.edges.entries())
    for (const edge of (positions.depths[at] ?? 0) < maxLength ? edges : []) {
      const leaves = positions.all[edge.to]?.leaves ?? []
      if (edge.transitionIds.every((id) => taken.has(id)) && leaves.every((id) => entered.has(id))) continue
      const walk = [...shortestTo(positions, edge.from), edge]
      for (const id of edge.transitionIds) taken.add(id)
      for (const id of leaves) entered.add(id)
      walks.push(walk)
    }
  const beginnings = new Set<Edge | undefined>(walks.flatMap((walk) => walk.slice(0, -1)))
  // Each position has one shortest way, so a walk that ends at an edge of another walk is its prefix.
  const remaining = walks.filter((walk) => !beginnings.has(walk.at(-1)))
  return { walks: remaining.slice(0, maxPaths), isCut: remaining.length > maxPaths }
}

/** All walks that would exceed the maximum visits or length with the next step. */
const simpleWalks = (positions: Positions, options: ModelOptions, watch: Watch): Walks => {
  const { maxPaths, maxLength, maxVisits } = options
  // Visits count per place, regardless of the context.
  const places = new Map<string, number>()
  const placeOf = positions.all.map(({ place }) => places.get(place) ?? places.set(place, places.size).size - 1)
  const visits = [1]
  let shortened = 0
  const walks: Edge[][] = []
  const walk: Edge[] = []
  // Next edge to try for each position of the walk, and whether any was taken.
  const turns = [{ at: 0, next: 0, hasGoneOn: false }]
  for (let steps = 0; turns.length > 0; steps += 1) {
    if (steps % 4096 === 0) {
      watch.progress({ positions: positions.all.length, paths: walks.length })
      if (watch.isOver()) return { walks, isCut: true, shortened }
    }
    const turn = turns.at(-1) as (typeof turns)[number]
    const edge = walk.length < maxLength ? positions.edges[turn.at]?.[turn.next] : undefined
    if (edge === undefined) {
      if (!turn.hasGoneOn && walk.length > 0) {
        if (walks.length >= maxPaths) return { walks, isCut: true, shortened }
        walks.push([...walk])
        const wouldGoOn = (to: number) => (visits[placeOf[to] ?? 0] ?? 0) < maxVisits
        if (walk.length === maxLength && positions.edges[turn.at]?.some(({ to }) => wouldGoOn(to))) shortened += 1
      }
      turns.pop()
      walk.pop()
      const place = placeOf[turn.at] ?? 0
      visits[place] = (visits[place] ?? 1) - 1
      continue
    }
    turn.next += 1
    const place = placeOf[edge.to] ?? 0
    if ((visits[place] ?? 0) >= maxVisits) continue
    turn.hasGoneOn = true
    visits[place] = (visits[place] ?? 0) + 1
    walk.push(edge)
    turns.push({ at: edge.to, next: 0, hasGoneOn: false })
  }
  return { walks, isCut: false, shortened }
}
