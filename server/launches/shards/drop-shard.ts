import { sql } from 'kysely'
import type { Db } from '../../db/open.ts'
import type { Writer } from '../writer/writer.ts'
import { deleteTests, leaveShard } from './shards.ts'

/** Tests that one operation deletes. */
const DELETED_AT_ONCE = 500

/** Deletes the tests that imports of a shard have stored. */
export const deleteTestsOfShard = async (db: Db, writer: Writer, launchId: number, index: number): Promise<void> => {
  for (;;) {
    const rows = await db
      .selectFrom('test')
      .select('id')
      .where('launch_id', '=', launchId)
      .where('shard', '=', index)
      .limit(DELETED_AT_ONCE)
      .execute()
    if (rows.length === 0) return
    await writer.submit(
      deleteTests(
        launchId,
        rows.map(({ id }) => id),
      ),
    )
  }
}

/** Deletes what an import has stored of a shard that it has not ended. */
export const dropShard = async (
  db: Db,
  writer: Writer,
  { launchId, index, importId }: { launchId: number; index: number; importId: string },
): Promise<void> => {
  await deleteTestsOfShard(db, writer, launchId, index)
  await writer.submit(leaveShard(launchId, importId))
}

/** Resolves with the shard that an import has begun and not ended; null if there is none. */
export const findOpenShard = async (
  db: Db,
  importId: string,
): Promise<{ launchId: number; index: number; importId: string } | null> => {
  const part = JSON.stringify([{ id: importId, endedAt: null }])
  const { rows } = await sql<{ launchId: number; index: number }>`
    select l.id as "launchId", (part->>'index')::int as index
      from launch l join result_import i on i.project_id = l.project_id
      cross join lateral jsonb_array_elements(l.shards->'parts') part
     where i.id = ${importId}::uuid and l.shards->'parts' @> ${part}::jsonb and part->>'id' = ${importId}`.execute(db)
  return rows[0] === undefined ? null : { ...rows[0], importId }
}
