import { ArrowDown, ArrowUp, UserMinus } from 'lucide-react'
import type { Role } from '../../../contract/access.ts'
import {
  mayManage,
  rolesToGive,
  updateMember,
  type Member,
  type MembersQuery,
} from '../../../contract/settings/members.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { useApplication, useProject, useSession } from '../../application/context.tsx'
import { useOptimistic } from '../../shared/forms/use-optimistic.ts'
import { Avatar } from '../../ui/marks/avatar.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { Cell, List, ListHead, Row } from '../../ui/lists/list.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { Badge } from '../../ui/marks/status-tag.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import styles from './members.module.css'
import { nextSort } from './query.ts'
import { ROLE_WORDS, roleOptions } from '../../shared/role-words.ts'

/** Columns (MEMBERS-03) with the names of their two sort orders. */
export const SORTABLE: readonly { id: MembersQuery['sort']; label: string; ways: readonly [string, string] }[] = [
  { id: 'name', label: 'Name', ways: ['A to Z', 'Z to A'] },
  { id: 'username', label: 'Username', ways: ['A to Z', 'Z to A'] },
  { id: 'addedAt', label: 'Added', ways: ['oldest first', 'newest first'] },
  { id: 'role', label: 'Role', ways: ['highest first', 'lowest first'] },
]

type Sort = Pick<MembersQuery, 'sort' | 'descending'>

interface MembersTableProps {
  rows: readonly Member[]
  /** The reader's role and permissions. */
  acting: Role
  query: Sort
  isBusy: boolean
  onSort: (sort: Sort) => void
  /** A role was saved or rejected: reload the list. */
  onRoleGiven: () => void
  onRemove: (member: Member) => void
}

export function MembersTable({ rows, acting, query, isBusy, onSort, onRoleGiven, onRemove }: MembersTableProps) {
  const { user } = useSession()
  return (
    <List label="Members" isBusy={isBusy} className={styles.table}>
      <Head query={query} onSort={onSort} />
      {rows.map((member) => (
        <MemberRow
          key={member.userId}
          member={member}
          acting={acting}
          isReader={member.userId === user.id}
          onRoleGiven={onRoleGiven}
          onRemove={() => onRemove(member)}
        />
      ))}
    </List>
  )
}

function Head({ query, onSort }: { query: Sort; onSort?: (sort: Sort) => void }) {
  const Arrow = query.descending ? ArrowDown : ArrowUp
  return (
    <ListHead>
      {SORTABLE.map(({ id, label }) => (
        <Cell key={id} isHead aria-sort={query.sort === id ? (query.descending ? 'descending' : 'ascending') : 'none'}>
          <button type="button" className={styles.sorter} onClick={() => onSort?.(nextSort(query, id))}>
            {label}
            {query.sort === id && <Arrow aria-hidden />}
          </button>
        </Cell>
      ))}
      <Cell isHead label="Actions" />
    </ListHead>
  )
}

interface MemberRowProps {
  member: Member
  acting: Role
  isReader: boolean
  onRoleGiven: () => void
  onRemove: () => void
}

function MemberRow({ member, acting, isReader, onRoleGiven, onRemove }: MemberRowProps) {
  const { displayName, username, photoUrl, addedAt, readOnly, groupRole, role } = member
  const canManage = mayManage(acting, member)
  const roles = rolesToGive(acting, member)
  return (
    <Row className={styles.row}>
      <Cell className={styles.name}>
        <Avatar name={displayName} photoUrl={photoUrl} />
        <b>{displayName}</b>
        {isReader && <span className={styles.aside}>you</span>}
        {readOnly && <Badge>Read-only</Badge>}
        {groupRole !== null && <Badge>By group</Badge>}
      </Cell>
      <Cell className={styles.username}>{username}</Cell>
      <Cell className={styles.addedAt}>
        <RelativeTime at={addedAt} />
      </Cell>
      <Cell className={styles.role}>
        {canManage && roles.length > 1 ? (
          <RoleSelect member={member} roles={roles} onGiven={onRoleGiven} />
        ) : (
          <span
            className={styles.fixed}
            data-tip={
              readOnly
                ? TEXTS.readOnlyGuest
                : groupRole !== null
                  ? TEXTS.groupGivesRole(ROLE_WORDS[groupRole])
                  : undefined
            }
          >
            {ROLE_WORDS[role]}
          </span>
        )}
      </Cell>
      <Cell className={styles.menu} align="end">
        {canManage && (
          <IconButton size="sm" label={isReader ? 'Leave the project' : `Remove ${displayName}`} onClick={onRemove}>
            <UserMinus aria-hidden />
          </IconButton>
        )}
      </Cell>
    </Row>
  )
}

interface RoleSelectProps {
  member: Member
  roles: readonly Role[]
  onGiven: () => void
}

function RoleSelect({ member, roles, onGiven }: RoleSelectProps) {
  const { key } = useProject()
  const { send } = useApplication()
  const { shown, isSaving, set } = useOptimistic({
    source: member,
    read: ({ role }) => role,
    save: (role, saved) =>
      send(updateMember, {
        params: { projectKey: key, userId: member.userId },
        body: { role, expected: { role: saved } },
      }),
    onSaved: () => {
      toast.success(TEXTS.memberUpdated)
      onGiven()
    },
    onReverted: onGiven,
  })
  return (
    <Select
      label={`Role of ${member.displayName}`}
      hideLabel
      look="bare"
      value={shown}
      options={roleOptions(roles)}
      aria-busy={isSaving || undefined}
      onValueChange={(chosen) => set(chosen as Role)}
    />
  )
}

/** Skeleton of the page. */
export function MembersTableSkeleton({ query }: { query: Sort }) {
  return (
    <List label="Members" isBusy className={styles.table}>
      <Head query={query} />
      {[150, 120, 170, 130].map((width) => (
        <Row key={width} className={styles.row}>
          <Cell className={styles.name}>
            <Skeleton width={width} />
          </Cell>
          <Cell className={styles.username}>
            <Skeleton width={80} />
          </Cell>
          <Cell className={styles.addedAt}>
            <Skeleton width={60} />
          </Cell>
          <Cell className={styles.role}>
            <Skeleton width={90} />
          </Cell>
          <Cell className={styles.menu} />
        </Row>
      ))}
    </List>
  )
}
