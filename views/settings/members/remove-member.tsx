import { deleteMember, type Member } from '../../../contract/settings/members.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { useConfirmedAction } from '../../shared/forms/confirmed-action.ts'
import { useProject, useSession, useApplication } from '../../application/context.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import { ExploratoryUses } from '../exploratory-uses.tsx'

interface RemoveMemberProps {
  member: Member
  onClose: () => void
  onRemoved: () => void
}

export function RemoveMember({ member, onClose, onRemoved }: RemoveMemberProps) {
  const { send } = useApplication()
  const { key, name, lead } = useProject()
  const { user } = useSession()
  const isReader = member.userId === user.id
  const { isPending, failure, confirm } = useConfirmedAction(
    () => send(deleteMember, { params: { projectKey: key, userId: member.userId } }),
    () => {
      toast.success(TEXTS.memberDeleted)
      onRemoved()
      onClose()
    },
  )
  return (
    <ConfirmDialog
      title={isReader ? `Leave ${name}?` : `Remove ${member.displayName} from ${name}?`}
      confirmLabel={isReader ? 'Leave project' : 'Remove member'}
      isPending={isPending}
      failure={failure}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        {isReader
          ? 'You lose access immediately. Somebody else has to add you again.'
          : 'They lose access immediately. Their work stays.'}
      </p>
      <ExploratoryUses kind="user" id={member.userId} />
      {lead?.id === member.userId && <p>The project will have no lead.</p>}
    </ConfirmDialog>
  )
}
