import { sql } from 'kysely'
import type { ModelFormat } from '../../contract/models/models.ts'
import type { Tx } from '../db/database.ts'
import { conflict } from '../http/refusal.ts'
import type { Touched } from '../cases/repository.ts'

/** What taking a new version of a model back needs, as it is stored with its operation. */
export interface ModelUndo {
  modelVersion?: {
    suiteId: number
    /** That the operation gave. */
    version: number
    before: { format: ModelFormat; source: string; model: unknown; options: unknown }
    /** What the version before had written in its cases. */
    cases: { caseId: number; content: unknown; transitionIds: string[]; obsolete: boolean }[]
  }
}

/** 409 once there is a version after the one to be taken back: its cases follow from that one. */
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
 * The suite keeps its model as it was, as a version of its own: who still looks at the one that was taken back is told so. To be called
 * after its cases were. Those that stayed because somebody changed them have no path in it.
 */
export const undoModel = async (
  tx: Tx,
  { modelVersion }: ModelUndo,
  personId: number,
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
      updated_by: personId,
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
