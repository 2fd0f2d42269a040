import {
  createMilestone,
  deleteMilestone,
  getMilestone,
  listMilestones,
  updateMilestone,
} from '../../../contract/settings/milestones.ts'
import type { Principal, ProjectScope } from '../../access/principals.ts'
import type { Db } from '../../db/open.ts'
import { notFound } from '../../http/refusal.ts'
import type { Routes } from '../../http/routes.ts'
import { authorOf, type SettingsAuthor } from '../changes.ts'
import { addMilestone, editMilestone, removeMilestone } from './change.ts'
import { findMilestones, readMilestone } from './stored.ts'

export const milestoneRoutes = (routes: Routes, db: Db): void => {
  routes.inProject(listMilestones, (given) => {
    memberOf(given)
    return findMilestones(db, given.project.id, given.query)
  })

  routes.inProject(getMilestone, ({ project, params }) => readMilestone(db, project.id, params.milestoneId))

  routes.inProject(createMilestone, (given) => addMilestone(db, memberOf(given), given.body))

  routes.inProject(updateMilestone, (given) => editMilestone(db, memberOf(given), given.params.milestoneId, given.body))

  routes.inProject(deleteMilestone, async (given) => {
    await removeMilestone(db, memberOf(given), given.params.milestoneId)
    return {}
  })
}

/**
 * Returns the caller as a member of the project. Throws 404 if they are none: the permission allows members of any role to change milestones,
 * but gives no access to other projects.
 */
const memberOf = ({ project, caller }: { project: ProjectScope; caller: Principal }): SettingsAuthor => {
  if (project.role === null) throw notFound(`Project ${project.key} does not exist`)
  return authorOf({ project, caller })
}
