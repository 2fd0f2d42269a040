import type { Group } from '../../../contract/workspace/groups.ts'
import type { User } from '../../../contract/workspace/users.ts'
import { ChangePassword } from './change-password.tsx'
import { DeactivateUser } from './deactivate-user.tsx'
import { EditUser } from './edit-user.tsx'
import { MakeReadOnly } from './make-read-only.tsx'
import { MakeRegular } from './make-regular.tsx'
import { ResetSecondFactor } from './reset-second-factor.tsx'
import type { UserAction } from './user-menu.tsx'

interface UserDialogsProps {
  action: UserAction
  user: User
  groups: readonly Group[]
  onClose: () => void
  /** Called after a change. */
  onDone: () => void
}

/** Opens the dialog of an action that confirms or edits. */
export function UserDialogs({ action, user, groups, onClose, onDone }: UserDialogsProps) {
  switch (action) {
    case 'edit':
      return <EditUser user={user} onClose={onClose} onSaved={onDone} />
    case 'changePassword':
      return <ChangePassword user={user} onClose={onClose} />
    case 'makeReadOnly':
      return <MakeReadOnly user={user} onClose={onClose} onDone={onDone} />
    case 'makeRegular':
      return <MakeRegular user={user} groups={groups} onClose={onClose} onDone={onDone} />
    case 'deactivate':
      return <DeactivateUser user={user} onClose={onClose} onDone={onDone} />
    case 'resetSecondFactor':
      return <ResetSecondFactor user={user} onClose={onClose} onDone={onDone} />
    case 'activate':
    case 'resend':
      return null
  }
}
