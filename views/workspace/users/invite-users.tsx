/** Invites users by e-mail, all with the same group and projects (INVT-01 to 12). */
import { useApplication } from '../../application/context.tsx'
import { inviteUsers } from '../../../contract/workspace/invitations.ts'
import { USER_TEXTS } from '../../../contract/workspace/user-texts.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { LIMITS } from '../../../contract/limits.ts'
import type { Group } from '../../../contract/workspace/groups.ts'
import { freeSeats, type SeatStats } from '../../../contract/workspace/seats.ts'
import { NewEmail } from '../../../contract/workspace/users.ts'
import { ApiError } from '../../../services/http/api-error.ts'
import { EditorButtons, EditorDialog } from '../../shared/forms/editor-dialog.tsx'
import { useForm } from '../../shared/forms/form.tsx'
import { InlineProblem } from '../../ui/forms/inline-problem.tsx'
import { ChipInput } from '../../ui/pickers/chip-input.tsx'
import { emailsIn } from '../../ui/pickers/chip-values.ts'
import { toast } from '../../ui/toasts/toasts.ts'
import { AssignmentsField } from './assignments-field.tsx'
import { assignmentsOf, isIncomplete, type AssignmentRow } from './assignments.ts'
import { firstGroupOf, GroupField } from './group-field.tsx'
import type { Links } from './invitation-links.tsx'
import { KindField } from './kind-field.tsx'
import styles from './users.module.css'

interface InviteUsersProps {
  groups: readonly Group[]
  seats: SeatStats | null
  onClose: () => void
  /** With links that were not mailed because no mail server is configured. */
  onInvited: (links: Links) => void
}

const ID = 'invite-users'

export function InviteUsers({ groups, seats, onClose, onInvited }: InviteUsersProps) {
  const { send } = useApplication()
  // INVT-05
  const offered = groups.filter(({ invitable }) => invitable)
  const of = useForm({
    name: ID,
    initial: {
      emails: [] as readonly string[],
      haveReadOnlyAccess: false,
      groupId: firstGroupOf(offered),
      projects: [] as readonly AssignmentRow[],
    },
    validate: ({ emails, haveReadOnlyAccess, groupId, projects }) => ({
      ...problemOf(emails, seats === null ? null : freeSeats(seats, haveReadOnlyAccess)),
      ...(haveReadOnlyAccess || groupId !== '' ? {} : { groupId: USER_TEXTS.groupRequired }),
      ...(isIncomplete(projects) ? { projects: TEXTS.required } : {}),
    }),
    submit: ({ emails, haveReadOnlyAccess, groupId, projects }) =>
      send(inviteUsers, {
        body: {
          emails: [...emails],
          haveReadOnlyAccess,
          ...(haveReadOnlyAccess ? {} : { groupId: Number(groupId) }),
          projects: assignmentsOf(projects, haveReadOnlyAccess),
        },
      }).catch((error: unknown) => {
        throw namingAddresses(error, emails)
      }),
    onDone: ({ items, links }) => {
      toast.success(USER_TEXTS.usersInvited(items.length))
      onInvited(links)
    },
  })
  const { form, field, values, change, problem, isPending } = of
  const isReadOnly = values.haveReadOnlyAccess
  const hasNoSeat = seats !== null && freeSeats(seats, isReadOnly) === 0
  const count = values.emails.length
  return (
    <EditorDialog
      title="Invite users"
      of={of}
      onClose={onClose}
      renderFooter={(cancel) => (
        <EditorButtons
          action={count === 0 ? 'Invite' : count === 1 ? 'Invite 1 user' : `Invite ${count} users`}
          form={ID}
          isPending={isPending}
          cancel={cancel}
          isDisabled={
            hasNoSeat || isIncomplete(values.projects) || values.emails.some((email) => emailProblem(email) !== null)
          }
        />
      )}
    >
      <form {...form} id={ID} className={styles.form}>
        <ChipInput
          label="Emails"
          placeholder="Add or paste more"
          values={values.emails}
          error={field('emails').error}
          validate={emailProblem}
          keyOf={(email) => email.toLowerCase()}
          readPasted={emailsIn}
          max={LIMITS.invitationsAtOnce}
          isRoomy
          onChange={(emails) => change({ emails })}
          onBlur={field('emails').onBlur}
        />
        <KindField
          isReadOnly={isReadOnly}
          seats={seats}
          onValueChange={(haveReadOnlyAccess) => change({ haveReadOnlyAccess })}
        />
        {hasNoSeat && <InlineProblem>{USER_TEXTS.noSeatsToInvite}</InlineProblem>}
        {!isReadOnly && <GroupField {...field('groupId')} groups={offered} />}
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

const emailProblem = (email: string): string | null => NewEmail.safeParse(email).error?.issues[0]?.message ?? null

/** `free`: seats of the kind; null without a limit. */
const problemOf = (emails: readonly string[], free: number | null): { emails?: string } => {
  if (emails.length === 0) return { emails: USER_TEXTS.emailRequired }
  const wrong = emails.find((email) => emailProblem(email) !== null)
  if (wrong !== undefined) return { emails: `${USER_TEXTS.emailInvalid}: ${wrong}` }
  if (emails.length > LIMITS.invitationsAtOnce) return { emails: USER_TEXTS.maxEmails(LIMITS.invitationsAtOnce) }
  return free !== null && emails.length > free ? { emails: USER_TEXTS.tooManyInvitations(free) } : {}
}

const OF_ADDRESS = 'emails.'

/** The server reports `emails.3`; the chips may have moved since, so it is mapped to the address. */
const namingAddresses = (error: unknown, emails: readonly string[]): unknown => {
  if (!(error instanceof ApiError)) return error
  const ofAddresses = error.errors.filter(({ field }) => field.startsWith(OF_ADDRESS))
  if (ofAddresses.length === 0) return error
  const words = ofAddresses.map(
    ({ field, message }) => `${message}: ${emails[Number(field.slice(OF_ADDRESS.length))] ?? ''}`,
  )
  const { kind, message, status, code } = error
  return new ApiError(kind, {
    message,
    status,
    code,
    errors: [
      ...error.errors.filter((one) => !ofAddresses.includes(one)),
      { field: 'emails', message: words.join('. ') },
    ],
  })
}
