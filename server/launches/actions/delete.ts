import { isUnderWay } from '../../../contract/launches/launches.ts'
import type { Db } from '../../db/open.ts'
import { conflict } from '../../http/refusal.ts'
import type { Operation } from '../writer/operation.ts'
import type { Writer } from '../writer/writer.ts'
import { inProjectOf } from './in-project.ts'

/** Deletes a launch with all dependent rows; 409 while it is in progress. */
const removal = (place: { projectId: number; launchId: number }): Operation<void> =>
  inProjectOf(
    place,
    {
      needs: {},
      apply: (batch) => {
        const before = batch.launches.get(place.launchId)?.before ?? null
        batch.launches.set(place.launchId, { before, row: null })
      },
    },
    ({ status }) => {
      if (isUnderWay(status)) throw conflict('The launch is in progress. Abort it first.')
    },
  )

/** Deletes a launch. Resolves with the hashes of its files; other rows may still refer to them. */
export const removeLaunch = async (
  { db, writer }: { db: Db; writer: Writer },
  place: { projectId: number; launchId: number },
): Promise<string[]> => {
  const held = await db
    .selectFrom('artifact')
    .select('file_hash')
    .distinct()
    .where('launch_id', '=', place.launchId)
    .execute()
  await writer.submit(removal(place))
  return held.map(({ file_hash: hash }) => hash)
}
