/** Users of the workspace: search, invite, create, edit, deactivate (USERS-01 to 35). */
import { Mail, Plus } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { resendInvitation } from '../../../contract/workspace/invitations.ts'
import { USER_TEXTS } from '../../../contract/workspace/user-texts.ts'
import { updateUser, type User } from '../../../contract/workspace/users.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { useMay, useApplication } from '../../application/context.tsx'
import { useSingleAction } from '../../shared/forms/use-single-action.ts'
import { useAddressAsk } from '../../shared/use-address-ask.ts'
import { Button } from '../../ui/controls/button.tsx'
import { EmptyState, ProblemState } from '../../ui/layout/empty-state.tsx'
import { Pagination } from '../../ui/lists/pagination.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import { WorkspacePage } from '../../shared/settings/workspace-page.tsx'
import { CreateUser } from './create-user.tsx'
import { InvitationLinks, type Links } from './invitation-links.tsx'
import { InviteUsers } from './invite-users.tsx'
import { NO_FILTERS, usersHref } from './query.ts'
import { usersRights } from './rights.ts'
import { SeatsBar } from './seats-bar.tsx'
import { UserDialogs } from './user-dialogs.tsx'
import type { UserAction } from './user-menu.tsx'
import { displayNameOf } from './user-words.ts'
import { UsersTable, UsersTableSkeleton } from './users-table.tsx'
import { UsersToolbar } from './users-toolbar.tsx'
import { useUsers } from './use-users.ts'
import styles from './users.module.css'

type Asked = { kind: 'create' | 'invite' } | { kind: UserAction; user: User } | { kind: 'links'; links: Links }

export function UsersPage() {
  const list = useUsers()
  const { query, face, seats, groups, refresh } = list
  const [, navigate] = useLocation()
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
          <UsersToolbar
            query={query}
            typed={list.typed}
            groups={groups}
            onType={list.search}
            onSearch={list.submitSearch}
            onFilter={list.filter}
          />
        </>
      }
      foot={
        face === 'shown' &&
        list.total > query.pageSize && (
          <div className={styles.foot}>
            <Pagination
              page={query.page}
              pageSize={query.pageSize}
              total={list.total}
              noun={['user', 'users']}
              hrefFor={(page) => usersHref({ ...query, page })}
            />
          </div>
        )
      }
    >
      {face === 'loading' && <UsersTableSkeleton query={query} />}
      {face === 'failed' && (
        <ProblemState title="Users did not load" onRetry={list.refresh} isRetrying={list.isBusy}>
          {messageOf(list.failure)}
        </ProblemState>
      )}
      {(face === 'empty' || face === 'noResults') && (
        <EmptyState
          title="No users match"
          actions={
            <Button onClick={() => navigate(usersHref({ ...query, ...NO_FILTERS, page: 1 }))}>Clear filters</Button>
          }
        >
          No user has these words and filters.
        </EmptyState>
      )}
      {face === 'shown' && (
        <UsersTable
          rows={list.rows}
          query={query}
          isBusy={list.isBusy}
          seats={seats}
          onSort={list.filter}
          onAct={act}
          actingOn={acting?.user.id ?? null}
        />
      )}
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
