import { useApplication } from '../../application/context.tsx'
import { updateUser, type User } from '../../../contract/workspace/users.ts'
import { USER_TEXTS } from '../../../contract/workspace/user-texts.ts'
import { useConfirmedAction } from '../../shared/forms/confirmed-action.ts'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import { displayNameOf } from './user-words.ts'

interface DeactivateUserProps {
  user: User
  onClose: () => void
  onDone: () => void
}

export function DeactivateUser({ user, onClose, onDone }: DeactivateUserProps) {
  const { send } = useApplication()
  const name = displayNameOf(user)
  const { isPending, failure, confirm } = useConfirmedAction(
    () =>
      send(updateUser, {
        params: { userId: user.id },
        body: { status: 'INACTIVE', expected: { status: user.status } },
      }),
    () => {
      toast.success(USER_TEXTS.userDeactivated(name))
      onDone()
    },
  )
  return (
    <ConfirmDialog
      title={`Deactivate ${name}?`}
      confirmLabel="Deactivate"
      isPending={isPending}
      failure={failure}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        {user.status === 'PENDING'
          ? 'The invitation stops working, and the seat is free again.'
          : 'They are signed out everywhere and their access tokens stop working. Their work stays, and the seat is free again.'}
      </p>
    </ConfirmDialog>
  )
}
