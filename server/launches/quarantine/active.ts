import { sql } from 'kysely'

/** Whether the entry `q` of `quarantined_test` is in force: its last day, in UTC, is not over. */
export const isInForce = sql<boolean>`(q.until is null or q.until >= (now() at time zone 'utc')::date)`
