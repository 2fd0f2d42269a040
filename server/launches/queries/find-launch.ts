import { TEXTS } from '../../../contract/texts.ts'
import type { Db, Tx } from '../../db/open.ts'
import { notFound } from '../../http/refusal.ts'
import type { LaunchRow } from '../rows.ts'

/** 404 also for a launch of another project, so that its existence is not revealed. */
export const findLaunch = async (db: Db | Tx, projectId: number, launchId: number): Promise<LaunchRow> => {
  const row = await db
    .selectFrom('launch')
    .selectAll()
    .where('id', '=', launchId)
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  if (!row) throw notFound(TEXTS.launchNotFound)
  return row
}
