import type { QueryResult } from 'kysely'

/** Returns the row of a query that always has one. */
export const onlyRow = <Row>({ rows: [row] }: QueryResult<Row>): Row => {
  if (row === undefined) throw new Error('the query returned no row')
  return row
}
