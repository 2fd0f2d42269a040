/** Users of the workspace: search, invite, create, edit, deactivate (USERS-01 to 35). */
import { Mail, Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { resendInvitation } from '../../../contract/workspace/invitations.ts'
import { USER_TEXTS } from '../../../contract/workspace/user-texts.ts'
import {
  changeUserPassword,
  updateUser,
  type User,
  USER_SOURCES,
  USER_STATUSES,
  type UserSort,
  type UserSource,
  type UserStatus,
} from '../../../contract/workspace/users.ts'
import { useApplication, useMay, useSession } from '../../application/context.tsx'
import { useSingleAction } from '../../shared/forms/use-single-action.ts'
import { ListPages } from '../../shared/lists/list-pages.tsx'
import { ListStates } from '../../shared/lists/list-states.tsx'
import { sortOf } from '../../shared/lists/sort-of.ts'
import { useAddressAsk } from '../../shared/use-address-ask.ts'
import { Button } from '../../ui/controls/button.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { DataList } from '../../ui/lists/data-list.tsx'
import { SortSelect } from '../../ui/lists/sort-select.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import { WorkspacePage } from '../../shared/settings/workspace-page.tsx'
import { CreateUser } from './create-user.tsx'
import { InvitationLinks, type Links } from './invitation-links.tsx'
import { InviteUsers } from './invite-users.tsx'
import { mayChangeUser, usersRights } from './rights.ts'
import { SeatsBar } from './seats-bar.tsx'
import type { UserAction } from './user-menu.tsx'
import { displayNameOf, SECOND_FACTOR_LABELS, SOURCE_LABELS, STATUS_LABELS } from './user-labels.ts'
import { userColumns } from './user-columns.tsx'
import { useUsers } from './use-users.ts'
import styles from './users.module.css'
import type { Group } from '../../../contract/workspace/groups.ts'
import { EditUser } from './edit-user.tsx'
import { MakeReadOnly } from './make-read-only.tsx'
import { TEXTS } from '../../../contract/texts.ts'
import { FormDialog } from '../../shared/forms/form-dialog.tsx'
import { useForm } from '../../shared/forms/form.tsx'
import { NewPasswordField } from '../../shared/forms/password-field.tsx'
import { useConfirmedAction } from '../../shared/forms/confirmed-action.ts'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { firstGroupOf, GroupField } from './group-field.tsx'
import { resetSecondFactor } from '../../../contract/workspace/second-factor.ts'
import { SECURITY_TEXTS } from '../../../contract/workspace/account-security-texts.ts'
import { FilterBar } from '../../shared/filters/filter-bar.tsx'
import { isUsersFiltered, SECOND_FACTORS, type SecondFactorFilter } from './query.ts'

type Asked = { kind: 'create' | 'invite' } | { kind: UserAction; user: User } | { kind: 'links'; links: Links }

export function UsersPage() {
  const list = useUsers()
  const { seats, groups, refresh } = list
  const { user: reader } = useSession()
  const [asked, setAsked] = useState<Asked | null>(null)
  const may = useMay()
  const { canCreate, canInvite, createLock, inviteLock } = usersRights(may, { groups, seats })
  useAddressAsk('invite', () => setAsked({ kind: 'invite' }))
  const close = () => setAsked(null)
  const done = () => {
    close()
    refresh()
  }
  const { item: acting, start } = useImmediate((links) => {
    refresh()
    if (links.length > 0) setAsked({ kind: 'links', links })
  })
  const act = (kind: UserAction, user: User) =>
    kind === 'activate' || kind === 'resend' ? start({ kind, user }) : setAsked({ kind, user })
  const sort = sortOf<UserSort>(list)
  const columns = userColumns({
    readerId: reader.id,
    seats,
    canAct: (user) => mayChangeUser(may, reader.id, user),
    onAct: act,
    actingOn: acting?.user.id ?? null,
  })
  const noMatch = (
    <EmptyState title="No users match" actions={<Button onClick={list.clear}>Clear filters</Button>}>
      No user has these words and filters.
    </EmptyState>
  )
  return (
    <WorkspacePage
      title="Users"
      isWide
      actions={
        canCreate && (
          <>
            <Button icon={<Plus aria-hidden />} {...lockedBy(createLock)} onClick={() => setAsked({ kind: 'create' })}>
              Create user
            </Button>
            {canInvite && (
              <Button
                variant="primary"
                icon={<Mail aria-hidden />}
                {...lockedBy(inviteLock)}
                onClick={() => setAsked({ kind: 'invite' })}
              >
                Invite users
              </Button>
            )}
          </>
        )
      }
      toolbar={
        <>
          <SeatsBar seats={seats} />
          <div className={styles.toolbar}>
            <UsersFilters list={list} sort={<SortSelect columns={columns} sort={sort} className={styles.sort} />} />
          </div>
        </>
      }
      foot={<ListPages list={list} noun={['user', 'users']} />}
    >
      <ListStates title="Users" list={list} empty={noMatch} noResults={noMatch}>
        {(users) => (
          <DataList
            label="Users"
            rows={users}
            columns={columns}
            isBusy={list.isBusy}
            rowClassName={styles.row}
            rowPropsOf={({ status }) => ({ 'data-status': status })}
            sort={sort}
          />
        )}
      </ListStates>
      {asked?.kind === 'create' && <CreateUser groups={groups ?? []} seats={seats} onClose={close} onCreated={done} />}
      {asked?.kind === 'invite' && groups !== null && (
        <InviteUsers
          groups={groups}
          seats={seats}
          onClose={close}
          onInvited={(links) => {
            refresh()
            setAsked(links.length > 0 ? { kind: 'links', links } : null)
          }}
        />
      )}
      {asked?.kind === 'links' && <InvitationLinks links={asked.links} onClose={close} />}
      {asked !== null && 'user' in asked && (
        <UserDialogs action={asked.kind} user={asked.user} groups={groups ?? []} onClose={close} onDone={done} />
      )}
    </WorkspacePage>
  )
}

const lockedBy = (why: string | null) => (why === null ? {} : { disabled: true, 'data-tip': why, title: why })

/** Actions without confirmation. `onDone` receives links that were not mailed. */
function useImmediate(onDone: (links: Links) => void) {
  const { send } = useApplication()
  return useSingleAction({
    perform: async ({ kind, user }: { kind: 'activate' | 'resend'; user: User }): Promise<Links> => {
      if (kind === 'resend') return (await send(resendInvitation, { params: { userId: user.id }, body: {} })).links
      await send(updateUser, {
        params: { userId: user.id },
        body: { status: 'ACTIVE', expected: { status: 'INACTIVE' } },
      })
      return []
    },
    onDone: ({ kind, user }, links) => {
      toast.success(kind === 'resend' ? USER_TEXTS.invitationResent : USER_TEXTS.userActivated(displayNameOf(user)))
      onDone(links)
    },
  })
}

interface UserDialogsProps {
  action: UserAction
  user: User
  groups: readonly Group[]
  onClose: () => void
  /** Called after a change. */
  onDone: () => void
}

/** Opens the dialog of an action that confirms or edits. */
function UserDialogs({ action, user, groups, onClose, onDone }: UserDialogsProps) {
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

/** Sets another user's password and ends their sessions (USERS-22 to 25). */
function ChangePassword({ user, onClose }: { user: User; onClose: () => void }) {
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

interface DeactivateUserProps {
  user: User
  onClose: () => void
  onDone: () => void
}

function DeactivateUser({ user, onClose, onDone }: DeactivateUserProps) {
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

/** Makes a read-only user regular, in a group that grants permissions. */
interface MakeRegularProps {
  user: User
  groups: readonly Group[]
  onClose: () => void
  onDone: () => void
}

function MakeRegular({ user, groups, onClose, onDone }: MakeRegularProps) {
  const { send } = useApplication()
  const name = displayNameOf(user)
  const of = useForm({
    name: `make-regular:${user.id}`,
    initial: { groupId: firstGroupOf(groups) },
    validate: ({ groupId }) => (groupId === '' ? { groupId: USER_TEXTS.groupRequired } : {}),
    submit: ({ groupId }) =>
      send(updateUser, {
        params: { userId: user.id },
        body: {
          hasReadOnlyAccess: false,
          expected: { hasReadOnlyAccess: true },
          groupId: Number(groupId),
        },
      }),
    onDone: () => {
      toast.success(USER_TEXTS.userMadeRegular(name))
      onDone()
    },
  })
  return (
    <FormDialog title={`Make ${name} a regular user?`} of={of} action="Make regular" onClose={onClose}>
      <p>They take a regular seat. Their role in projects stays Guest until somebody gives them another.</p>
      <GroupField {...of.field('groupId')} groups={groups} />
    </FormDialog>
  )
}

interface ResetSecondFactorProps {
  user: User
  onClose: () => void
  onDone: () => void
}

function ResetSecondFactor({ user, onClose, onDone }: ResetSecondFactorProps) {
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

/** Search and filters of the users list (USERS-02, USERS-04). */
function UsersFilters({ list, sort }: { list: ReturnType<typeof useUsers>; sort: ReactNode }) {
  const { query, groups, filter } = list
  return (
    <FilterBar
      search="Search users"
      list={list}
      states={sort}
      fields={[
        {
          id: 'groups',
          label: 'Group',
          options: (groups ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
          selected: query.groups.map(String),
          onChange: (selected) => filter({ groups: selected.map(Number) }),
        },
        {
          id: 'status',
          label: 'Status',
          options: USER_STATUSES.map((status) => ({ value: status, label: STATUS_LABELS[status] })),
          selected: query.status,
          onChange: (selected) => filter({ status: selected as UserStatus[] }),
        },
        {
          id: 'source',
          label: 'Source',
          options: USER_SOURCES.map((source) => ({ value: source, label: SOURCE_LABELS[source] })),
          selected: query.source,
          onChange: (selected) => filter({ source: selected as UserSource[] }),
        },
        {
          id: 'secondFactor',
          label: 'Two-step verification',
          options: SECOND_FACTORS.map((value) => ({ value, label: SECOND_FACTOR_LABELS[value] })),
          selected: query.secondFactor,
          onChange: (selected) => filter({ secondFactor: selected as SecondFactorFilter[] }),
        },
      ]}
      isFiltered={isUsersFiltered(query)}
      onClear={list.clear}
    />
  )
}
