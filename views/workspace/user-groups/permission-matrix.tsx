/** Permission matrix: rows are permissions, columns are groups. Each press saves immediately. */
import { updateGroup, type Group } from '../../../contract/workspace/groups.ts'
import { USER_TEXTS } from '../../../contract/workspace/user-texts.ts'
import type { GroupPermission } from '../../../contract/access.ts'
import { PERMISSION_SECTIONS } from '../../../contract/workspace/permission-labels.ts'
import { useMay, useSession, useApplication } from '../../application/context.tsx'
import { useOptimistic } from '../../shared/forms/use-optimistic.ts'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import styles from './user-groups.module.css'

interface PermissionMatrixProps {
  groups: readonly Group[]
  /** The group with a highlighted column. */
  current: number | null
  onCurrent: (groupId: number) => void
  onChanged: (group: Group) => void
  /** Called when another user has changed a group meanwhile. */
  onStale: () => void
}

export function PermissionMatrix(props: PermissionMatrixProps) {
  const { groups, current } = props
  return (
    <div className={styles.matrix}>
      <table>
        <caption className={styles.caption}>Permissions of the groups</caption>
        <thead>
          <tr>
            <th scope="col">Permission</th>
            {groups.map(({ id, name }) => (
              <th key={id} scope="col" data-current={id === current || undefined}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        {PERMISSION_SECTIONS.map(({ section, permissions }) => (
          <tbody key={section}>
            <tr className={styles.section}>
              <th scope="colgroup" colSpan={groups.length + 1}>
                {section}
              </th>
            </tr>
            {permissions.map(({ id, label }) => (
              <Line
                key={id}
                {...props}
                label={label}
                read={({ permissions: held }) => held.includes(id)}
                permission={id}
              />
            ))}
          </tbody>
        ))}
        <tbody>
          <tr className={styles.section}>
            <th scope="colgroup" colSpan={groups.length + 1}>
              Invitations
            </th>
          </tr>
          <Line {...props} label="Offered when inviting" read={({ invitable }) => invitable} permission={null} />
        </tbody>
      </table>
    </div>
  )
}

interface LineProps extends PermissionMatrixProps {
  label: string
  /** Null: whether invitations may offer the group. */
  permission: GroupPermission | null
  read: (group: Group) => boolean
}

function Line({ groups, current, onCurrent, onChanged, onStale, label, permission, read }: LineProps) {
  return (
    <tr>
      <th scope="row">{label}</th>
      {groups.map((group) => (
        <td
          key={group.id}
          data-current={group.id === current || undefined}
          onFocus={() => onCurrent(group.id)}
          onPointerDown={() => onCurrent(group.id)}
        >
          <Box {...{ group, label, permission, read, onChanged, onStale }} />
        </td>
      ))}
    </tr>
  )
}

type BoxProps = Pick<LineProps, 'label' | 'permission' | 'read' | 'onChanged' | 'onStale'> & { group: Group }

function Box({ group, label, permission, read, onChanged, onStale }: BoxProps) {
  const { send } = useApplication()
  const may = useMay()
  const { user } = useSession()
  const { shown, set } = useOptimistic<Group, boolean>({
    source: group,
    read,
    save: async (isOn) =>
      onChanged(await send(updateGroup, { params: { groupId: group.id }, body: editOf(group, permission, isOn) })),
    onSaved: () => toast.success(USER_TEXTS.groupUpdated),
    onReverted: onStale,
  })
  // Users can grant only permissions that they have.
  const isGiven = user.superAdmin || shown || permission === null || holds(user, permission)
  return (
    <Checkbox
      aria-label={`${label}: ${group.name}`}
      checked={shown}
      disabled={group.builtIn !== null || !may.has('IAM_GROUPS_UPDATE') || !isGiven}
      onCheckedChange={set}
    />
  )
}

const holds = ({ permissions }: { permissions: readonly string[] }, permission: GroupPermission): boolean =>
  permissions.includes(permission)

const editOf = ({ permissions, invitable }: Group, permission: GroupPermission | null, isOn: boolean) =>
  permission === null
    ? { invitable: isOn, expected: { invitable } }
    : {
        permissions: isOn ? [...permissions, permission] : permissions.filter((one) => one !== permission),
        expected: { permissions },
      }
