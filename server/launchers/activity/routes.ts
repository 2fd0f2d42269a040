import { getLauncherActivity } from '../../../contract/launchers/activity.ts'
import type { Db } from '../../db/open.ts'
import type { Routes } from '../../http/routes.ts'
import { findLauncher } from '../configs/launchers.ts'
import type { InstanceLabels } from '../options/instance-labels.ts'
import { readActivity } from './activity.ts'

export const activityRoutes = (
  routes: Routes,
  { db, instanceLabels }: { db: Db; instanceLabels: InstanceLabels },
): void =>
  routes.inProject(getLauncherActivity, async ({ project, params }) =>
    readActivity(db, project.id, await findLauncher(db, project.id, params.launcherId), instanceLabels),
  )
