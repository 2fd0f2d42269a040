import { sql } from 'kysely'
import {
  createTestCaseField,
  deleteTestCaseField,
  getTestCaseField,
  getTestCaseFieldUsage,
  listFieldUsers,
  listTestCaseFields,
  saveTestCaseFields,
  updateTestCaseField,
  type FieldUser,
} from '../../../contract/settings/test-case-fields.ts'
import { requireFeature } from '../../access/authorise.ts'
import type { Principals } from '../../access/principals.ts'
import type { Db } from '../../db/open.ts'
import type { Routes } from '../../http/routes.ts'
import { savePlaces } from './places.ts'
import { readField, readFields } from './read.ts'
import { createField, deleteField, updateField, usageOf } from './write.ts'
import { displayName, isUser } from '../../access/users.ts'

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
    const { version, fields: requested } = body
    return savePlaces(db, { projectId: project.id, userId: caller.userId, version, wanted: requested, moveRefusal })
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

/**
 * Returns members whose name or username contains the words, and with `inUse` also users who are values of cases; with `id`, that user, if
 * they are a member, a value of a case or the default of a field.
 */
const findUsers = async (
  db: Db,
  projectId: number,
  { q, id, inUse, pageSize }: { q: string; id?: number | undefined; inUse: boolean; pageSize: number },
): Promise<FieldUser[]> => {
  const words = `%${q.trim().replace(/[\\%_]/g, '\\$&')}%`
  const people = db
    .selectFrom('workspace_user as p')
    .select(['p.id', 'p.username', 'p.photo_url as photoUrl', displayName('p').as('name')])
    .orderBy(sql`lower(${displayName('p')})`)
    .orderBy('p.id')
    .limit(pageSize)
  const isMember = sql<boolean>`exists (select from project_member m where m.project_id = ${projectId} and m.user_id = p.id)`
  const isValue = sql<boolean>`p.id::text in (
    select c.field_values ->> f.id::text from test_case_field f join test_case c on c.project_id = f.project_id
     where f.project_id = ${projectId} and f.data_type = 'USER' and c.field_values ? f.id::text)`
  if (id === undefined)
    return people
      .where(isUser('p'))
      .where(({ or }) => or(inUse ? [isMember, isValue] : [isMember]))
      .where(({ eb, or }) => or([eb(displayName('p'), 'ilike', words), eb('p.username', 'ilike', words)]))
      .execute()
  // Nobody else can be looked up by id.
  const isNamed = sql<boolean>`exists (select from test_case_field f
    where f.project_id = ${projectId} and f.data_type = 'USER' and f.value #>> '{default,userId}' = p.id::text)`
  return people
    .where('p.id', '=', id)
    .where(({ or }) => or([isMember, isNamed, isValue]))
    .execute()
}
