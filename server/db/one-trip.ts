import { CompiledQuery, type QueryExecutorProvider, type RawBuilder } from 'kysely'
import type { Db } from './database.ts'

/**
 * Runs one transaction of statements that do not depend on each other's results: begin, the statements in order, and commit are sent in one
 * round trip. Rejects with the first error, and rolls back. `onSent` is called when the statements are on their way.
 */
export const inOneTrip = async (
  db: Db,
  statements: readonly RawBuilder<unknown>[],
  onSent: () => void = () => undefined,
): Promise<void> => {
  const requested = statements.map((one) => one.compile(db))
  // A single statement is a transaction of its own.
  const compiled =
    requested.length === 1 ? requested : [CompiledQuery.raw('begin'), ...requested, CompiledQuery.raw('commit')]
  // Kysely's own connections and transactions await each statement; the driver's connection does not.
  const outcomes = await db.getExecutor().provideConnection((connection) => {
    const running = Promise.allSettled(compiled.map((query) => connection.executeQuery(query)))
    // The driver sends at the end of this turn of the event loop.
    setImmediate(onSent)
    return running
  })
  // After an error the commit acts as a rollback.
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
}

/**
 * Runs queries that do not depend on each other's results in one round trip. `read` starts them on `source` without awaiting one before the
 * next.
 */
export const readInOneTrip = <T>(db: Db, read: (source: QueryExecutorProvider) => Promise<T>): Promise<T> => {
  const executor = db.getExecutor()
  return executor.provideConnection((connection) =>
    read({
      getExecutor: () => executor.withConnectionProvider({ provideConnection: (use) => use(connection) }),
    }),
  )
}
