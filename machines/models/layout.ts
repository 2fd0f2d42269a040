import { graphlib, layout as arrange } from '@dagrejs/dagre'
import type { CaseModel, ModelState } from '../../contract/models/models.ts'
import { cut } from './cut.ts'
import { ROOT } from './draft-model.ts'
import { labelOf } from './layout-text.ts'
import { spelledOut } from './suggest.ts'

export interface Box {
  id: string
  label: string
  kind: ModelState['kind']
  /** Nesting depth. */
  depth: number
  x: number
  y: number
  width: number
  height: number
}

export interface Line {
  transitionId: string
  label: string
  points: readonly { x: number; y: number }[]
  /** Centre of the label. */
  at: { x: number; y: number }
}

/** A diagram in px from its upper left corner. Boxes come after those that contain them. */
export interface ModelLayout {
  width: number
  height: number
  boxes: readonly Box[]
  lines: readonly Line[]
  /** Marker of the initial state. */
  startId: string | null
}

/** Limits of a diagram: larger ones are unreadable and slow. */
const MAX_BOXES = 150
const MAX_LINES = 400

const LETTER = 5.8
const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

/** Null for a model that is too large to draw; the table replaces it. */
export const layoutOf = ({ states, transitions }: CaseModel): ModelLayout | null => {
  if (states.length > MAX_BOXES || transitions.length > MAX_LINES) return null
  const drawn = states.filter(({ id }) => id !== ROOT)
  const byId = new Map(states.map((state) => [state.id, state]))
  const children = new Set(drawn.map(({ parentId }) => parentId))
  const graph = new graphlib.Graph({ multigraph: true, compound: true })
  graph.setGraph({ rankdir: 'TB', nodesep: 34, ranksep: 40, edgesep: 16, marginx: 14, marginy: 30 })
  for (const { id, name } of drawn)
    graph.setNode(id, { width: Math.max(64, Math.min(220, cut(spelledOut(name), 32).length * 7 + 36)), height: 34 })
  for (const { id, parentId } of drawn) if (parentId !== null && parentId !== ROOT) graph.setParent(id, parentId)
  // Edges end at leaf boxes in the layout: an edge to a box with children goes to its first leaf and is cut at the box's border.
  const innermost = (id: string): string | null => {
    if (id !== ROOT && !children.has(id)) return id
    const first = byId.get(id)?.initialId ?? drawn.find(({ parentId }) => parentId === id)?.id
    return first === undefined || first === id ? null : innermost(first)
  }
  const requested = transitions.flatMap((transition) =>
    // Transitions of the root start in no particular state: only the table lists them.
    transition.sourceId === ROOT
      ? []
      : (transition.targetIds.length === 0 ? [transition.sourceId] : transition.targetIds)
          .filter((id) => id !== ROOT)
          .map((targetId) => ({ transition, targetId })),
  )
  for (const [i, { transition, targetId }] of requested.entries()) {
    const [from, to] = [innermost(transition.sourceId), innermost(targetId)]
    const label = labelOf(transition)
    if (from !== null && to !== null)
      graph.setEdge(from, to, { width: label.length * LETTER + 22, height: 20, labelpos: 'c' }, String(i))
  }
  arrange(graph)
  const { width = 0, height = 0 } = graph.graph() as { width?: number; height?: number }
  const boxes = drawn.map(({ id, name, kind }): Box => {
    const node = graph.node(id) as { x: number; y: number; width: number; height: number }
    let depth = 0
    for (let at = byId.get(id)?.parentId ?? ROOT; at !== ROOT; at = byId.get(at)?.parentId ?? ROOT) depth += 1
    // Room for a box's name above its children.
    const head = children.has(id) ? 18 : 0
    return {
      id,
      label: cut(capital(spelledOut(name)), 32),
      kind,
      depth,
      x: node.x - node.width / 2,
      y: node.y - node.height / 2 - head,
      width: node.width,
      height: node.height + head,
    }
  })
  const boxOf = new Map(boxes.map((box) => [box.id, box]))
  const loops = new Map<string, number>()
  const lines = requested.flatMap(({ transition, targetId }, i): Line[] => {
    const [from, to] = [innermost(transition.sourceId), innermost(targetId)]
    if (from === null || to === null) return []
    const edge = graph.edge(from, to, String(i)) as {
      points: { x: number; y: number }[]
      x?: number
      y?: number
      width?: number
    }
    if (from === to) {
      const nth = loops.get(from) ?? 0
      loops.set(from, nth + 1)
      const loop = loopOf(boxOf.get(transition.sourceId), edge, nth)
      return [{ transitionId: transition.id, label: `↻ ${labelOf(transition)}`, ...loop }]
    }
    const cutAtStart = outside(edge.points, boxOf.get(transition.sourceId))
    const points = outside(cutAtStart.toReversed(), boxOf.get(targetId)).toReversed()
    const own = { x: edge.x ?? 0, y: edge.y ?? 0 }
    // The cut-off part of the edge also removes the label's position.
    const isCutOff = [transition.sourceId, targetId].some((id) => {
      const box = boxOf.get(id)
      return box !== undefined && children.has(id) && points.length > 1 && isWithin(own, box)
    })
    const isInside = points.every((point) =>
      [transition.sourceId, targetId].some((id) => isInBox(point, boxOf.get(id))),
    )
    const at = isCutOff && !isInside ? middleOf(points) : own
    return [{ transitionId: transition.id, label: labelOf(transition), points, at }]
  })
  const startId = innermost(ROOT)
  return {
    width,
    height,
    boxes,
    lines: spread(
      lines,
      boxes.filter(({ id }) => !children.has(id)),
    ),
    startId,
  }
}

