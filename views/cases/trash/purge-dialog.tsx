/** Confirms permanent deletion (TRASH-26, TRASH-27). */
import { purgeAllTestCases } from '../../../contract/cases/trash.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { useConfirmedAction } from '../../shared/forms/confirmed-action.ts'
import { useProject, useApplication } from '../../application/context.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import { formatCount } from '../../ui/text/figures.ts'
import { toastFailed, type TrashDialogProps } from './restore-dialog.tsx'
import { purgeCases } from '../../../services/cases/case-trash.ts'

export function PurgeDialog({ ids, count, onDone, onClose }: TrashDialogProps) {
  const { key } = useProject()
  const { send } = useApplication()
  const { isPending, failure, confirm } = useConfirmedAction(
    async () => {
      if (ids === null) await send(purgeAllTestCases, { params: { projectKey: key } })
      else toastFailed(await purgeCases(send, key, ids))
    },
    () => {
      toast.success(count === 1 ? TEXTS.caseDeleted : TEXTS.casesDeleted)
      onDone()
    },
  )
  const words = `Purge ${ids === null ? 'all ' : ''}${formatCount(count, 'test case', 'test cases')}`
  return (
    <ConfirmDialog
      title={`${words}?`}
      confirmLabel={words}
      isPending={isPending}
      failure={failure}
      onConfirm={confirm}
      onClose={onClose}
    >
      {count === 1 ? 'It is' : 'They are'} permanently deleted, with change log and attachments. This cannot be undone.
    </ConfirmDialog>
  )
}
