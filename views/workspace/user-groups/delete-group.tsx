import { useApplication } from '../../application/context.tsx'
import { deleteGroup, type Group } from '../../../contract/workspace/groups.ts'
import { USER_TEXTS } from '../../../contract/workspace/user-texts.ts'
import { useConfirmedAction } from '../../shared/forms/confirmed-action.ts'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { toast } from '../../ui/toasts/toasts.ts'

interface DeleteGroupProps {
  group: Group
  onClose: () => void
  onDeleted: () => void
}

export function DeleteGroup({ group: { id, name, usersTotal }, onClose, onDeleted }: DeleteGroupProps) {
  const { send } = useApplication()
  const { isPending, failure, confirm } = useConfirmedAction(
    () => send(deleteGroup, { params: { groupId: id } }),
    () => {
      toast.success(USER_TEXTS.groupDeleted(name))
      onDeleted()
    },
  )
  return (
    <ConfirmDialog
      title={`Delete group ${name}?`}
      confirmLabel="Delete group"
      isPending={isPending}
      failure={failure}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        {usersTotal === 0
          ? 'It has no users. This cannot be undone.'
          : `Its ${usersTotal === 1 ? 'user stays' : `${usersTotal} users stay`} in the workspace and ${usersTotal === 1 ? 'loses' : 'lose'} the permissions that only this group gives. This cannot be undone.`}
      </p>
    </ConfirmDialog>
  )
}
