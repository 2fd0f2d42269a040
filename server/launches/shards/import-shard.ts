import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Shard } from '../../../contract/launches/shards.ts'
import type { Db } from '../../db/open.ts'
import { conflict } from '../../http/refusal.ts'
import { startOf, type Destination, type Importing, type ImportRequest } from '../import/run.ts'
import type { LaunchRow } from '../rows.ts'
import type { Writer } from '../writer/writer.ts'
import { deleteTestsOfShard, dropShard } from './drop-shard.ts'
import { endShard, joinShard } from './shards.ts'

const POLL_MS = 250
/** Longer than any import takes. */
const MAX_WAIT_MS = 10 * 60_000

/**
 * Resolves with the launch that an import adds its shard to, or with the launch that has the same content already. Waits for another call
 * that imports this shard; throws 409 after ten minutes. Tests of an earlier import of the shard are deleted: those of a repeated job replace them.
 */
export const beginShard = async (
  { db, writer }: { db: Db; writer: Writer },
  { projectId, userId, importId }: Importing,
  requested: ImportRequest,
  { buildKey, shard, hash }: { buildKey: string; shard: Shard; hash: string },
): Promise<Destination | { known: LaunchRow }> => {
  const join = joinShard(projectId, userId, startOf(requested), {
    buildKey,
    shard,
    id: importId,
    hash,
    isPartial: requested.isPartial,
  })
  for (const end = Date.now() + MAX_WAIT_MS; ;) {
    const joined = await writer.submit(join)
    const { launch } = joined
    if (joined.state === 'known') return { known: launch }
    if (joined.state === 'begun') {
      if (joined.replaces) await deleteTestsOfShard(db, writer, launch.id, shard.index)
      return {
        launch,
        shard: shard.index,
        end: (at) => endShard(launch.id, shard.index, at),
        drop: () => dropShard(db, writer, { launchId: launch.id, index: shard.index, importId }),
      }
    }
    const other = launch.shards?.parts.find(({ index }) => index === shard.index)
    if (other !== undefined && !(await isImporting(db, other.id)))
      await dropShard(db, writer, { launchId: launch.id, index: shard.index, importId: other.id })
    if (Date.now() > end) throw conflict('Another call imports this shard')
    await wait(POLL_MS)
  }
}

/** Resolves with whether a server still works on an import. One that has stopped does not renew its lease. */
const isImporting = async (db: Db, importId: string): Promise<boolean> => {
  const row = await db
    .selectFrom('result_import')
    .select(sql<boolean>`working_until > now()`.as('isWorking'))
    .where(sql<string>`id::text`, '=', importId)
    .executeTakeFirst()
  return row?.isWorking ?? false
}