type Point = { x: number; y: number }

/** Spreads edges that end at one side of a box, in the order of their labels. */
const spread = (lines: readonly Line[], leaves: readonly Box[]): Line[] => {
  const moved = lines.map((line) => ({ ...line, points: [...line.points] }))
  for (const box of leaves)
    for (const edge of [box.y, box.y + box.height]) {
      const ends = moved
        .flatMap((line) => [0, line.points.length - 1].map((at) => ({ line, at })))
        .filter(({ line, at }) => {
          const point = line.points[at]
          // A loop is at the right side of its box, with four points.
          const isLoop = line.label.startsWith('↻')
          return point !== undefined && !isLoop && isAtSide(point, line.at, box, edge)
        })
        .toSorted((a, b) => a.line.at.x - b.line.at.x)
      for (const [i, { line, at }] of ends.entries())
        line.points[at] = { x: box.x + (box.width * (i + 1)) / (ends.length + 1), y: edge }
    }
  return moved
}

/** `point` touches the box, and the edge's label lies outside at `edge`. */
const isAtSide = ({ x, y }: Point, label: Point, box: Box, edge: number): boolean => {
  const slack = 1
  const touches =
    x >= box.x - slack && x <= box.x + box.width + slack && y >= box.y - slack && y <= box.y + box.height + slack
  return touches && (edge === box.y ? label.y < box.y : label.y > edge)
}

const isWithin = ({ x, y }: Point, box: Box): boolean =>
  x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height

/** A self-transition: a line to its label. Inside a compound state, the label alone. */
const loopOf = (
  box: Box | undefined,
  label: { x?: number; y?: number; width?: number },
  nth: number,
): Pick<Line, 'points' | 'at'> => {
  const at = { x: label.x ?? 0, y: label.y ?? 0 }
  if (box === undefined || box.kind === 'compound' || box.kind === 'parallel') return { points: [], at }
  const [right, middle] = [box.x + box.width, box.y + box.height / 2]
  const left = at.x - (label.width ?? 0) / 2
  // Each further loop encloses the previous ones.
  const reach = Math.min(box.height / 2 - 2, 6 + nth * 4)
  return {
    points: [
      { x: right, y: middle - reach },
      { x: left, y: middle - reach },
      { x: left, y: middle + reach },
      { x: right, y: middle + reach },
    ],
    at: { x: at.x, y: middle },
  }
}

const isInBox = (point: Point, box: Box | undefined): boolean => box !== undefined && isWithin(point, box)

/** Midpoint of a line. */
const middleOf = (points: readonly Point[]): Point => {
  const lengths = points.slice(1).map(({ x, y }, i) => Math.hypot(x - (points[i]?.x ?? x), y - (points[i]?.y ?? y)))
  let left = lengths.reduce((sum, one) => sum + one, 0) / 2
  for (const [i, length] of lengths.entries()) {
    const [from, to] = [points[i] as Point, points[i + 1] as Point]
    if (length >= left && length > 0) {
      const part = left / length
      return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }
    }
    left -= length
  }
  return points[0] ?? { x: 0, y: 0 }
}

/** Cuts a line where it leaves its source box; keeps all of it when everything is inside. */
const outside = (points: readonly Point[], box: Box | undefined): Point[] => {
  if (box === undefined) return [...points]
  const first = points.findIndex((point) => !isWithin(point, box))
  if (first <= 0) return [...points]
  const [inner, outer] = [points[first - 1] as Point, points[first] as Point]
  let [low, high] = [0, 1]
  for (let i = 0; i < 12; i += 1) {
    const middle = (low + high) / 2
    const at = { x: inner.x + (outer.x - inner.x) * middle, y: inner.y + (outer.y - inner.y) * middle }
    if (isWithin(at, box)) low = middle
    else high = middle
  }
  return [{ x: inner.x + (outer.x - inner.x) * high, y: inner.y + (outer.y - inner.y) * high }, ...points.slice(first)]
}
