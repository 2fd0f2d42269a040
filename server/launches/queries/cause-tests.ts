import { LIMITS } from '../../../contract/limits.ts'
import type { Db } from '../../db/open.ts'
import { storable } from '../../../contract/text-matching.ts'

/** Ids of a launch's failed tests of one cause that have no issue; the oldest, at most `LIMITS.causeTests`. */
export const unlinkedOfCause = async (db: Db, launchId: number, failureKey: string): Promise<number[]> => {
  const rows = await db
    .selectFrom('test')
    .select('id')
    .where('launch_id', '=', launchId)
    .where('failure_key', '=', storable(failureKey))
    .where('status', '=', 'FAILED')
    .where('issue_id', 'is', null)
    .orderBy('id')
    .limit(LIMITS.causeTests)
    .execute()
  return rows.map(({ id }) => id)
}
