/** A group with its users as removable chips. */
import { Lock, Mail, MoreHorizontal, Pencil, Plus, Trash2, X } from 'lucide-react'
import { LIMITS } from '../../../contract/limits.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { addGroupUser, removeGroupUser, type Group, type GroupUser } from '../../../contract/workspace/groups.ts'
import { USER_TEXTS } from '../../../contract/workspace/user-texts.ts'
import { listUsers, type User } from '../../../contract/workspace/users.ts'
import { useMay, useApplication } from '../../application/context.tsx'
import { useSingleAction } from '../../shared/forms/use-single-action.ts'
import { SearchedPicker } from '../../shared/pickers/searched-picker.tsx'
import { paths } from '../../shared/routes.ts'
import { Avatar } from '../../ui/marks/avatar.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Chip } from '../../ui/marks/chip.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { Menu, MenuItem } from '../../ui/overlays/menu.tsx'
import { Popover } from '../../ui/overlays/popover.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import { VisuallyHidden } from '../../ui/layout/visually-hidden.tsx'
import { displayNameOf } from '../users/user-labels.ts'
import styles from './user-groups.module.css'

interface GroupCardProps {
  group: Group
  isCurrent: boolean
  onCurrent: () => void
  onChanged: (group: Group) => void
  onEdit: () => void
  onDelete: () => void
}

export function GroupCard({ group, isCurrent, onCurrent, onChanged, onEdit, onDelete }: GroupCardProps) {
  const { id, name, usersTotal, users = [], builtIn, invitable } = group
  const may = useMay()
  // Built-in groups cannot be changed (GRPS-09 to 11).
  const canEdit = builtIn === null && may.has('IAM_GROUPS_UPDATE')
  const canDelete = builtIn === null && may.has('IAM_GROUPS_DELETE')
  const canChangeUsers = may.has('IAM_GROUPS_UPDATE') || may.has('IAM_GROUPS_DELETE')
  const shown = users.slice(0, SHOWN)
  const membership = useMembership(group, onChanged)
  return (
    <li className={styles.card} data-current={isCurrent || undefined}>
      <div className={styles.head}>
        <h2>
          <button type="button" aria-pressed={isCurrent} onClick={onCurrent}>
            {name}
          </button>
        </h2>
        <span>{USER_TEXTS.groupContains(usersTotal)}</span>
        <span className={styles.marks}>
          {invitable && (
            <span data-tip="Offered when inviting">
              <Mail aria-hidden />
              <VisuallyHidden>Offered when inviting</VisuallyHidden>
            </span>
          )}
          {builtIn !== null && (
            <span data-tip={USER_TEXTS.superAdminsFixed}>
              <Lock aria-hidden />
              <VisuallyHidden>Built in</VisuallyHidden>
            </span>
          )}
          {(canEdit || canDelete) && (
            <Menu
              label={`Actions for group ${name}`}
              align="end"
              trigger={
                <IconButton size="sm" label={`Actions for ${name}`}>
                  <MoreHorizontal aria-hidden />
                </IconButton>
              }
            >
              {canEdit && (
                <MenuItem icon={<Pencil aria-hidden />} onSelect={onEdit}>
                  Edit
                </MenuItem>
              )}
              {canDelete && (
                <MenuItem icon={<Trash2 aria-hidden />} isDanger onSelect={onDelete}>
                  Delete
                </MenuItem>
              )}
            </Menu>
          )}
        </span>
      </div>
      <ul className={styles.users} aria-label={`Users of ${name}`}>
        {shown.map((user) => (
          <li key={user.id} className={styles.user}>
            <Avatar name={displayNameOf(user)} photoUrl={user.photoUrl} size={18} />
            <span>{displayNameOf(user)}</span>
            {canChangeUsers && (
              <button
                type="button"
                aria-label={`Remove ${displayNameOf(user)} from ${name}`}
                onClick={() => membership.start({ kind: 'remove', user })}
              >
                <X aria-hidden />
              </button>
            )}
          </li>
        ))}
        {usersTotal > shown.length && (
          <li>
            <Chip href={`${paths.users}?groups=${id}`}>+{usersTotal - shown.length}</Chip>
          </li>
        )}
        {canChangeUsers && (
          <li>
            <AddUser
              group={group}
              isAdding={membership.item?.kind === 'add'}
              onAdd={(user) => membership.start({ kind: 'add', user })}
            />
          </li>
        )}
      </ul>
    </li>
  )
}

const SHOWN = 6

type Membership = { kind: 'add' | 'remove'; user: Pick<GroupUser, 'id' | 'username' | 'firstName' | 'lastName'> }

/** Adds and removes single users; a removal can be undone from its toast. */
function useMembership(group: Group, onChanged: (group: Group) => void) {
  const { send } = useApplication()
  const action = useSingleAction({
    perform: ({ kind, user }: Membership) =>
      kind === 'add'
        ? send(addGroupUser, { params: { groupId: group.id, userId: user.id }, body: {} })
        : send(removeGroupUser, { params: { groupId: group.id, userId: user.id } }),
    onDone: ({ kind, user }, changed) => {
      const name = displayNameOf(user)
      if (kind === 'add') toast.success(USER_TEXTS.addedToGroup(name, group.name))
      else
        toast.success(USER_TEXTS.removedFromGroup(name, group.name), {
          label: 'Undo',
          run: () => action.start({ kind: 'add', user }),
        })
      onChanged(changed)
    },
  })
  return action
}

interface AddUserProps {
  group: Group
  isAdding: boolean
  onAdd: (user: User) => void
}

/** Excludes inactive and read-only users (GRPS-13, GRPS-14). */
function AddUser({ group, isAdding, onAdd }: AddUserProps) {
  const { send } = useApplication()
  const may = useMay()
  if (!may.has('IAM_USERS_READ') && !may.has('IAM_USERS_UPDATE')) return null
  const inGroup = new Set((group.users ?? []).map(({ id }) => id))
  return (
    <Popover
      label="Add user"
      trigger={
        <Button variant="quiet" size="sm" icon={<Plus aria-hidden />} isPending={isAdding}>
          Add user
        </Button>
      }
    >
      {(close) => (
        <SearchedPicker<User>
          label={`Users to add to ${group.name}`}
          searchLabel="Search users"
          none={TEXTS.noUsers}
          noMatch={TEXTS.noUsers}
          autoFocus
          search={async (query, signal) => {
            const { items } = await send(listUsers, {
              query: {
                query,
                pageSize: LIMITS.maxUsersPageSize,
                status: ['ACTIVE', 'PENDING'],
                includeGroups: true,
              },
              signal,
            })
            return { items: items.filter((user) => !user.hasReadOnlyAccess && !user.isSystem && !inGroup.has(user.id)) }
          }}
          optionOf={textOf}
          onChoose={(user) => {
            onAdd(user)
            close()
          }}
        />
      )}
    </Popover>
  )
}

const textOf = (user: User) => ({
  label: displayNameOf(user),
  aside: user.username,
  icon: <Avatar name={displayNameOf(user)} photoUrl={user.photoUrl} />,
})
