import { sql } from 'kysely'
import type { z } from 'zod/mini'
import type { listLauncherMilestones } from '../../../contract/launchers/options.ts'
import type { Db } from '../../db/open.ts'
import { pageMeta } from '../../http/page-meta.ts'

/** Resolves with the milestones of a project, the latest due date first. */
export const readMilestones = async (
  db: Db,
  projectId: number,
  { page, pageSize, completed }: z.infer<typeof listLauncherMilestones.query>,
): Promise<z.infer<typeof listLauncherMilestones.answer>> => {
  const found = db
    .selectFrom('milestone')
    .where('project_id', '=', projectId)
    .where('completed', '=', completed === 'true')
  const [items, { total }] = await Promise.all([
    found
      .select(['id', 'name'])
      .orderBy(sql`due_date desc nulls last`)
      .orderBy('id', 'desc')
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute(),
    found.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { items, _meta: pageMeta(total, page, pageSize) }
}
