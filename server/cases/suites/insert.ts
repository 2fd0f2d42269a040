import type { Suite } from '../../../contract/cases/suites.ts'
import { LIMITS } from '../../../contract/limits.ts'
import type { Tx } from '../../db/database.ts'
import { conflict } from '../../http/refusal.ts'
import type { Touched, Where } from '../repository.ts'
import { positionOf } from './placing.ts'

/** Inserts a suite as the last child of its parent. Throws 404 for an unknown parent, 409 at the limit of suites. */
export const insertSuite = async (
  tx: Tx,
  { projectId, userId }: Where,
  touched: Touched,
  { title, description, parentSuiteId }: Pick<Suite, 'title' | 'description' | 'parentSuiteId'>,
): Promise<Suite> => {
  await requireRoom(tx, projectId)
  const position = await positionOf(tx, projectId, { newParentTestSuiteId: parentSuiteId }, null)
  const { id } = await tx
    .insertInto('suite')
    .values({ project_id: projectId, parent_id: parentSuiteId, title, description, position, created_by: userId })
    .returning('id')
    .executeTakeFirstOrThrow()
  touched.suites()
  return { id, parentSuiteId, title, description, testCases: 0 }
}

export const requireRoom = async (tx: Tx, projectId: number, more = 1): Promise<void> => {
  const { total } = await tx
    .selectFrom('suite')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (total + more > LIMITS.maxSuites) throw conflict(`A project has at most ${LIMITS.maxSuites} suites`)
}
