/** Members of the project and their roles: search, sort, ten per page. */
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { deleteMember, listMembers, type Member, type MembersQuery } from '../../../contract/settings/members.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { useApplication, useProject, useSession } from '../../application/context.tsx'
import { ListPages } from '../../shared/lists/list-pages.tsx'
import { ListSearch } from '../../shared/lists/list-search.tsx'
import { ListStates } from '../../shared/lists/list-states.tsx'
import { sortOf } from '../../shared/lists/sort-of.ts'
import { useAddressAsk } from '../../shared/use-address-ask.ts'
import { Button } from '../../ui/controls/button.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { DataList } from '../../ui/lists/data-list.tsx'
import { SortSelect } from '../../ui/lists/sort-select.tsx'
import { SettingsPage } from '../settings-page.tsx'
import { AddMembers } from './add-members.tsx'
import { memberColumns, type MemberRow } from './member-columns.tsx'
import styles from './members.module.css'
import { membersHref, readQuery } from './query.ts'
import { useConfirmedAction } from '../../shared/forms/confirmed-action.ts'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import { ExploratoryUses } from '../exploratory-uses.tsx'
import type { Role } from '../../../contract/access.ts'
import { usePagedList } from '../../shared/lists/use-paged-list.ts'
import { useSettingsChanges } from '../../shared/settings-changes.tsx'

export function MembersPage() {
  const { key } = useProject()
  const list = useMembers(key)
  const { query } = list
  const { user } = useSession()
  const [, navigate] = useLocation()
  const [isAdding, setAdding] = useState(false)
  useAddressAsk('add', () => setAdding(true))
  const [leaving, setLeaving] = useState<Member | null>(null)
  const sort = sortOf<MembersQuery['sort']>(list)
  const columns = memberColumns({
    acting: list.acting,
    readerId: user.id,
    onRoleGiven: list.refresh,
    onRemove: setLeaving,
  })
  return (
    <SettingsPage
      title="Members"
      actions={
        <Button variant="primary" icon={<UserPlus aria-hidden />} onClick={() => setAdding(true)}>
          Add members
        </Button>
      }
      toolbar={
        <div className={styles.toolbar}>
          <ListSearch label="Search members" list={list} />
          <SortSelect columns={columns} sort={sort} className={styles.sort} />
        </div>
      }
      foot={
        <div className={styles.foot}>
          <ListPages list={list} noun={['member', 'members']} />
        </div>
      }
    >
      <ListStates
        title="Members"
        list={list}
        empty={
          <EmptyState title="No members yet" actions={<Button onClick={() => setAdding(true)}>Add members</Button>}>
            Members can view the project and work in it according to their role.
          </EmptyState>
        }
        noResults={
          <EmptyState
            title={TEXTS.noUsers}
            actions={
              <Button onClick={() => navigate(membersHref(key, { ...query, q: '', page: 1 }))}>Clear search</Button>
            }
          >
            No name, username or e-mail contains “{query.q}”.
          </EmptyState>
        }
      >
        {(members) => (
          <DataList
            label="Members"
            rows={members}
            columns={columns}
            isBusy={list.isBusy}
            className={styles.table}
            rowClassName={styles.row}
            sort={sort}
          />
        )}
      </ListStates>
      {isAdding && <AddMembers acting={list.acting} onClose={() => setAdding(false)} onAdded={list.refresh} />}
      {leaving !== null && <RemoveMember member={leaving} onClose={() => setLeaving(null)} onRemoved={list.refresh} />}
    </SettingsPage>
  )
}

interface RemoveMemberProps {
  member: Member
  onClose: () => void
  onRemoved: () => void
}

function RemoveMember({ member, onClose, onRemoved }: RemoveMemberProps) {
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

/** Members for the address's query, reloaded after changes by others. */
function useMembers(projectKey: string) {
  const { send } = useApplication()
  const [acting, setActing] = useState<Role>('GUEST')
  const changes$ = useSettingsChanges(['members'])
  const list = usePagedList<MemberRow, MembersQuery>({
    load: async (query, signal) => {
      const page = await send(listMembers, { params: { projectKey }, query, signal })
      setActing(page.acting)
      return { rows: page.items.map((member) => ({ ...member, id: member.userId })), total: page._meta.total }
    },
    read: readQuery,
    hrefOf: (query) => membersHref(projectKey, query),
    follow: () => changes$,
  })
  return { ...list, acting }
}
