import { sql, type RawBuilder } from 'kysely'
import { storable } from '../../../contract/text-matching.ts'
import { anyOf, holds, oneHolds, type Condition } from '../../db/matching.ts'

/** All searched texts of a test `t`, as indexed by `test_search`. */
const words = sql`(t.name || e'\n' || coalesce(t.class_name, '') || e'\n' || coalesce(t.method_name, '') || e'\n' || coalesce(t.message, '')
  || e'\n' || jsonb_path_query_array(t.test_cases, '$[*].testCaseId')::text)`

/** Whether the name, class, method, failure or linked test cases of a test `t` contain the text. */
export const testHolds = (text: string): Condition[] => [
  mayHold(text),
  ...anyOf([
    ...[sql`t.name`, sql`t.class_name`, sql`t.method_name`, sql`t.message`].map((column) => holds(column, text)),
    oneHolds(sql`t.test_cases`, 'testCaseId', text),
  ]),
]

/** Whether one of these columns contains the text; they must be part of `words`. */
export const testHoldsIn = (columns: readonly RawBuilder<unknown>[], text: string): Condition[] => [
  mayHold(text),
  ...anyOf(columns.map((column) => holds(column, text))),
]

/**
 * Condition that uses the index. It has no false negatives, but false positives: text across a line break, and the JSON syntax around test
 * cases.
 */
const mayHold = (text: string): Condition => {
  const inJson = JSON.stringify(storable(text)).slice(1, -1)
  return inJson === storable(text) ? holds(words, text) : sql`(${holds(words, text)} or ${holds(words, inJson)})`
}
