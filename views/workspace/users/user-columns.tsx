/** Columns of the users list. */
import { Check, Mail, Minus } from 'lucide-react'
import type { SeatStats } from '../../../contract/workspace/seats.ts'
import type { User, UserSort, UserStatus } from '../../../contract/workspace/users.ts'
import { Avatar } from '../../ui/marks/avatar.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Chip } from '../../ui/marks/chip.tsx'
import type { Column } from '../../ui/lists/data-list.tsx'
import { useNow } from '../../ui/text/now.ts'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { Badge } from '../../ui/marks/status-tag.tsx'
import { displayNameOf, SOURCE_LABELS, STATUS_LABELS, timeToAccept } from './user-labels.ts'
import { UserMenu, type UserAction } from './user-menu.tsx'
import styles from './users.module.css'

type UserColumn = Column<User, UserSort>

interface UserColumnsOptions {
  readerId: number
  seats: SeatStats | null
  canAct: (user: User) => boolean
  onAct: (action: UserAction, user: User) => void
  /** Id of the user with a pending action. */
  actingOn: number | null
}

export const userColumns = ({ readerId, seats, canAct, onAct, actingOn }: UserColumnsOptions): UserColumn[] => [
  {
    header: 'Name',
    width: 'minmax(170px, 1.5fr)',
    className: styles.name,
    sort: ['name', 'asc', ['A to Z', 'Z to A']],
    skeleton: 'name',
    cell: (user) => <Name user={user} isReader={user.id === readerId} />,
  },
  ...DETAILS,
  {
    header: 'Last sign-in',
    width: 'minmax(150px, 0.9fr)',
    align: 'end',
    className: styles.lastLogin,
    sort: ['lastLogin', 'desc', ['oldest first', 'newest first']],
    skeleton: 70,
    cell: (user) => (
      <>
        <LastSignIn user={user} />
        {user.status === 'PENDING' && canAct(user) && (
          <Button variant="quiet" size="sm" isPending={actingOn === user.id} onClick={() => onAct('resend', user)}>
            Resend
          </Button>
        )}
      </>
    ),
  },
  {
    header: 'Actions',
    isHeaderHidden: true,
    width: '32px',
    align: 'end',
    className: styles.menu,
    cell: (user) =>
      canAct(user) && (
        <UserMenu user={user} seats={seats} isBusy={actingOn === user.id} onAct={(action) => onAct(action, user)} />
      ),
  },
]

const DETAILS: readonly UserColumn[] = [
  {
    header: 'Email',
    width: 'minmax(140px, 1.2fr)',
    className: styles.email,
    sort: ['email', 'asc', ['A to Z', 'Z to A']],
    skeleton: 130,
    cell: ({ email }) => email,
  },
  {
    header: 'Groups',
    width: 'minmax(110px, 1fr)',
    className: styles.groups,
    skeleton: 80,
    cell: (user) => <Groups user={user} />,
  },
  {
    header: 'Source',
    width: '70px',
    className: styles.source,
    sort: ['source', 'asc', ['A to Z', 'Z to A']],
    skeleton: 50,
    cell: ({ source }) => SOURCE_LABELS[source],
  },
  {
    header: 'Status',
    width: '92px',
    className: styles.status,
    sort: ['status', 'asc', ['active first', 'active last']],
    skeleton: 60,
    cell: ({ status }) => (
      <>
        <StatusIcon status={status} />
        {STATUS_LABELS[status]}
      </>
    ),
  },
]

function Name({ user, isReader }: { user: User; isReader: boolean }) {
  const { username, photoUrl, status, isSystem } = user
  const name = displayNameOf(user)
  return (
    <>
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
    </>
  )
}

const GROUPS_SHOWN = 2

function Groups({ user: { groups = [], hasReadOnlyAccess } }: { user: User }) {
  const others = groups.slice(GROUPS_SHOWN)
  return (
    <>
      {hasReadOnlyAccess && <Badge>Read-only</Badge>}
      {groups.slice(0, GROUPS_SHOWN).map(({ id, name }) => (
        <Chip key={id}>{name}</Chip>
      ))}
      {others.length > 0 && <Chip title={others.map(({ name }) => name).join(', ')}>+{others.length}</Chip>}
    </>
  )
}

function LastSignIn({ user: { status, lastLogin, invitationExpiresAt } }: { user: User }) {
  const now = useNow()
  if (status === 'PENDING' && invitationExpiresAt !== null) return <span>{timeToAccept(invitationExpiresAt, now)}</span>
  return lastLogin === null ? <span>Never</span> : <RelativeTime at={lastLogin} />
}

function StatusIcon({ status }: { status: UserStatus }) {
  const Icon = { ACTIVE: Check, INACTIVE: Minus, PENDING: Mail }[status]
  return <Icon aria-hidden />
}
