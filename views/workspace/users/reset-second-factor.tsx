import { useApplication } from '../../application/context.tsx'
import { resetSecondFactor } from '../../../contract/workspace/second-factor.ts'
import { SECURITY_TEXTS } from '../../../contract/workspace/account-security-texts.ts'
import type { User } from '../../../contract/workspace/users.ts'
import { useConfirmedAction } from '../../shared/forms/confirmed-action.ts'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import { displayNameOf } from './user-words.ts'

interface ResetSecondFactorProps {
  user: User
  onClose: () => void
  onDone: () => void
}

export function ResetSecondFactor({ user, onClose, onDone }: ResetSecondFactorProps) {
  const { send } = useApplication()
  const name = displayNameOf(user)
  const { isPending, failure, confirm } = useConfirmedAction(
    () => send(resetSecondFactor, { params: { userId: user.id } }),
    () => {
      toast.success(SECURITY_TEXTS.factorReset(name))
      onDone()
    },
  )
  return (
    <ConfirmDialog
      title={`Reset the second factor of ${name}?`}
      confirmLabel="Reset"
      isPending={isPending}
      failure={failure}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>They sign in with their password alone until they turn two-step verification on again.</p>
    </ConfirmDialog>
  )
}
