/** Users of the workspace: search, invite, create, edit, deactivate (USERS-01 to 35). */
import { Mail, Plus } from 'lucide-react'
import { useState } from 'react'
import { resendInvitation } from '../../../contract/workspace/invitations.ts'
import { USER_TEXTS } from '../../../contract/workspace/user-texts.ts'
import { updateUser, type User, type UserSort } from '../../../contract/workspace/users.ts'
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
import { UserDialogs } from './user-dialogs.tsx'
import type { UserAction } from './user-menu.tsx'
import { displayNameOf } from './user-words.ts'
import { userColumns } from './user-columns.tsx'
import { UsersFilters } from './users-filters.tsx'
import { useUsers } from './use-users.ts'
import styles from './users.module.css'

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
