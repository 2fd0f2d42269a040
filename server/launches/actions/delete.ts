import { isUnderWay } from '../../../contract/launches/launches.ts'
import type { Db } from '../../db/open.ts'
import { conflict } from '../../http/refusal.ts'
import type { Operation, Writer } from '../writer/writer.ts'
import { inProjectOf } from './in-project.ts'

/** Deletes a launch with all that hangs on it; 409 while it is under way. */
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

/** Deletes a launch. Returns the hashes of the files that hung on it: others may still hang on them. */
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
