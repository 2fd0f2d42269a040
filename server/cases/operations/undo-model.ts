import { sql } from 'kysely'
import type { ModelFormat } from '../../../contract/models/models.ts'
import type { Tx } from '../../db/database.ts'
import { conflict } from '../../http/refusal.ts'
import type { Touched } from '../repository.ts'

/** Stored data to undo a new version of a model. */
export interface ModelUndo {
  modelVersion?: {
    suiteId: number
    /** Version that the operation created. */
    version: number
    before: { format: ModelFormat; source: string; model: unknown; options: unknown }
    /** Previous generated content of its cases. */
    cases: { caseId: number; content: unknown; transitionIds: string[]; obsolete: boolean }[]
  }
}

/** Throws 409 if a newer version exists: its cases are based on the one to be undone. */
export const requireNewestModel = async (tx: Tx, { modelVersion }: ModelUndo): Promise<void> => {
  if (modelVersion === undefined) return
  const row = await tx
    .selectFrom('case_model')
    .select('version')
    .where('suite_id', '=', modelVersion.suiteId)
    .forUpdate()
    .executeTakeFirst()
  if (row?.version !== modelVersion.version) throw conflict('The model has a newer version meanwhile')
}

/**
 * Restores the previous model as a new version, so that clients with the undone version notice the change. Call it after undoing the cases.
 * Cases that were edited since are kept and marked as obsolete.
 */
export const undoModel = async (
  tx: Tx,
  { modelVersion }: ModelUndo,
  userId: number,
  touched: Touched,
): Promise<void> => {
  if (modelVersion === undefined) return
  const { suiteId, version, before, cases } = modelVersion
  await tx
    .updateTable('case_model')
    .set({
      format: before.format,
      source: before.source,
      model: JSON.stringify(before.model),
      options: JSON.stringify(before.options),
      version: version + 1,
      updated_at: new Date(),
      updated_by: userId,
    })
    .where('suite_id', '=', suiteId)
    .execute()
  await sql`update case_model_case set obsolete = true where suite_id = ${suiteId}`.execute(tx)
  await sql`
    update case_model_case m
       set content = r.content, transition_ids = r."transitionIds", obsolete = r.obsolete
      from jsonb_to_recordset(${JSON.stringify(cases)}::jsonb)
        as r ("caseId" bigint, content jsonb, "transitionIds" jsonb, obsolete boolean)
     where m.case_id = r."caseId"`.execute(tx)
  touched.suites()
}
