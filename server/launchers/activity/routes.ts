import { getLauncherActivity } from '../../../contract/launchers/activity.ts'
import { getEngineUse } from '../../../contract/launchers/engine-use.ts'
import type { Db } from '../../db/open.ts'
import type { Routes } from '../../http/routes.ts'
import { findLauncher } from '../configs/launchers.ts'
import type { InstanceLabels } from '../options/instance-labels.ts'
import { readActivity } from './activity.ts'
import { readEngineUse } from './engine-use.ts'

export const activityRoutes = (
  routes: Routes,
  { db, instanceLabels }: { db: Db; instanceLabels: InstanceLabels },
): void => {
  routes.inProject(getLauncherActivity, async ({ project, params }) =>
    readActivity(db, project.id, await findLauncher(db, project.id, params.launcherId), instanceLabels),
  )
  routes.inProject(getEngineUse, async ({ project, params, query }) => {
    const { id: launcherId } = await findLauncher(db, project.id, params.launcherId)
    return readEngineUse(db, { projectId: project.id, launcherId, ...query })
  })
}
