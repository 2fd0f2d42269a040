import type { Kysely, Transaction } from 'kysely'
import type { EventTables } from './events-schema.ts'
import type { ProductTables } from './schema.ts'

export interface Database extends EventTables, ProductTables {}

/** Query builder for either engine. */
export type Db = Kysely<Database>
export type Tx = Transaction<Database>
