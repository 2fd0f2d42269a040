import type { Suite } from '../../contract/cases/suites.ts'

/** Tree: everything. Suite: cases of one suite. With sub-suites: that suite and its descendants (TREE-09 to 11). */
export const REPOSITORY_VIEWS = ['tree', 'suite', 'with-sub-suites'] as const
export type RepositoryView = (typeof REPOSITORY_VIEWS)[number]

/** A suite with its position. Counts are of matching cases; of all cases without a search. */
export interface PlacedSuite {
  id: number
  parentSuiteId: number | null
  title: string
  description: string
  /** 0 at the top level. */
  depth: number
  /** Indices in the structure: its own, and of the first suite after its descendants. */
  at: number
  end: number
  /** Own cases, and including descendants. */
  own: number
  total: number
  /** Number of descendants. */
  suites: number
  /** Ancestors from the top. */
  ancestors: readonly PlacedSuite[]
}

export interface Structure {
  suites: readonly PlacedSuite[]
  byId: ReadonlyMap<number, PlacedSuite>
  /** Cases of all suites. */
  total: number
}

/** `counts`: matches by suite; null without a query. Suites without matches are left out unless they have matching descendants. */
export function structureOf(suites: readonly Suite[], counts: Readonly<Record<number, number>> | null): Structure {
  const saved = counts === null ? suites : withMatches(suites, counts)
  const placed: PlacedSuite[] = []
  const byId = new Map<number, PlacedSuite>()
  const open: PlacedSuite[] = []
  const close = (depth: number) => {
    while (open.length > depth) {
      const done = open.pop()
      const parent = open.at(-1)
      if (done === undefined) return
      done.end = placed.length
      done.suites = done.end - done.at - 1
      if (parent !== undefined) parent.total += done.total
    }
  }
  for (const { id, parentSuiteId, title, description, testCases } of saved) {
    const parent = parentSuiteId === null ? undefined : byId.get(parentSuiteId)
    const depth = parent === undefined ? 0 : parent.depth + 1
    close(depth)
    const own = counts === null ? testCases : (counts[id] ?? 0)
    const ancestors = parent === undefined ? [] : [...parent.ancestors, parent]
    const at = placed.length
    const suite: PlacedSuite = {
      id,
      parentSuiteId,
      title,
      description,
      depth,
      at,
      end: at + 1,
      own,
      total: own,
      suites: 0,
      ancestors,
    }
    placed.push(suite)
    byId.set(id, suite)
    open.push(suite)
  }
  close(0)
  return { suites: placed, byId, total: placed.reduce((sum, { own }) => sum + own, 0) }
}

const withMatches = (suites: readonly Suite[], counts: Readonly<Record<number, number>>): Suite[] => {
  const saved = new Set<number>()
  // Backwards, so that children come before parents.
  for (const { id, parentSuiteId } of [...suites].reverse())
    if (saved.has(id) || (counts[id] ?? 0) > 0) {
      saved.add(id)
      if (parentSuiteId !== null) saved.add(parentSuiteId)
    }
  return suites.filter(({ id }) => saved.has(id))
}

export interface LayoutAsked {
  structure: Structure
  view: RepositoryView
  /** The selected suite; null for none. */
  suiteId: number | null
  closed: ReadonlySet<number>
  /** The suite with the open quick input. */
  quick: number | null
  /** Pending suggestions by suite; 0 while they are being generated. */
  suggested: ReadonlyMap<number, number>
  /** Whether empty suites have rows that offer to fill them. */
  hasActions: boolean
  heights: RowHeights
}

/** Row heights in pixels. */
export interface RowHeights {
  suite: number
  case: number
  quick: number
  actions: number
  /** Heights of the header of suggestions, and of each. */
  suggestions: number
  suggestion: number
  description: (text: string) => number
}

export type LayoutRow =
  | {
      kind: 'suite' | 'description' | 'suggestions' | 'quick' | 'actions'
      suite: PlacedSuite
      level: number
      isOpen: boolean
    }
  /** `index`: of the suggestion in its suite, from 0. */
  | { kind: 'suggestion'; suite: PlacedSuite; level: number; index: number }
  /** `index`: of the case among the suite's matches, from 0. */
  | { kind: 'case'; suite: PlacedSuite; level: number; index: number }

export type PositionedRow = LayoutRow & { row: number; top: number; height: number }

