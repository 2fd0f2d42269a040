/** Sets another user's password and ends their sessions (USERS-22 to 25). */
import { useApplication } from '../../application/context.tsx'
import { TEXTS } from '../../../contract/texts.ts'
import { changeUserPassword, type User } from '../../../contract/workspace/users.ts'
import { FormDialog } from '../../shared/forms/form-dialog.tsx'
import { useForm } from '../../shared/forms/form.tsx'
import { NewPasswordField } from '../../shared/forms/password-field.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import { displayNameOf } from './user-words.ts'

export function ChangePassword({ user, onClose }: { user: User; onClose: () => void }) {
  const { send } = useApplication()
  const of = useForm({
    name: `user-password:${user.id}`,
    initial: { newPassword: '' },
    secrets: ['newPassword'],
    schema: changeUserPassword.body,
    submit: ({ newPassword }) => send(changeUserPassword, { params: { userId: user.id }, body: { newPassword } }),
    onDone: () => {
      toast.success(TEXTS.passwordUpdated)
      onClose()
    },
  })
  return (
    <FormDialog
      title={`Change the password of ${displayNameOf(user)}`}
      of={of}
      action="Change password"
      onClose={onClose}
    >
      <p>They are signed out everywhere, and sign in with the new password.</p>
      <NewPasswordField {...of.field('newPassword')} label="New password" />
    </FormDialog>
  )
}
