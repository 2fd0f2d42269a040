/** Columns of the members list (MEMBERS-03). */
import { UserMinus } from 'lucide-react'
import type { Role } from '../../../contract/access.ts'
import {
  mayManage,
  rolesToGive,
  updateMember,
  type Member,
  type MembersQuery,
} from '../../../contract/settings/members.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { useApplication, useProject } from '../../application/context.tsx'
import { useOptimistic } from '../../shared/forms/use-optimistic.ts'
import { Avatar } from '../../ui/marks/avatar.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import type { Column } from '../../ui/lists/data-list.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { Badge } from '../../ui/marks/status-tag.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import styles from './members.module.css'
import { ROLE_LABELS, roleOptions } from '../../shared/role-labels.ts'

/** `id`: the user's. */
export type MemberRow = Member & { id: number }

interface MemberColumnsOptions {
  /** The reader's role in the project. */
  acting: Role
  readerId: number
  /** A role was saved or rejected: reload the list. */
  onRoleGiven: () => void
  onRemove: (member: Member) => void
}

export const memberColumns = (options: MemberColumnsOptions): Column<MemberRow, MembersQuery['sort']>[] => [
  {
    header: 'Name',
    width: 'minmax(180px, 2.4fr)',
    className: styles.name,
    sort: ['name', 'asc', ['A to Z', 'Z to A']],
    skeleton: 'name',
    cell: ({ userId, displayName, photoUrl, readOnly, isServiceAccount, groupRole }) => (
      <>
        <Avatar name={displayName} photoUrl={photoUrl} isServiceAccount={isServiceAccount} />
        <b>{displayName}</b>
        {userId === options.readerId && <span className={styles.aside}>you</span>}
        {readOnly && <Badge>Read-only</Badge>}
        {isServiceAccount === true && <Badge>Service account</Badge>}
        {groupRole !== null && <Badge>By group</Badge>}
      </>
    ),
  },
  {
    header: 'Username',
    width: 'minmax(100px, 1.2fr)',
    className: styles.username,
    sort: ['username', 'asc', ['A to Z', 'Z to A']],
    skeleton: 80,
    cell: ({ username }) => username,
  },
  {
    header: 'Added',
    width: 'minmax(80px, 0.8fr)',
    className: styles.addedAt,
    sort: ['addedAt', 'asc', ['oldest first', 'newest first']],
    skeleton: 60,
    cell: ({ addedAt }) => <RelativeTime at={addedAt} />,
  },
  {
    header: 'Role',
    width: 'minmax(120px, 1fr)',
    className: styles.role,
    sort: ['role', 'asc', ['highest first', 'lowest first']],
    skeleton: 90,
    cell: (member) => {
      const roles = rolesToGive(options.acting, member)
      return mayManage(options.acting, member) && roles.length > 1 ? (
        <RoleSelect member={member} roles={roles} onGiven={options.onRoleGiven} />
      ) : (
        <FixedRole member={member} />
      )
    },
  },
  {
    header: 'Actions',
    isHeaderHidden: true,
    width: '32px',
    align: 'end',
    className: styles.menu,
    cell: (member) =>
      mayManage(options.acting, member) && (
        <IconButton
          size="sm"
          label={member.userId === options.readerId ? 'Leave the project' : `Remove ${member.displayName}`}
          onClick={() => options.onRemove(member)}
        >
          <UserMinus aria-hidden />
        </IconButton>
      ),
  },
]

const FixedRole = ({ member: { readOnly, groupRole, role } }: { member: Member }) => (
  <span
    className={styles.fixed}
    data-tip={
      readOnly ? TEXTS.readOnlyGuest : groupRole !== null ? TEXTS.groupGivesRole(ROLE_LABELS[groupRole]) : undefined
    }
  >
    {ROLE_LABELS[role]}
  </span>
)

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
