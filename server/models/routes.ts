import { createCaseModel, getCaseModel, getCaseModelResults, updateCaseModel } from '../../contract/models/models.ts'
import type { Db } from '../db/open.ts'
import type { Routes } from '../http/routes.ts'
import { changeRepository, readSuite, whereOf } from '../cases/cases.ts'
import { createModel } from './create.ts'
import { findResults } from './results.ts'
import { readModel } from './stored.ts'
import { updateModel } from './update.ts'

/** Routes of models of suites, and of the cases generated from them. */
export const modelRoutes = (routes: Routes, db: Db): void => {
  routes.inProject(createCaseModel, (given) =>
    changeRepository(db, whereOf(given), 'case-model/created', (tx, touched) =>
      createModel(tx, given.project, whereOf(given), touched, given.body),
    ),
  )
  routes.inProject(getCaseModel, async ({ project, params }) => {
    const { id, title } = await readSuite(db, project.id, params.suiteId)
    return { suite: { id, title }, data: await readModel(db, project, id) }
  })
  routes.inProject(updateCaseModel, (given) =>
    changeRepository(db, whereOf(given), 'case-model/updated', (tx, touched) =>
      updateModel(tx, given.project, whereOf(given), touched, given.params.suiteId, given.body),
    ),
  )
  routes.inProject(getCaseModelResults, async ({ project, params }) => {
    await readSuite(db, project.id, params.suiteId)
    return findResults(db, project, params.suiteId)
  })
}
