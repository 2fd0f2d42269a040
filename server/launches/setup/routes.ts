import { createGuideToken, getReportingSetup } from '../../../contract/launches/reporting-setup.ts'
import type { Db } from '../../db/open.ts'
import type { Routes } from '../../http/routes.ts'
import * as tokens from './guide-token.ts'

/** Routes of the reporting guides. */
export const reportingSetupRoutes = (routes: Routes, { db }: { db: Db }): void => {
  routes.inProject(getReportingSetup, async ({ caller, project, query, request }) => {
    const owner = { userId: caller.userId, projectId: project.id, guide: query.guide }
    const token = await tokens.newestGuideToken(db, owner)
    return {
      tokenExpiresAt: token?.expires_at?.toISOString() ?? null,
      firstLaunch: token === undefined ? null : await firstLaunchSince(db, owner, token.created_at),
      callerAddress: request.ip,
    }
  })

  routes.inProject(createGuideToken, ({ caller, project, body }) =>
    tokens.createGuideToken(db, { userId: caller.userId, projectId: project.id, guide: body.guide }),
  )
}

const DAY = 24 * 3600_000

/** Compares by the server's clock. `started_at` is the agent's clock, and only limits the index scan to the last days. */
const firstLaunchSince = async (db: Db, { userId, projectId }: tokens.GuideOwner, since: Date) =>
  (await db
    .selectFrom('launch')
    .select(['id', 'number', 'name'])
    .where('project_id', '=', projectId)
    .where('started_by', '=', userId)
    .where('first_launch_id', 'is', null)
    .where('started_at', '>', new Date(since.getTime() - DAY))
    .where('created_at', '>=', since)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()) ?? null
