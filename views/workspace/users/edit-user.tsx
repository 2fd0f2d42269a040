/** Edits another user's names and e-mail address (UFORM-23 to 28). */
import { useApplication } from '../../application/context.tsx'
import { USER_TEXTS } from '../../../contract/workspace/user-texts.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { FirstName, LastName } from '../../../contract/session/session.ts'
import { EditedEmail, User, updateUser, checkUserExists } from '../../../contract/workspace/users.ts'
import { plainLabels } from '../../shared/forms/edit-notes.tsx'
import { FormDialog } from '../../shared/forms/form-dialog.tsx'
import { storedAs, useForm } from '../../shared/forms/form.tsx'
import { useAvailability } from '../../shared/forms/use-availability.ts'
import { TextField } from '../../ui/forms/text-field.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import { displayNameOf } from './user-labels.ts'
import styles from './users.module.css'

interface EditUserProps {
  user: User
  onClose: () => void
  onSaved: () => void
}

export function EditUser({ user, onClose, onSaved }: EditUserProps) {
  const { send } = useApplication()
  const of = useForm({
    name: `user:${user.id}`,
    initial: valuesOf(user),
    validate: problemsOf,
    submit: (_, { changes, expected }) =>
      send(updateUser, { params: { userId: user.id }, body: { ...changes, expected } }),
    stored: storedAs(User, valuesOf),
    onDone: (saved) => {
      toast.success(USER_TEXTS.userUpdated(displayNameOf(saved)))
      onSaved()
    },
  })
  const { field, change } = of
  const email = useAvailability({
    pauseMs: LIMITS.emailCheckOnEditMs,
    isAsked: (value) => value !== user.email && EditedEmail.safeParse(value).success,
    check: async (value, signal) =>
      (await send(checkUserExists, { query: { email: value, exceptId: user.id }, signal })).email,
  })
  return (
    <FormDialog title={`Edit ${displayNameOf(user)}`} of={of} labels={LABELS} action="Save" onClose={onClose}>
      <TextField label="Username" value={user.username} disabled description="Cannot be changed." />
      <TextField
        {...field('email')}
        label="Email"
        type="email"
        autoComplete="off"
        error={email.isTaken ? USER_TEXTS.emailTaken : field('email').error}
        onValueChange={(value) => {
          change({ email: value })
          email.changed(value)
        }}
      />
      <div className={styles.pair}>
        <TextField {...field('firstName')} label="First name" description="Optional" autoComplete="off" />
        <TextField {...field('lastName')} label="Last name" description="Optional" autoComplete="off" />
      </div>
    </FormDialog>
  )
}

// A type, because an interface has no index signature.
// oxlint-disable-next-line typescript/consistent-type-definitions -- see above
type Values = { email: string; firstName: string; lastName: string }

const valuesOf = ({ email, firstName, lastName }: User): Values => ({ email, firstName, lastName })

const LABELS = plainLabels<Values>({ email: 'Email', firstName: 'First name', lastName: 'Last name' })

const SCHEMAS = { email: EditedEmail, firstName: FirstName, lastName: LastName }

const problemsOf = (values: Values): Partial<Values> =>
  Object.fromEntries(
    (Object.keys(SCHEMAS) as (keyof Values)[]).flatMap((name) => {
      const message = SCHEMAS[name].safeParse(values[name]).error?.issues[0]?.message
      return message === undefined ? [] : [[name, message]]
    }),
  )
