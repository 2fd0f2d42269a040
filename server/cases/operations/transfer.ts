import type { z } from 'zod/mini'
import type { cloneTestCases, Done, Target } from '../../../contract/cases/operations.ts'
import { inProjectOf } from '../../access/authorise.ts'
import type { Principal, Principals, ProjectScope } from '../../access/principals.ts'
import type { Db } from '../../db/open.ts'
import { notFound } from '../../http/refusal.ts'
import { changeRepository, whereOf } from '../repository.ts'
import { cloneCases } from './clone.ts'
import { moveCases } from './move.ts'
import { once } from './once.ts'
import { copyIntoProject } from './other-project.ts'
import { otherProjectOf, undoOf } from './undo.ts'

interface Given {
  project: ProjectScope
  caller: Principal
}

/** Moves and copies cases, and undoes operations, within a project or to another one where the caller may write (BULK-04). */
export const transfer = (db: Db, principals: Principals) => {
  const scopeOf = async ({ caller }: Given, projectId: number): Promise<ProjectScope> => {
    const row = await db.selectFrom('project').select('key').where('id', '=', projectId).executeTakeFirst()
    if (!row) throw notFound('The target project does not exist')
    return inProjectOf(principals, caller, row.key, 'cases:write', 'The target project does not exist')
  }
  /** Returns the target's project; null for the same one. */
  const targetOf = async (given: Given, { targetProjectId }: Target): Promise<ProjectScope | null> =>
    targetProjectId === undefined || targetProjectId === given.project.id ? null : scopeOf(given, targetProjectId)
  const within = (target: Target) => ({
    operationId: target.operationId,
    ids: target.ids,
    suiteId: target.targetTestSuiteId,
    placement: target,
  })

  return {
    move: async (given: Given, target: Target): Promise<Done> => {
      const other = await targetOf(given, target)
      if (other) return copyIntoProject(db, given, other, target, { keepsOriginals: false })
      return changeRepository(db, whereOf(given), 'cases/moved', (tx, touched) =>
        once(tx, whereOf(given), target, () => moveCases(tx, whereOf(given), touched, within(target))),
      )
    },
    clone: async (given: Given, target: z.infer<typeof cloneTestCases.body>): Promise<Done> => {
      const other = await targetOf(given, target)
      if (other) return copyIntoProject(db, given, other, target, { keepsOriginals: true })
      return changeRepository(db, whereOf(given), 'cases/cloned', (tx, touched) =>
        once(tx, whereOf(given), target, () => cloneCases(tx, whereOf(given), touched, within(target))),
      )
    },
    /** For an operation that wrote to another project, the caller must still be allowed to write there. */
    undo: async (given: Given, operationId: string): Promise<Done> => {
      const otherId = await otherProjectOf(db, whereOf(given), operationId)
      if (otherId !== null) await scopeOf(given, otherId)
      return changeRepository(db, whereOf(given), 'cases/undone', (tx, touched) =>
        undoOf(tx, whereOf(given), touched, operationId),
      )
    },
  }
}
