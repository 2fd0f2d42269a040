import { sql, type RawBuilder } from 'kysely'

/** Tables with rows of a test, by their column `test_id`. */
const TABLES_OF_TEST = ['log_line', 'artifact', 'test_attempt', 'test_steps', 'test_session_test']

/**
 * Returns the statements that delete tests with all that belongs to them. Results of test runs remain. So do packed log lines, which nobody can
 * read any more, until the launch or its logs are deleted: a frame has lines of other tests as well.
 */
export const deletingTests = <Row>(ids: readonly number[]): RawBuilder<Row>[] => {
  const isOne = (column: string) => sql`${sql.ref(column)} = any(${[...ids]}::bigint[])`
  return [
    ...TABLES_OF_TEST.map((table) => sql<Row>`delete from ${sql.table(table)} where ${isOne('test_id')}`),
    sql<Row>`update test_run_result set test_id = null where ${isOne('test_id')}`,
    sql<Row>`delete from test where ${isOne('id')}`,
  ]
}
