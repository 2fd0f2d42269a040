import type { z } from 'zod/mini'
import type { createCaseModel } from '../../contract/models/models.ts'
import type { ProjectScope } from '../access/principals.ts'
import type { Tx } from '../db/database.ts'
import { stale, wrongField } from '../http/refusal.ts'
import { beginOperation, insertSuite, noteItems, readSuite, reserve, type Touched, type Where } from '../cases/cases.ts'
import { readModel } from './stored.ts'
import { insertModelCases } from './write.ts'

type NewModel = z.infer<typeof createCaseModel.body>

/** Creates a suite with a model and the cases of its paths. Throws `stale` if the suite already has a model, 400 for a repeated path. */
export const createModel = async (
  tx: Tx,
  project: ProjectScope,
  where: Where,
  touched: Touched,
  { operationId, suite, format, source, model, options, cases }: NewModel,
): Promise<z.infer<typeof createCaseModel.answer>> => {
  requireDifferent(cases)
  await reserve(tx, where.projectId)
  const suiteId =
    'id' in suite
      ? (await readSuite(tx, where.projectId, suite.id)).id
      : (await insertSuite(tx, where, touched, { ...suite, description: '' })).id
  const undo = { suiteIds: 'id' in suite ? [] : [suiteId], modelOfSuiteId: suiteId }
  await beginOperation(tx, where, { id: operationId, kind: 'import', undo })
  const saved = await tx
    .insertInto('case_model')
    .values({
      suite_id: suiteId,
      project_id: where.projectId,
      format,
      source,
      model: JSON.stringify(model),
      options: JSON.stringify(options),
      updated_by: where.userId,
    })
    .onConflict((c) => c.column('suite_id').doNothing())
    .returning('suite_id')
    .executeTakeFirst()
  if (!saved) throw stale('The suite keeps a model already', await readModel(tx, project, suiteId))
  const ids = await insertModelCases(tx, where, touched, suiteId, cases)
  await noteItems(
    tx,
    operationId,
    ids.map((caseId) => ({ caseId, before: null, versionAfter: 1 })),
  )
  return { suiteId, created: ids.length, operationId }
}

/** Throws for repeated paths: their cases could not be distinguished in the next version. */
export const requireDifferent = (cases: readonly { pathKey: string }[]): void => {
  if (new Set(cases.map(({ pathKey }) => pathKey)).size < cases.length)
    throw wrongField('cases', 'Two cases have the same path')
}
