import type { CaseChanges } from '../../../contract/cases/cases.ts'
import type { Attachment, CaseStep } from '../../../contract/cases/steps.ts'
import type { Tx } from '../../db/database.ts'
import { wrongField } from '../../http/refusal.ts'

/** Every file of a case and of its steps. */
export const attachmentsOf = ({ attachments = [], steps = [] }: { attachments?: Attachment[]; steps?: CaseStep[] }) => [
  ...attachments,
  ...steps.flatMap((step) => (step.kind === 'step' ? step.attachments : [])),
]

/** 400 for a file that was never sent to the project. */
export const requireAttachments = async (
  tx: Tx,
  projectId: number,
  written: Pick<CaseChanges, 'attachments' | 'steps'>,
): Promise<void> => {
  const named = [
    ...new Set(
      attachmentsOf({ attachments: written.attachments ?? [], steps: written.steps ?? [] }).map(({ id }) => id),
    ),
  ]
  if (named.length === 0) return
  const found = await tx
    .selectFrom('attachment')
    .select('id')
    .where('project_id', '=', projectId)
    .where('id', 'in', named)
    .execute()
  if (found.length !== named.length) throw wrongField('attachments', 'The attachment was not uploaded to the project')
}
