import { Check, Mail, Minus } from 'lucide-react'
import type { User, UserSort, UserStatus } from '../../../contract/workspace/users.ts'
import { useMay, useSession } from '../../application/context.tsx'
import { Avatar } from '../../ui/marks/avatar.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Chip } from '../../ui/marks/chip.tsx'
import { Cell, List, ListHead, Row } from '../../ui/lists/list.tsx'
import { useNow } from '../../ui/text/now.ts'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { SortHead } from '../../ui/lists/sort-head.tsx'
import { Badge } from '../../ui/marks/status-tag.tsx'
import type { UsersListQuery } from './query.ts'
import { mayChangeUser } from './rights.ts'
import { displayNameOf, SOURCE_WORDS, STATUS_WORDS, timeToAccept } from './user-words.ts'
import { UserMenu, type UserAction } from './user-menu.tsx'
import styles from './users.module.css'
import type { SeatStats } from '../../../contract/workspace/seats.ts'

/** Columns with the names of their two sort orders; a column without them is not sortable. */
const COLUMNS: readonly { id: UserSort | 'groups'; label: string; ways?: readonly [string, string] }[] = [
  { id: 'name', label: 'Name', ways: ['A to Z', 'Z to A'] },
  { id: 'email', label: 'Email', ways: ['A to Z', 'Z to A'] },
  { id: 'groups', label: 'Groups' },
  { id: 'source', label: 'Source', ways: ['A to Z', 'Z to A'] },
  { id: 'status', label: 'Status', ways: ['active first', 'active last'] },
  { id: 'lastLogin', label: 'Last sign-in', ways: ['oldest first', 'newest first'] },
]

export const SORTABLE = COLUMNS.flatMap(({ id, label, ways }) =>
  ways === undefined || id === 'groups' ? [] : [{ id, label, ways }],
)

type Sort = Pick<UsersListQuery, 'sort' | 'descending'>

interface UsersTableProps {
  rows: readonly User[]
  query: Sort
  isBusy: boolean
  seats: SeatStats | null
  onSort: (sort: Sort) => void
  onAct: (action: UserAction, user: User) => void
  /** Id of the user with a pending action. */
  actingOn: number | null
}

export function UsersTable({ rows, query, isBusy, seats, onSort, onAct, actingOn }: UsersTableProps) {
  const { user: reader } = useSession()
  const may = useMay()
  return (
    <List label="Users" isBusy={isBusy} className={styles.table}>
      <Head query={query} onSort={onSort} />
      {rows.map((user) => (
        <UserRow
          key={user.id}
          user={user}
          isReader={user.id === reader.id}
          canAct={mayChangeUser(may, reader.id, user)}
          isActedOn={actingOn === user.id}
          seats={seats}
          onAct={(action) => onAct(action, user)}
        />
      ))}
    </List>
  )
}

function Head({ query, onSort }: { query: Sort; onSort?: (sort: Sort) => void }) {
  return (
    <ListHead>
      {COLUMNS.map(({ id, label, ways }) => {
        const align = id === 'lastLogin' ? ('end' as const) : undefined
        return ways === undefined || id === 'groups' ? (
          <Cell key={id} isHead {...(align === undefined ? {} : { align })}>
            {label}
          </Cell>
        ) : (
          <SortHead
            key={id}
            sort={id}
            current={query.sort}
            order={query.descending ? 'desc' : 'asc'}
            first={id === 'lastLogin' ? 'desc' : 'asc'}
            align={align}
            onSort={(sort, order) => onSort?.({ sort, descending: order === 'desc' })}
          >
            {label}
          </SortHead>
        )
      })}
      <Cell isHead label="Actions" />
    </ListHead>
  )
}

interface UserRowProps {
  user: User
  isReader: boolean
  canAct: boolean
  isActedOn: boolean
  seats: SeatStats | null
  onAct: (action: UserAction) => void
}

function UserRow({ user, isReader, canAct, isActedOn, seats, onAct }: UserRowProps) {
  const { username, email, photoUrl, source, status, hasReadOnlyAccess, groups = [], isSystem } = user
  const name = displayNameOf(user)
  const shownGroups = groups.slice(0, GROUPS_SHOWN)
  return (
    <Row className={styles.row} data-status={status}>
      <Cell className={styles.name}>
        {status === 'PENDING' ? (
          <span className={styles.invited}>
            <Mail aria-hidden />
          </span>
        ) : (
          <Avatar name={name} photoUrl={photoUrl} />
        )}
        <b>{name}</b>
        {isReader && <span className={styles.aside}>you</span>}
        {name !== username && <span className={styles.aside}>{username}</span>}
        {isSystem && <Badge>System</Badge>}
      </Cell>
      <Cell className={styles.email}>{email}</Cell>
      <Cell className={styles.groups}>
        {hasReadOnlyAccess && <Badge>Read-only</Badge>}
        {shownGroups.map(({ id, name: group }) => (
          <Chip key={id}>{group}</Chip>
        ))}
        {groups.length > GROUPS_SHOWN && (
          <Chip
            title={groups
              .slice(GROUPS_SHOWN)
              .map((group) => group.name)
              .join(', ')}
          >
            +{groups.length - GROUPS_SHOWN}
          </Chip>
        )}
      </Cell>
      <Cell className={styles.source}>{SOURCE_WORDS[source]}</Cell>
      <Cell className={styles.status}>
        <StatusIcon status={status} />
        {STATUS_WORDS[status]}
      </Cell>
      <Cell className={styles.lastLogin} align="end">
        <LastSignIn user={user} />
        {status === 'PENDING' && canAct && (
          <Button variant="quiet" size="sm" isPending={isActedOn} onClick={() => onAct('resend')}>
            Resend
          </Button>
        )}
      </Cell>
      <Cell className={styles.menu} align="end">
        {canAct && <UserMenu user={user} seats={seats} isBusy={isActedOn} onAct={onAct} />}
      </Cell>
    </Row>
  )
}

const GROUPS_SHOWN = 2

function LastSignIn({ user: { status, lastLogin, invitationExpiresAt } }: { user: User }) {
  const now = useNow()
  if (status === 'PENDING' && invitationExpiresAt !== null) return <span>{timeToAccept(invitationExpiresAt, now)}</span>
  return lastLogin === null ? <span>Never</span> : <RelativeTime at={lastLogin} />
}

function StatusIcon({ status }: { status: UserStatus }) {
  const Icon = { ACTIVE: Check, INACTIVE: Minus, PENDING: Mail }[status]
  return <Icon aria-hidden />
}

/** Skeleton of the page. */
export function UsersTableSkeleton({ query }: { query: Sort }) {
  return (
    <List label="Users" isBusy className={styles.table}>
      <Head query={query} />
      {[150, 120, 170, 130].map((width) => (
        <Row key={width} className={styles.row}>
          <Cell className={styles.name}>
            <Skeleton width={width} />
          </Cell>
          <Cell className={styles.email}>
            <Skeleton width={width} />
          </Cell>
          <Cell className={styles.groups}>
            <Skeleton width={80} />
          </Cell>
          <Cell className={styles.source}>
            <Skeleton width={50} />
          </Cell>
          <Cell className={styles.status}>
            <Skeleton width={60} />
          </Cell>
          <Cell className={styles.lastLogin} align="end">
            <Skeleton width={70} />
          </Cell>
          <Cell className={styles.menu} />
        </Row>
      ))}
    </List>
  )
}
