import { sql } from 'kysely'
import type { CaseStep, Step } from '../../contract/cases/steps.ts'
import { holdAttachments, keepVersions, type Where } from '../cases/cases.ts'
import type { Tx } from '../db/database.ts'

/** Replaces references to shared steps by steps, with a new version of each case. The shared steps are locked. */
export const putInPlace = async (
  tx: Tx,
  { userId }: Where,
  { sharedStepsId, caseIds, instead }: { sharedStepsId: number; caseIds: readonly number[]; instead: readonly Step[] },
): Promise<void> => {
  if (caseIds.length === 0) return
  const rows = await tx
    .selectFrom('test_case')
    .select(['id', 'steps'])
    .where('id', 'in', caseIds)
    .orderBy('id')
    .forUpdate()
    .execute()
  await keepVersions(tx, caseIds)
  const changed = rows.map(({ id, steps }) => ({ id, steps: withSteps(steps, sharedStepsId, instead) }))
  await sql`
    update test_case c set steps = g.steps, version = c.version + 1, updated_at = now(), updated_by = ${userId}
      from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as g (id bigint, steps jsonb)
     where c.id = g.id`.execute(tx)
  for (const { id } of rows) await holdAttachments(tx, { caseId: id }, { steps: instead })
}

/** Returns the steps with all references replaced; repeated steps get ids of their own. */
const withSteps = (steps: readonly CaseStep[], sharedStepsId: number, instead: readonly Step[]): CaseStep[] =>
  steps.flatMap((step) =>
    step.kind === 'shared' && step.sharedStepsId === sharedStepsId
      ? instead.map((one, i) => ({ ...one, id: `${step.id.slice(0, 34)}-${i + 1}` }))
      : [step],
  )
