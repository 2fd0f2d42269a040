import { changeQuarantine, listLaunchQuarantine, listQuarantine } from '../../../contract/launches/quarantine.ts'
import type { Db } from '../../db/open.ts'
import type { Routes } from '../../http/routes.ts'
import { change } from './change.ts'
import { readLaunchQuarantine, readQuarantine } from './read.ts'

/** Routes of quarantined tests, whose failures do not count. */
export const quarantineRoutes = (routes: Routes, db: Db): void => {
  routes.inProject(listQuarantine, async ({ project }) => ({ items: await readQuarantine(db, project.id) }))
  routes.inProject(listLaunchQuarantine, async ({ project, params }) => ({
    items: await readLaunchQuarantine(db, project.id, params.launchId),
  }))
  routes.inProject(changeQuarantine, async ({ caller, project, body }) => ({
    items: await change(db, { projectId: project.id, userId: caller.userId }, body.items),
  }))
}
