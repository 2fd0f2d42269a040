import { sql } from 'kysely'
import type { CaseStep } from '../../../contract/cases/steps.ts'
import type { Tx } from '../../db/database.ts'
import { wrongField } from '../../http/refusal.ts'

/** Returns the distinct ids of the shared steps that steps refer to. */
export const sharedStepsOf = (steps: readonly CaseStep[]): number[] => [
  ...new Set(steps.flatMap((step) => (step.kind === 'shared' ? [step.sharedStepsId] : []))),
]

/** Records the shared steps that a case uses. Throws 400 at `field` for those that the project does not have. */
export const noteSharedSteps = async (
  tx: Tx,
  { projectId, caseId, field }: { projectId: number; caseId: number; field: string },
  steps: readonly CaseStep[],
): Promise<void> => {
  const requested = sharedStepsOf(steps)
  await tx
    .deleteFrom('test_case_shared_steps')
    .where('case_id', '=', caseId)
    .where(sql<boolean>`not shared_steps_id = any(${requested}::bigint[])`)
    .execute()
  if (requested.length === 0) return
  const { rows } = await sql<{ found: number }>`
    with known as (
      select id from shared_steps where project_id = ${projectId} and id = any(${requested}::bigint[]) for share),
    noted as (
      insert into test_case_shared_steps (shared_steps_id, case_id) select id, ${caseId} from known on conflict do nothing)
    select count(*) as found from known`.execute(tx)
  if (rows[0]?.found !== requested.length) throw wrongField(field, 'The shared steps do not exist in the project')
}
