import type { Tx } from '../../db/open.ts'
import { Batch } from './batch.ts'
import { load } from './load.ts'
import { createIds } from './new-ids.ts'
import type { Operation } from './operation.ts'
import { noRowCache } from './row-cache.ts'
import { storing } from './store.ts'

/**
 * Applies operations in the caller's transaction instead of the writer's. Only for projects that this transaction creates: the writer caches
 * rows of launches, and relies on nobody else changing them.
 */
export const writeInTransaction = async (tx: Tx, operations: readonly Operation<unknown>[]): Promise<void> => {
  const needs = operations.map((operation) => operation.needs)
  const batch = new Batch(await createIds(tx).reserve(needs), new Date())
  await load(tx, batch, needs, noRowCache)
  for (const operation of operations) operation.apply(batch)
  for (const statement of await storing(tx, batch)) await statement.execute(tx)
}
