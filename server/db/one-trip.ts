import { CompiledQuery, type RawBuilder } from 'kysely'
import type { Db } from './database.ts'

/**
 * One transaction whose statements do not need each other's answers: begin, all of them in this order, and commit travel to the
 * database together, which costs one way there and back instead of one for each. Rejects with the first error; nothing
 * is written then.
 */
export const inOneTrip = async (db: Db, statements: readonly RawBuilder<unknown>[]): Promise<void> => {
  const compiled = [
    CompiledQuery.raw('begin'),
    ...statements.map((one) => one.compile(db)),
    CompiledQuery.raw('commit'),
  ]
  // Kysely's own connections and transactions wait for each statement; the driver's connection does not.
  const outcomes = await db
    .getExecutor()
    .provideConnection((connection) => Promise.allSettled(compiled.map((query) => connection.executeQuery(query))))
  // After an error among them the commit rolls back.
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
}
