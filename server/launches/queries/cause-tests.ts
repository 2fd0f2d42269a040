import { storable } from '../../../contract/text-matching.ts'
import { LIMITS } from '../../../contract/limits.ts'
import type { Db } from '../../db/open.ts'

interface Place {
  projectId: number
  launchId: number
}

/** Resolves with the keys of a cause: its own and the keys merged into it. */
export const keysOfCause = async (db: Db, projectId: number, failureKey: string): Promise<string[]> => {
  const key = storable(failureKey)
  const merged = await db
    .selectFrom('failure_cause')
    .select('key')
    .where('project_id', '=', projectId)
    .where('root_key', '=', key)
    .execute()
  return [key, ...merged.map((row) => row.key)]
}

/** Resolves with the ids of a launch's failed tests with one of these keys and no issue; the oldest, at most `LIMITS.causeTests`. */
export const unlinkedOfCause = async (
  db: Db,
  { projectId, launchId }: Place,
  keys: readonly string[],
): Promise<number[]> => {
  const rows = await db
    .selectFrom('test')
    .select('id')
    .where('project_id', '=', projectId)
    .where('launch_id', '=', launchId)
    .where('failure_key', 'in', [...keys])
    .where('status', '=', 'FAILED')
    .where('issue_id', 'is', null)
    .orderBy('id')
    .limit(LIMITS.causeTests)
    .execute()
  return rows.map(({ id }) => id)
}
