import { useState } from 'react'
import { changePassword } from '../../../contract/workspace/profile.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { useSession, useApplication } from '../../application/context.tsx'
import { useForm } from '../../shared/forms/form.tsx'
import { NewPasswordField } from '../../shared/forms/password-field.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { InlineProblem } from '../../ui/forms/inline-problem.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import styles from './profile.module.css'

export function Password() {
  const [round, setRound] = useState(0)
  return (
    <div className={styles.column}>
      <PasswordForm key={round} onSaved={() => setRound(round + 1)} />
    </div>
  )
}

function PasswordForm({ onSaved }: { onSaved: () => void }) {
  const { send } = useApplication()
  const { user } = useSession()
  const { form, field, problem, isPending } = useForm({
    name: 'password',
    initial: { oldPassword: '', newPassword: '', confirmation: '' },
    secrets: ['oldPassword', 'newPassword', 'confirmation'],
    schema: changePassword.body,
    validate: ({ newPassword, confirmation }) =>
      newPassword === confirmation ? {} : { confirmation: TEXTS.passwordsDiffer },
    submit: ({ oldPassword, newPassword }) => send(changePassword, { body: { oldPassword, newPassword } }),
    onDone: () => {
      toast.success(TEXTS.passwordUpdated)
      onSaved()
    },
  })
  return (
    <form {...form} className={styles.section}>
      <h2>Change password</h2>
      <p className={styles.words}>You stay signed in here, and are signed out everywhere else.</p>
      {/* Password managers need the username. */}
      <input type="text" name="username" autoComplete="username" value={user.username} readOnly hidden />
      <TextField {...field('oldPassword')} label="Old password" type="password" autoComplete="current-password" />
      <NewPasswordField {...field('newPassword')} label="New password" />
      <TextField {...field('confirmation')} label="New password again" type="password" autoComplete="new-password" />
      <InlineProblem>{problem}</InlineProblem>
      <div>
        <Button type="submit" variant="primary" isPending={isPending}>
          Change password
        </Button>
      </div>
    </form>
  )
}
