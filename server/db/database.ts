import type { Kysely, Transaction } from 'kysely'
import type { Database } from './schema.generated.ts'

/** Query builder for either engine. */
export type Db = Kysely<Database>
export type Tx = Transaction<Database>

/**
 * Runs a heavy read on the read replica, if there is one that has everything committed so far, otherwise on the database itself. `read`
 * does nothing but read, because it may run twice: what fails on the replica is repeated on the database.
 */
export type FromReplica = <T>(read: (db: Db) => Promise<T>) => Promise<T>
