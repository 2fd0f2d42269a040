import type { Db } from '../../db/open.ts'
import { failureOf } from '../failure.ts'

/**
 * Resolves with whether an equal failure is linked to an issue in the launch's project: the agent then need not retry the test (protocol
 * 2.5).
 */
export const isKnownIssue = async (db: Db, launchId: number, reason: string | null): Promise<boolean> => {
  const { failure_key: key } = failureOf(reason)
  if (key === null) return false
  const known = await db
    .selectFrom('test')
    .select('id')
    .where('project_id', '=', ({ selectFrom }) => selectFrom('launch').select('project_id').where('id', '=', launchId))
    .where('failure_key', '=', key)
    .where('issue_id', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return known !== undefined
}
