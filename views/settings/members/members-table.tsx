import { ArrowDown, ArrowUp, UserMinus } from 'lucide-react'
import type { Role } from '../../../contract/access.ts'
import { mayManage, rolesToGive, type Member, type MembersQuery } from '../../../contract/settings/members.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { useSession } from '../../boot/context.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Cell, List, ListHead, Row } from '../../ui/list.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Select } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Badge } from '../../ui/status-tag.tsx'
import styles from './members.module.css'
import { nextSort } from './query.ts'
import { ROLE_WORDS, roleOptions } from './role-words.ts'

/** The columns in their order (MEMBERS-03), and what their two orders are called. */
export const SORTABLE: readonly { id: MembersQuery['sort']; label: string; ways: readonly [string, string] }[] = [
  { id: 'name', label: 'Name', ways: ['A to Z', 'Z to A'] },
  { id: 'username', label: 'Username', ways: ['A to Z', 'Z to A'] },
  { id: 'addedAt', label: 'Added', ways: ['oldest first', 'newest first'] },
  { id: 'role', label: 'Role', ways: ['highest first', 'lowest first'] },
]

type Sort = Pick<MembersQuery, 'sort' | 'descending'>

interface MembersTableProps {
  rows: readonly Member[]
  /** As whom the reader acts on members. */
  acting: Role
  query: Sort
  isBusy: boolean
  /** Roles that were chosen and are on their way, by user. */
  wanted: ReadonlyMap<number, Role>
  onSort: (sort: Sort) => void
  onRole: (member: Member, role: Role) => void
  onRemove: (member: Member) => void
}

export function MembersTable({ rows, acting, query, isBusy, wanted, onSort, onRole, onRemove }: MembersTableProps) {
  const { person } = useSession()
  return (
    <List label="Members" isBusy={isBusy} className={styles.table}>
      <Head query={query} onSort={onSort} />
      {rows.map((member) => (
        <MemberRow
          key={member.userId}
          member={member}
          acting={acting}
          isReader={member.userId === person.id}
          wanted={wanted.get(member.userId)}
          onRole={(role) => onRole(member, role)}
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
  wanted: Role | undefined
  onRole: (role: Role) => void
  onRemove: () => void
}

function MemberRow({ member, acting, isReader, wanted, onRole, onRemove }: MemberRowProps) {
  const { displayName, username, photoUrl, addedAt, readOnly, owner, role } = member
  const canManage = mayManage(acting, member)
  const roles = rolesToGive(acting, member)
  return (
    <Row className={styles.row}>
      <Cell className={styles.name}>
        <Avatar name={displayName} photoUrl={photoUrl} />
        <b>{displayName}</b>
        {isReader && <span className={styles.aside}>you</span>}
        {readOnly && <Badge>Read-only</Badge>}
        {owner && <Badge>Owner</Badge>}
      </Cell>
      <Cell className={styles.username}>{username}</Cell>
      <Cell className={styles.addedAt}>
        <RelativeTime at={addedAt} />
      </Cell>
      <Cell className={styles.role}>
        {canManage && !owner && !readOnly && roles.length > 1 ? (
          <Select
            label={`Role of ${displayName}`}
            hideLabel
            look="bare"
            value={wanted ?? role}
            options={roleOptions(roles)}
            aria-busy={wanted !== undefined || undefined}
            onValueChange={(chosen) => onRole(chosen as Role)}
          />
        ) : (
          <span
            className={styles.fixed}
            data-tip={owner ? TEXTS.ownerAdministrates : readOnly ? TEXTS.readOnlyGuest : undefined}
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

/** The layout of a page that is on its way. */
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
