import { sql } from 'kysely'
import type { Attachment, CaseStep } from '../../../contract/cases/steps.ts'
import type { Tx } from '../../db/database.ts'
import { wrongField } from '../../http/refusal.ts'

/** Anything with attachments: a case, or shared steps. */
export interface Holding {
  attachments?: readonly Attachment[] | undefined
  steps?: readonly CaseStep[] | undefined
}

/** Returns the distinct ids of all attachments of a case or of shared steps, including those of its steps. */
export const attachmentIdsOf = ({ attachments = [], steps = [] }: Holding): string[] => [
  ...new Set(
    [...attachments, ...steps.flatMap((step) => (step.kind === 'step' ? step.attachments : []))].map(({ id }) => id),
  ),
]

/** Throws 400 for attachments that were not uploaded to the project. */
export const requireAttachments = async (tx: Tx, projectId: number, written: Holding): Promise<void> => {
  const named = attachmentIdsOf(written)
  if (named.length === 0) return
  const found = await tx
    .selectFrom('attachment')
    .select('id')
    .where('project_id', '=', projectId)
    .where('id', 'in', named)
    .execute()
  if (found.length !== named.length) throw wrongField('attachments', 'The attachment was not uploaded to the project')
}

/** Records that a case or shared steps use these files, which keeps them. Files of a case's earlier versions stay recorded. */
export const holdAttachments = async (
  tx: Tx,
  holder: { caseId: number } | { sharedStepsId: number },
  held: Holding,
): Promise<void> => {
  const ids = attachmentIdsOf(held)
  if (ids.length === 0) return
  const caseId = 'caseId' in holder ? holder.caseId : null
  const sharedStepsId = 'sharedStepsId' in holder ? holder.sharedStepsId : null
  await sql`
    insert into attachment_use (attachment_id, case_id, shared_steps_id)
    select id, ${caseId}::bigint, ${sharedStepsId}::bigint from unnest(${ids}::uuid[]) as id
    on conflict do nothing`.execute(tx)
}
