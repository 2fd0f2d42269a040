import { sql } from 'kysely'
import type { Attachment, CaseStep } from '../../../contract/cases/steps.ts'
import type { Tx } from '../../db/database.ts'
import { wrongFields } from '../../http/refusal.ts'

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

/**
 * Throws 400 for attachments that were not uploaded to the project or deleted since, with the position of each in the body that was sent.
 * `sent`: that body, if `written` was merged from it; `under`: prefix of its fields.
 */
export const requireAttachments = async (
  tx: Tx,
  projectId: number,
  written: Holding,
  { sent = written, under = '' }: { sent?: Holding; under?: string } = {},
): Promise<void> => {
  const named = attachmentIdsOf(written)
  if (named.length === 0) return
  const found = await tx
    .selectFrom('attachment')
    .select('id')
    .where('project_id', '=', projectId)
    .where('id', 'in', named)
    .execute()
  if (found.length === named.length) return
  const known = new Set(found.map(({ id }) => id))
  throw wrongFields(
    unknownAttachments(sent, known).map((field) => under + field),
    'The attachment was not uploaded to the project',
  )
}

const unknownAttachments = ({ attachments = [], steps = [] }: Holding, known: ReadonlySet<string>): string[] => {
  const positionsIn = (list: readonly Attachment[], field: string) =>
    list.flatMap(({ id }, i) => (known.has(id) ? [] : [`${field}.${i}`]))
  return [
    ...positionsIn(attachments, 'attachments'),
    ...steps.flatMap((step, i) =>
      step.kind === 'step' ? positionsIn(step.attachments, `steps.${i}.attachments`) : [],
    ),
  ]
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
