import type { Db, Tx } from '../../db/open.ts'
import { notFound } from '../../http/refusal.ts'
import { isQuarantined } from '../quarantine/active.ts'
import type { ShownTest } from '../rows.ts'
import { findLaunch } from './find-launch.ts'

/** Resolves with a test and its whole failure text. 404 for a test of another launch, and for a launch of another project. */
export const findTest = async (
  db: Db | Tx,
  { projectId, launchId, testId }: { projectId: number; launchId: number; testId: number },
): Promise<ShownTest> => {
  const row = await db
    .selectFrom('test as t')
    .selectAll()
    .select(isQuarantined.as('quarantined'))
    .where('id', '=', testId)
    .where('launch_id', '=', launchId)
    .where('project_id', '=', projectId)
    // Tests of a deleted launch are deleted later.
    .where(({ exists, selectFrom }) => exists(selectFrom('launch').select('id').where('id', '=', launchId)))
    .executeTakeFirst()
  if (row) return row
  await findLaunch(db, projectId, launchId)
  throw notFound(`Test ${testId} does not exist in launch ${launchId}`)
}
