/** Creates a user with a password (UFORM-01 to 22). */
import { useApplication } from '../../application/context.tsx'
import { USER_TEXTS } from '../../../contract/workspace/user-texts.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { TEXTS } from '../../../contract/texts.ts'
import type { Group } from '../../../contract/workspace/groups.ts'
import { freeSeats, type SeatStats } from '../../../contract/workspace/seats.ts'
import { NewEmail, NewUser, NewUsername, createUser, checkUserExists } from '../../../contract/workspace/users.ts'
import { EditorButtons, EditorDialog } from '../../shared/forms/editor-dialog.tsx'
import { useForm } from '../../shared/forms/form.tsx'
import { NewPasswordField } from '../../shared/forms/password-field.tsx'
import { useAvailability } from '../../shared/forms/use-availability.ts'
import { InlineProblem } from '../../ui/forms/inline-problem.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import { AssignmentsField } from './assignments-field.tsx'
import { assignmentsOf, isIncomplete, type AssignmentRow } from './assignments.ts'
import { firstGroupOf, GroupField } from './group-field.tsx'
import { KindField } from './kind-field.tsx'
import { displayNameOf } from './user-labels.ts'
import styles from './users.module.css'

interface CreateUserProps {
  groups: readonly Group[]
  seats: SeatStats | null
  onClose: () => void
  onCreated: () => void
}

const ID = 'create-user'

export function CreateUser({ groups, seats, onClose, onCreated }: CreateUserProps) {
  const { send } = useApplication()
  const of = useForm({
    name: ID,
    initial: {
      hasReadOnlyAccess: false,
      username: '',
      email: '',
      firstName: '',
      lastName: '',
      password: '',
      groupId: firstGroupOf(groups),
      projects: [] as readonly AssignmentRow[],
    },
    secrets: ['password'],
    schema: NewUser,
    validate: ({ hasReadOnlyAccess, groupId, projects }) => ({
      ...(hasReadOnlyAccess || groupId !== '' ? {} : { groupId: USER_TEXTS.groupRequired }),
      ...(isIncomplete(projects) ? { projects: TEXTS.required } : {}),
    }),
    submit: ({ groupId, projects, ...user }) =>
      send(createUser, {
        body: {
          ...user,
          ...(user.hasReadOnlyAccess ? {} : { groupId: Number(groupId) }),
          projects: assignmentsOf(projects, user.hasReadOnlyAccess),
        },
      }),
    onDone: (user) => {
      toast.success(USER_TEXTS.userCreated(displayNameOf(user)))
      onCreated()
    },
  })
  const { form, field, values, change, problem, isPending } = of
  const username = useAvailability({
    pauseMs: LIMITS.usernameCheckMs,
    isAsked: (value) => NewUsername.safeParse(value).success,
    check: async (value, signal) => (await send(checkUserExists, { query: { username: value }, signal })).username,
  })
  const email = useAvailability({
    pauseMs: LIMITS.emailCheckMs,
    isAsked: (value) => NewEmail.safeParse(value).success,
    check: async (value, signal) => (await send(checkUserExists, { query: { email: value }, signal })).email,
  })
  const isReadOnly = values.hasReadOnlyAccess
  const hasNoSeat = seats !== null && freeSeats(seats, isReadOnly) === 0
  return (
    <EditorDialog
      title="Create user"
      of={of}
      onClose={onClose}
      renderFooter={(cancel) => (
        <EditorButtons
          action="Create"
          form={ID}
          isPending={isPending}
          cancel={cancel}
          isDisabled={hasNoSeat || isIncomplete(values.projects)}
        />
      )}
    >
      <form {...form} id={ID} className={styles.form}>
        <KindField
          isReadOnly={isReadOnly}
          seats={seats}
          onValueChange={(hasReadOnlyAccess) => change({ hasReadOnlyAccess })}
        />
        {hasNoSeat && <InlineProblem>{USER_TEXTS.noSeatsToCreate}</InlineProblem>}
        <TextField
          {...field('username')}
          label="Username"
          autoComplete="off"
          error={username.isTaken ? USER_TEXTS.usernameTaken : field('username').error}
          onValueChange={(value) => {
            change({ username: value })
            username.changed(value)
          }}
        />
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
        <NewPasswordField {...field('password')} label="Password" />
        {!isReadOnly && <GroupField {...field('groupId')} groups={groups} />}
        <AssignmentsField
          rows={values.projects}
          isReadOnly={isReadOnly}
          onValueChange={(projects) => change({ projects })}
        />
        <InlineProblem>{problem}</InlineProblem>
      </form>
    </EditorDialog>
  )
}
