import {
  createProject,
  deleteProject,
  getProject,
  listProjects,
  starProject,
  unstarProject,
} from '../../contract/projects/projects.ts'
import type { Principals } from '../access/principals.ts'
import { appendEvents } from '../db/events.ts'
import type { Db } from '../db/open.ts'
import type { Routes } from '../http/routes.ts'
import type { FileStore } from '../files/store.ts'
import { addProject, projectEvent } from './create.ts'
import { generalRoutes } from './general.ts'
import { findProjects, readProject } from './list.ts'

interface Parts {
  db: Db
  principals: Principals
  files: FileStore
}

export const projectRoutes = (routes: Routes, parts: Parts): void => {
  const { db, principals } = parts
  generalRoutes(routes, parts)

  routes.signedIn(listProjects, ({ caller, query }) => findProjects(db, caller, query))

  routes.signedIn(createProject, async ({ caller, body }) => {
    const id = await addProject(db, caller.userId, body)
    principals.forget(caller.userId)
    return readProject(db, caller, id)
  })

  routes.inProject(getProject, ({ caller, project }) => readProject(db, caller, project.id))

  routes.inProject(starProject, async ({ caller, project }) => {
    await db
      .insertInto('starred_project')
      .values({ user_id: caller.userId, project_id: project.id })
      .onConflict((c) => c.doNothing())
      .execute()
    return {}
  })

  routes.inProject(unstarProject, async ({ caller, project }) => {
    await db
      .deleteFrom('starred_project')
      .where('user_id', '=', caller.userId)
      .where('project_id', '=', project.id)
      .execute()
    return {}
  })

  routes.inProject(deleteProject, async ({ caller, project }) => {
    await db.transaction().execute(async (tx) => {
      await tx.deleteFrom('project').where('id', '=', project.id).execute()
      await appendEvents(tx, [projectEvent('project/deleted', project.id, { key: project.key }, caller.userId)])
    })
    principals.forget()
    return {}
  })
}
