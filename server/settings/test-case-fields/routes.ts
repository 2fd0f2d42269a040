import {
  createTestCaseField,
  deleteTestCaseField,
  getTestCaseField,
  getTestCaseFieldUsage,
  listFieldUsers,
  listTestCaseFields,
  saveTestCaseFields,
  updateTestCaseField,
} from '../../../contract/settings/test-case-fields.ts'
import { requireFeature } from '../../access/authorise.ts'
import type { Principals } from '../../access/principals.ts'
import type { Db } from '../../db/open.ts'
import type { Routes } from '../../http/routes.ts'
import { savePlaces } from './places.ts'
import { readField, readFields } from './read.ts'
import { findUsers } from './users.ts'
import { createField, deleteField, updateField, usageOf } from './write.ts'

export const testCaseFieldRoutes = (routes: Routes, { db, principals }: { db: Db; principals: Principals }): void => {
  // The layout is that of cases, so it requires the cases feature besides its own.
  const withCases = () => requireFeature(principals, 'test-case-management')

  routes.inProject(listTestCaseFields, ({ project }) => readFields(db, project.id))

  routes.inProject(saveTestCaseFields, async ({ caller, project, body }) => {
    // Checked before the transaction: inside it, this query would deadlock on an engine with one connection.
    const moveRefusal = await requireFeature(principals, 'custom-test-case-layout').then(
      () => null,
      (refused: Error) => refused,
    )
    const { version, fields: wanted } = body
    return savePlaces(db, { projectId: project.id, userId: caller.userId, version, wanted, moveRefusal })
  })

  routes.inProject(getTestCaseField, ({ project, params }) => readField(db, project.id, params.fieldId))

  routes.inProject(createTestCaseField, async ({ caller, project, body }) => {
    await withCases()
    return createField(db, { projectId: project.id, userId: caller.userId }, body)
  })

  routes.inProject(updateTestCaseField, async ({ caller, project, params, body }) => {
    await withCases()
    return updateField(db, { projectId: project.id, userId: caller.userId }, params.fieldId, body)
  })

  routes.inProject(getTestCaseFieldUsage, async ({ project, params }) => {
    await readField(db, project.id, params.fieldId)
    return { cases: await usageOf(db, project.id, params.fieldId) }
  })

  routes.inProject(deleteTestCaseField, async ({ caller, project, params }) => {
    await withCases()
    const where = { projectId: project.id, userId: caller.userId }
    return { cases: await deleteField(db, where, params.fieldId) }
  })

  routes.inProject(listFieldUsers, async ({ project, query }) => ({ items: await findUsers(db, project.id, query) }))
}
