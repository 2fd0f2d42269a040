import type { Kysely, Transaction } from 'kysely'
import type { Database } from './schema.generated.ts'

/** Query builder for either engine. */
export type Db = Kysely<Database>
export type Tx = Transaction<Database>
