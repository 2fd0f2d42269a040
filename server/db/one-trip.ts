import { CompiledQuery, type RawBuilder } from 'kysely'
import type { Db } from './database.ts'

/**
 * Runs one transaction of statements that do not depend on each other's results: begin, the statements in order, and commit are sent in one
 * round trip. Rejects with the first error, and rolls back.
 */
export const inOneTrip = async (db: Db, statements: readonly RawBuilder<unknown>[]): Promise<void> => {
  const compiled = [
    CompiledQuery.raw('begin'),
    ...statements.map((one) => one.compile(db)),
    CompiledQuery.raw('commit'),
  ]
  // Kysely's own connections and transactions await each statement; the driver's connection does not.
  const outcomes = await db
    .getExecutor()
    .provideConnection((connection) => Promise.allSettled(compiled.map((query) => connection.executeQuery(query))))
  // After an error the commit acts as a rollback.
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
}
