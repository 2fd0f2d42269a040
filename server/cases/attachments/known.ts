import { sql } from 'kysely'
import type { Attachment, CaseStep } from '../../../contract/cases/steps.ts'
import type { Tx } from '../../db/database.ts'
import { wrongField } from '../../http/refusal.ts'

/** What can hold files: a case as it is written, or shared steps. */
export interface Holding {
  attachments?: readonly Attachment[] | undefined
  steps?: readonly CaseStep[] | undefined
}

/** Ids of every file of a case or of shared steps, those of its steps too, each once. */
export const attachmentIdsOf = ({ attachments = [], steps = [] }: Holding): string[] => [
  ...new Set(
    [...attachments, ...steps.flatMap((step) => (step.kind === 'step' ? step.attachments : []))].map(({ id }) => id),
  ),
]

/** 400 for a file that was never sent to the project. */
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

/** Keeps files for as long as who holds them is there; a case holds those of its earlier versions too. */
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