/** Rows of a suite: header, description, cases, suggestions, quick input, offers. */
interface Segment {
  suite: PlacedSuite
  level: number
  isOpen: boolean
  row: number
  top: number
  /** Heights of the rows before and after the cases, 0 for one that is not there. */
  description: number
  quick: number
  actions: number
  cases: number
  /** Number of suggestion rows, including their header. */
  suggested: number
}

export interface Layout {
  segments: readonly Segment[]
  segmentOf: ReadonlyMap<number, Segment>
  rows: number
  /** Total height in pixels. */
  height: number
  heights: RowHeights
}

/** Returns the suite that single-suite views show: the selected one, else the first. */
export const suiteShown = ({ suites, byId }: Structure, suiteId: number | null): PlacedSuite | undefined =>
  byId.get(suiteId ?? -1) ?? suites[0]

/** Returns the suite for a new case: the first existing one of `wanted`, else the first. Addresses may name a deleted suite. */
export const suiteForCase = (structure: Structure, requested: readonly (number | null | undefined)[]): number | null =>
  requested.find((id) => structure.byId.has(id ?? -1)) ?? structure.suites[0]?.id ?? null

/** Linear in the number of shown suites, independent of their cases. */
export function layoutOf(question: LayoutAsked): Layout {
  const { structure, view, suiteId, closed, quick, suggested, hasActions, heights } = question
  const base = view === 'tree' ? undefined : suiteShown(structure, suiteId)
  const first = base?.at ?? 0
  const end = view === 'tree' ? structure.suites.length : view === 'suite' ? first + 1 : (base?.end ?? 0)
  const segments: Segment[] = []
  let row = 0
  let top = 0
  for (let at = first; at < Math.min(end, structure.suites.length);) {
    const suite = structure.suites[at]
    if (suite === undefined) break
    const isOpen = !closed.has(suite.id)
    const isBare = suite.total + suite.suites === 0 && quick !== suite.id && !suggested.has(suite.id)
    const segment: Segment = {
      suite,
      level: suite.depth - (base?.depth ?? 0),
      isOpen,
      row,
      top,
      description: isOpen && suite.description !== '' ? heights.description(suite.description) : 0,
      quick: isOpen && quick === suite.id ? heights.quick : 0,
      actions: isOpen && hasActions && isBare ? heights.actions : 0,
      cases: isOpen ? suite.own : 0,
      suggested: isOpen && suggested.has(suite.id) ? 1 + (suggested.get(suite.id) ?? 0) : 0,
    }
    segments.push(segment)
    row += rowsOf(segment)
    top += heightOf(segment, heights)
    at = isOpen ? at + 1 : suite.end
  }
  return {
    segments,
    segmentOf: new Map(segments.map((segment) => [segment.suite.id, segment])),
    rows: row,
    height: top,
    heights,
  }
}

const rowsOf = ({ description, cases, suggested, quick, actions }: Segment): number =>
  1 + (description > 0 ? 1 : 0) + cases + suggested + (quick > 0 ? 1 : 0) + (actions > 0 ? 1 : 0)

const heightOf = (segment: Segment, heights: RowHeights): number =>
  heights.suite +
  segment.description +
  segment.cases * heights.case +
  suggestedHeight(segment, heights) +
  segment.quick +
  segment.actions

const suggestedHeight = ({ suggested }: Segment, { suggestions, suggestion }: RowHeights): number =>
  suggested === 0 ? 0 : suggestions + (suggested - 1) * suggestion

/** Returns the last segment that starts at or before `value`, by `row` or by `top`. */
const segmentAt = ({ segments }: Layout, by: 'row' | 'top', value: number): Segment | undefined => {
  let [low, high] = [0, segments.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((segments[middle]?.[by] ?? 0) <= value) low = middle
    else high = middle - 1
  }
  return segments[low]
}

/** Returns the row with that index. */
export function rowAt(layout: Layout, row: number): PositionedRow | undefined {
  if (row < 0 || row >= layout.rows) return undefined
  const segment = segmentAt(layout, 'row', row)
  return segment && rowIn(segment, row - segment.row, layout.heights)
}

