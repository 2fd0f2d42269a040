import { sql } from 'kysely'
import type { CaseStep } from '../../../contract/cases/steps.ts'
import type { Tx } from '../../db/database.ts'
import { wrongFields, type Refusal } from '../../http/refusal.ts'

/** Returns the distinct ids of the shared steps that steps refer to. */
export const sharedStepsOf = (steps: readonly CaseStep[]): number[] => [
  ...new Set(steps.flatMap((step) => (step.kind === 'shared' ? [step.sharedStepsId] : []))),
]

/** Returns a 400 with the position of each reference to shared steps that are not `known`, in the steps that were sent as `field`. */
export const unknownSharedSteps = (
  { sent, field }: { sent: readonly CaseStep[]; field: string },
  known: readonly { id: number }[],
): Refusal => {
  const ids = new Set(known.map(({ id }) => id))
  const positions = sent.flatMap((step, i) => (step.kind === 'shared' && !ids.has(step.sharedStepsId) ? [i] : []))
  return wrongFields(
    positions.map((position) => `${field}.${position}.sharedStepsId`),
    'The shared steps do not exist in the project',
  )
}

/** Records the shared steps that a case uses. Throws 400 for those that the project does not have, see `unknownSharedSteps`. */
export const noteSharedSteps = async (
  tx: Tx,
  { projectId, caseId, ...body }: { projectId: number; caseId: number; sent: readonly CaseStep[]; field: string },
  steps: readonly CaseStep[],
): Promise<void> => {
  const requested = sharedStepsOf(steps)
  await tx
    .deleteFrom('test_case_shared_steps')
    .where('case_id', '=', caseId)
    .where(sql<boolean>`not shared_steps_id = any(${requested}::bigint[])`)
    .execute()
  if (requested.length === 0) return
  const { rows: known } = await sql<{ id: number }>`
    with known as (
      select id from shared_steps where project_id = ${projectId} and id = any(${requested}::bigint[]) for share),
    noted as (
      insert into test_case_shared_steps (shared_steps_id, case_id) select id, ${caseId} from known on conflict do nothing)
    select id from known`.execute(tx)
  if (known.length !== requested.length) throw unknownSharedSteps(body, known)
}
