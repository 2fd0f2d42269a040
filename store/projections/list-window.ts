import { isDraft, original } from 'immer'
import { dropRow, type Rows } from './rows.ts'

/** One page of a list as it is kept: rows of a question, and what is known of the rows around them. */
export type ListWindow<Row, Query> = {
  rows: Rows<Row>
  /** What the page answers. Null before a page was loaded: nothing is folded then. */
  query: Query | null
  /** Rows that match the question, on all pages. */
  total: number
  /** Rows that may have come to this page or left it without being known well enough to place them. */
  changed: { count: number; ids: Record<number, true> }
}

export const emptyWindow = { rows: { order: [], byId: {} }, query: null, total: 0, changed: { count: 0, ids: {} } }

/** Further changed rows are not counted: the page says "1,000+" by then. */
const MOST_CHANGED = 1000

/** The list's own rules, from `contract`. */
export type ListRules<Row> = { matches: (row: Row) => boolean; compare: (a: Row, b: Row) => number }

/** A row before and after a change; null where there was or is none, `undefined` where nobody knows what it was. */
export type RowChange<Row> = { id: number; before: Row | null | undefined; after: Row | null }

/** What became of a row: whether it counted as one of the list before and does now; `isHeld`: it is on this page now. */
export type Placed<Row> = { before: Row | null | undefined; after: Row | null; isHeld: boolean }

type Page = { page: number; pageSize: number }

const offsetOf = ({ page, pageSize }: Page) => (page - 1) * pageSize

/** Rows of this page that are not held: others left it, and those that follow are on a page that was not loaded. */
const missingRows = ({ rows, query, total }: ListWindow<unknown, Page>): number =>
  query === null ? 0 : Math.max(0, Math.min(query.pageSize, total - offsetOf(query)) - rows.order.length)

/** Rows that the page does not show as the server would, at least so many: what its bar counts. A row may be of both kinds. */
export const unknownRows = (window: ListWindow<unknown, Page>): number =>
  Math.max(window.changed.count, missingRows(window))

/** Returns whether the page holds all rows of the list. */
export const isWholeList = ({ rows, query, total }: ListWindow<unknown, Page>): boolean =>
  query !== null && query.page === 1 && rows.order.length >= total

export function markChanged({ changed }: ListWindow<unknown, Page>, id: number): void {
  if (changed.count >= MOST_CHANGED || changed.ids[id]) return
  changed.ids[id] = true
  changed.count += 1
}

export function unmarkChanged({ changed }: ListWindow<unknown, Page>, id: number): void {
  if (!changed.ids[id]) return
  delete changed.ids[id]
  changed.count -= 1
}

/**
 * Adds, moves, replaces or removes one row as the server's list would. Takes drafts; costs a search by halves and, only where the row
 * moves, one copy of the page's ids. Where the row or the one that takes its place is beyond the page, it is counted in `changed` or
 * is one of `missingRows`.
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
  // It may be on another page now. The rows that are left are the list's without a doubt, but which of them begins the page is not.
  if (isFirst) markChanged(window, after.id)
  if (isFirst || isLast) delete rows.byId[after.id]
  else order.splice(at, 0, after.id)
  return !(isFirst || isLast)
}

/** Places a row that the page does not hold. */
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
    // A row above the page is gone from there: the page's first takes its place. Else the last one makes room.
    const [out] = isBefore ? order.splice(0, 1) : order.splice(query.pageSize)
    if (out !== undefined) delete rows.byId[out]
  }
  // All rows move by one, and the one that comes from the next page or the page before is not held.
  const isShift = isBefore ? to === 'after' || to === null : to === 'before'
  if (before === undefined || isShift) markChanged(window, id)
  return { before, after, isHeld: rows.byId[id] !== undefined }
}

/**
 * Where a row at this index of the page belongs; `window.total` counts it already. `leaving`: rows that go to the page before: where some
 * of the page's rows are missing, what stays may end before them.
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

/** Index among the page's rows, found by halves. */
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

/** The ids as an array of the draft's own: changing a draft's array in place costs a trap for every id that moves. */
function ownOrder(rows: Rows<unknown>): number[] {
  if (isDraft(rows.order)) rows.order = [...(original(rows.order) ?? [])]
  return rows.order
}

/** The value beneath a draft, which is read many times and never changed. */
export const plain = <Value>(value: Value): Value => (isDraft(value) ? (original<unknown>(value) as Value) : value)