const rowIn = (segment: Segment, within: number, heights: RowHeights): PositionedRow => {
  const { suite, level, isOpen, description, cases, suggested, quick } = segment
  const row = segment.row + within
  const base = { suite, level, row }
  if (within === 0) return { ...base, kind: 'suite', isOpen, top: segment.top, height: heights.suite }
  let top = segment.top + heights.suite
  let left = within - 1
  if (description > 0) {
    if (left === 0) return { ...base, kind: 'description', isOpen, top, height: description }
    left -= 1
    top += description
  }
  if (left < cases) return { ...base, kind: 'case', index: left, top: top + left * heights.case, height: heights.case }
  left -= cases
  top += cases * heights.case
  if (left < suggested) {
    if (left === 0) return { ...base, kind: 'suggestions', isOpen, top, height: heights.suggestions }
    const height = heights.suggestion
    return {
      ...base,
      kind: 'suggestion',
      index: left - 1,
      top: top + heights.suggestions + (left - 1) * height,
      height,
    }
  }
  left -= suggested
  top += suggestedHeight(segment, heights)
  if (quick > 0 && left === 0) return { ...base, kind: 'quick', isOpen, top, height: quick }
  return { ...base, kind: 'actions', isOpen, top: top + quick, height: segment.actions }
}

/** Returns the index of the row at a height, clamped. */
export function rowAtHeight(layout: Layout, y: number): number {
  if (layout.rows === 0) return -1
  const segment = segmentAt(layout, 'top', Math.max(0, y))
  if (segment === undefined) return -1
  const { suite: head, case: one } = layout.heights
  let left = Math.max(0, y) - segment.top - head
  if (left < 0) return segment.row
  let row = segment.row + 1
  if (segment.description > 0) {
    if (left < segment.description) return row
    left -= segment.description
    row += 1
  }
  const inCases = Math.min(segment.cases, Math.floor(left / one))
  left -= inCases * one
  row += inCases
  if (segment.suggested > 0 && inCases === segment.cases) {
    const { suggestions, suggestion } = layout.heights
    const inSuggested = left < suggestions ? 0 : 1 + Math.floor((left - suggestions) / suggestion)
    if (inSuggested < segment.suggested) return row + inSuggested
    left -= suggestedHeight(segment, layout.heights)
    row += segment.suggested
  }
  if (segment.quick > 0 && left >= segment.quick && segment.actions > 0) row += 1
  return Math.min(row, segment.row + rowsOf(segment) - 1)
}

/** Returns rows by index range, inclusive. */
export const rowsBetween = (layout: Layout, from: number, to: number): PositionedRow[] => {
  const rows: PositionedRow[] = []
  for (let row = Math.max(0, from); row <= Math.min(to, layout.rows - 1); row += 1) {
    const one = rowAt(layout, row)
    if (one !== undefined) rows.push(one)
  }
  return rows
}

/** Returns the position of a suite's head; null if it is not shown. */
export const rowOfSuite = (layout: Layout, suiteId: number): number | null => layout.segmentOf.get(suiteId)?.row ?? null

/** Returns the position of a case; null if its suite is collapsed or not shown. */
export function rowOfCase(layout: Layout, suiteId: number, index: number): number | null {
  const segment = layout.segmentOf.get(suiteId)
  if (segment === undefined || index < 0 || index >= segment.cases) return null
  return segment.row + 1 + (segment.description > 0 ? 1 : 0) + index
}

/** Returns cases of one suite by index range, `to` exclusive. */
export interface CaseRange {
  suiteId: number
  from: number
  to: number
  /** Number of matching cases of the suite. */
  of: number
}

/** Returns the cases among rows of an index range, in order. */
export function casesBetween(layout: Layout, from: number, to: number): CaseRange[] {
  const ranges: CaseRange[] = []
  const start = segmentAt(layout, 'row', Math.max(0, from))
  if (start === undefined || to < from) return ranges
  for (let at = layout.segments.indexOf(start); at < layout.segments.length; at += 1) {
    const segment = layout.segments[at]
    if (segment === undefined || segment.row > to) break
    const first = segment.row + 1 + (segment.description > 0 ? 1 : 0)
    const begin = Math.max(0, from - first)
    const end = Math.min(segment.cases, to - first + 1)
    if (begin < end) ranges.push({ suiteId: segment.suite.id, from: begin, to: end, of: segment.suite.own })
  }
  return ranges
}

/** Returns the visible suites of the tree: those whose ancestors are all expanded. */
export function treeRows({ suites }: Structure, closed: ReadonlySet<number>): PlacedSuite[] {
  const rows: PlacedSuite[] = []
  for (let at = 0; at < suites.length;) {
    const suite = suites[at]
    if (suite === undefined) break
    rows.push(suite)
    at = closed.has(suite.id) ? suite.end : at + 1
  }
  return rows
}
