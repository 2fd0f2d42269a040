import { define } from 'superstruct'
import { isObject } from '../log/record.ts'

/** Loaded rows of a list in the server's order, indexed by id, so that a live change finds its row in constant time. */
export type Rows<Row> = { order: number[]; byId: Record<number, Row> }

export const rowsFrom = <Row extends { id: number }>(items: readonly Row[]): Rows<Row> => ({
  order: items.map(({ id }) => id),
  byId: Object.fromEntries(items.map((row) => [row.id, row])),
})

export const listOf = <Row>({ order, byId }: Rows<Row>): Row[] =>
  order.flatMap((id) => (byId[id] === undefined ? [] : [byId[id]]))

/** Returns whether the row existed. Takes drafts. */
export function dropRow(rows: Rows<unknown>, id: number): boolean {
  if (rows.byId[id] === undefined) return false
  delete rows.byId[id]
  rows.order = rows.order.filter((other) => other !== id)
  return true
}

const isRows = (value: unknown): boolean => isObject(value) && Array.isArray(value['order']) && isObject(value['byId'])

/** A state with a window of rows, see `ListWindow`. */
export const windowState = <State>(name: string) =>
  define<State>(
    name,
    (value) =>
      isObject(value) &&
      isRows(value['rows']) &&
      Number.isSafeInteger(value['total']) &&
      (value['query'] === null || isObject(value['query'])) &&
      isObject(value['changed']),
  )
