import { isDraft, original } from 'immer'
import { dropRow, type Rows } from './rows.ts'

/** A page of a list as stored: rows of a query, and what is known about surrounding rows. */
export type ListWindow<Row, Query> = {
  rows: Rows<Row>
  /** The page's query. Null before a load: nothing is folded. */
  query: Query | null
  /** Number of matching rows on all pages. */
  total: number
  /** Rows that may have entered or left this page, without enough known to place them. */
  changed: { count: number; ids: Record<number, true> }
}

export const emptyWindow = { rows: { order: [], byId: {} }, query: null, total: 0, changed: { count: 0, ids: {} } }

/** Changed rows are counted up to here: then the page says "1,000+". */
const MAX_CHANGED = 1000

/** Order and filter of the list, from `contract`. */
export type ListRules<Row> = { matches: (row: Row) => boolean; compare: (a: Row, b: Row) => number }

/** A row before and after a change; null where it did not or does not exist, `undefined` where unknown. */
export type RowChange<Row> = { id: number; before: Row | null | undefined; after: Row | null }

/** Result of a change: whether the row was and is in the list; `isHeld`: it is on this page. */
export type Placed<Row> = { before: Row | null | undefined; after: Row | null; isHeld: boolean }

type Page = { page: number; pageSize: number }

const offsetOf = ({ page, pageSize }: Page) => (page - 1) * pageSize

/** Number of rows that left this page and whose successors are on an unloaded page. */
const missingRows = ({ rows, query, total }: ListWindow<unknown, Page>): number =>
  query === null ? 0 : Math.max(0, Math.min(query.pageSize, total - offsetOf(query)) - rows.order.length)

/** Lower bound of rows that differ from the server's page, for the bar. A row may count twice. */
export const unknownRows = (window: ListWindow<unknown, Page>): number =>
  Math.max(window.changed.count, missingRows(window))

/** Returns whether the page contains all rows of the list. */
export const isWholeList = ({ rows, query, total }: ListWindow<unknown, Page>): boolean =>
  query !== null && query.page === 1 && rows.order.length >= total

export function markChanged({ changed }: ListWindow<unknown, Page>, id: number): void {
  if (changed.count >= MAX_CHANGED || changed.ids[id]) return
  changed.ids[id] = true
  changed.count += 1
}

export function unmarkChanged({ changed }: ListWindow<unknown, Page>, id: number): void {
  if (!changed.ids[id]) return
  delete changed.ids[id]
  changed.count -= 1
}

/**
 * Adds, moves, replaces or removes one row as the server's list would. Takes drafts; costs a binary search, and one copy of the page's ids
 * only where the row moves. If the row or its successor is outside the page, it is counted in `changed` or `missingRows`.
 */
export function placeRow<Row extends { id: number }>(
  window: ListWindow<Row, Page>,
  rules: ListRules<Row>,
  change: RowChange<Row>,
): Placed<Row> {
  const held = plain(window.rows.byId[change.id])
  const after = change.after !== null && rules.matches(change.after) ? change.after : null
  if (held === undefined) return placeNew(window, rules, change, after)
  if (after !== null) return { before: held, after, isHeld: moveHeld(window, rules, held, after) }
  dropRow(window.rows, change.id)
  window.total -= 1
  return { before: held, after, isHeld: false }
}

/** Returns whether the row is still on the page. */
function moveHeld<Row extends { id: number }>(
  window: ListWindow<Row, Page>,
  rules: ListRules<Row>,
  held: Row,
  after: Row,
): boolean {
  const { rows, query, total } = window
  rows.byId[after.id] = after
  if (rules.compare(held, after) === 0 || query === null) return true
  const order = ownOrder(rows)
  order.splice(order.indexOf(after.id), 1)
  const at = placeIn(window, rules, after)
  const isFirst = at === 0 && query.page > 1
  const isLast = at === order.length && offsetOf(query) + order.length + 1 < total
  // It may be on another page now. The remaining rows certainly belong to the list, but not certainly to the start of this page.
  if (isFirst) markChanged(window, after.id)
  if (isFirst || isLast) delete rows.byId[after.id]
  else order.splice(at, 0, after.id)
  return !(isFirst || isLast)
}

/** Places a row that is not on the page. */
function placeNew<Row extends { id: number }>(
  window: ListWindow<Row, Page>,
  rules: ListRules<Row>,
  { id, before: was }: RowChange<Row>,
  after: Row | null,
): Placed<Row> {
  const { rows, query } = window
  if (query === null) return { before: null, after: null, isHeld: false }
  const before = was === undefined ? undefined : was !== null && rules.matches(was) ? was : null
  const isBefore = before && query.page > 1 && placeIn(window, rules, before) === 0
  window.total += Number(after !== null) - Number(Boolean(before))
  const at = after === null ? null : placeIn(window, rules, after)
  const to = at === null ? null : sideOf(window, at, isBefore ? 1 : 0)
  if (after !== null && at !== null && to === 'inside') {
    const order = ownOrder(rows)
    order.splice(at, 0, id)
    rows.byId[id] = after
    // A row above the page has left: the page's first takes its place. Otherwise the last one makes room.
    const [out] = isBefore ? order.splice(0, 1) : order.splice(query.pageSize)
    if (out !== undefined) delete rows.byId[out]
  }
  // All rows shift by one, and the one that enters from a neighbouring page is not loaded.
  const isShift = isBefore ? to === 'after' || to === null : to === 'before'
  if (before === undefined || isShift) markChanged(window, id)
  return { before, after, isHeld: rows.byId[id] !== undefined }
}

/**
 * Returns where a row at this index belongs; `window.total` includes it already. `leaving`: number of rows that move to the previous page:
 * with missing rows, the rest may end before them.
 */
export function sideOf(
  { rows, query, total }: ListWindow<unknown, Page>,
  at: number,
  leaving = 0,
): 'before' | 'inside' | 'after' {
  if (query === null) return 'after'
  if (at === 0 && query.page > 1) return 'before'
  const { length } = rows.order
  const staying = length - leaving
  const isAtEnd = at === length && (staying >= query.pageSize || offsetOf(query) + staying + 1 < total)
  return isAtEnd ? 'after' : 'inside'
}

/** Index among the page's rows, by binary search. */
export function placeIn<Row extends { id: number }>(
  { rows }: ListWindow<Row, Page>,
  { compare }: ListRules<Row>,
  row: Row,
): number {
  const order = plain(rows.order) ?? []
  let [low, high] = [0, order.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const other = plain(rows.byId[order[middle] ?? -1])
    if (other !== undefined && compare(other, row) < 0) low = middle + 1
    else high = middle
  }
  return low
}

/** Copies the ids: changing a draft's array in place costs a proxy trap per moved id. */
function ownOrder(rows: Rows<unknown>): number[] {
  if (isDraft(rows.order)) rows.order = [...(original(rows.order) ?? [])]
  return rows.order
}

/** The value behind a draft, for many reads without changes. */
export const plain = <Value>(value: Value): Value => (isDraft(value) ? (original<unknown>(value) as Value) : value)
