import { getTestCaseFieldUsage, deleteTestCaseField } from '../../../contract/settings/test-case-fields.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { useConfirmedAction } from '../../shared/forms/confirmed-action.ts'
import { useProject, useResource, useApplication } from '../../application/context.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import { casesWords } from './field-words.ts'
import type { FieldEntry } from './fields-list.ts'

interface DeleteFieldProps {
  field: FieldEntry
  onDeleted: () => void
  onClose: () => void
}

/** Deletes immediately, unlike other edits of the page: the field's values are lost for good (FIELDS-56). */
export function DeleteField({ field, onDeleted, onClose }: DeleteFieldProps) {
  const { send } = useApplication()
  const { key } = useProject()
  const fieldId = field.id ?? 0
  const usage = useResource(() => send(getTestCaseFieldUsage, { params: { projectKey: key, fieldId } }))
  const { isPending, failure, confirm } = useConfirmedAction(
    () => send(deleteTestCaseField, { params: { projectKey: key, fieldId } }),
    () => {
      toast.success(TEXTS.fieldDeleted)
      onClose()
      onDeleted()
    },
  )
  const isCounting = usage.value === null && usage.failure === null
  return (
    <ConfirmDialog
      title={`Delete field ${field.name}?`}
      confirmLabel="Delete field"
      isPending={isPending || isCounting}
      failure={failure}
      onConfirm={confirm}
      onClose={onClose}
    >
      {isCounting ? (
        <Skeleton width={260} />
      ) : usage.value === null ? (
        <p>Could not count the test cases with a value: {messageOf(usage.failure)}</p>
      ) : usage.value.cases === 0 ? (
        <p>No test case has a value. This cannot be undone.</p>
      ) : (
        <p>
          <b>{casesWords(usage.value.cases)}</b>. The values are deleted with the field. This cannot be undone.
        </p>
      )}
    </ConfirmDialog>
  )
}
