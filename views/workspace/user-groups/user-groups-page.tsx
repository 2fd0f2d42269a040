/** User groups and their permission matrix (GRPS-01 to 28). */
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { deleteGroup, type Group, listGroups } from '../../../contract/workspace/groups.ts'
import { USER_TEXTS } from '../../../contract/workspace/user-texts.ts'
import { useApplication, useMay, useResource } from '../../application/context.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { ListStates, stateOfLoaded } from '../../shared/lists/list-states.tsx'
import { WorkspacePage } from '../../shared/settings/workspace-page.tsx'
import { GroupCard } from './group-card.tsx'
import { GroupDialog } from './group-dialog.tsx'
import { PermissionMatrix } from './permission-matrix.tsx'
import styles from './user-groups.module.css'
import { useConfirmedAction } from '../../shared/forms/confirmed-action.ts'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { toast } from '../../ui/toasts/toasts.ts'

type Asked = { kind: 'edit'; group: Group | null } | { kind: 'delete'; group: Group }

export function UserGroupsPage() {
  const { send } = useApplication()
  const may = useMay()
  const resource = useResource(() => send(listGroups, { query: { includeUsers: true } }).then(({ results }) => results))
  const { refresh, change } = resource
  const list = stateOfLoaded(resource, (groups) => groups)
  const [asked, setAsked] = useState<Asked | null>(null)
  const [current, setCurrent] = useState<number | null>(null)
  const close = () => setAsked(null)
  const done = () => {
    close()
    refresh()
  }
  // GRPS-08: creating a group requires seeing permissions.
  const create = may.has('IAM_GROUPS_READ') && may.has('IAM_GROUPS_UPDATE') && (
    <Button variant="primary" icon={<Plus aria-hidden />} onClick={() => setAsked({ kind: 'edit', group: null })}>
      New group
    </Button>
  )
  const changed = (group: Group) => change(list.rows.map((one) => (one.id === group.id ? group : one)))
  return (
    <WorkspacePage title="User groups" isWide actions={list.face === 'shown' && create}>
      <ListStates
        title="Groups"
        list={list}
        empty={
          <EmptyState title={USER_TEXTS.noGroups} actions={create}>
            A group gives its users permissions in the workspace and roles in every project.
          </EmptyState>
        }
      >
        {(groups) =>
          groups === null ? (
            <Loading />
          ) : (
            <div className={styles.page}>
              <ul className={styles.cards} aria-label="Groups">
                {groups.map((group) => (
                  <GroupCard
                    key={group.id}
                    group={group}
                    isCurrent={group.id === current}
                    onCurrent={() => setCurrent(group.id)}
                    onChanged={changed}
                    onEdit={() => setAsked({ kind: 'edit', group })}
                    onDelete={() => setAsked({ kind: 'delete', group })}
                  />
                ))}
              </ul>
              {/* GRPS-12 */}
              {may.has('IAM_GROUPS_READ') && (
                <PermissionMatrix
                  groups={groups}
                  current={current}
                  onCurrent={setCurrent}
                  onChanged={changed}
                  onStale={refresh}
                />
              )}
            </div>
          )
        }
      </ListStates>
      {asked?.kind === 'edit' && <GroupDialog group={asked.group} onClose={close} onSaved={done} />}
      {asked?.kind === 'delete' && <DeleteGroup group={asked.group} onClose={close} onDeleted={done} />}
    </WorkspacePage>
  )
}

function Loading() {
  return (
    <div className={styles.page} aria-busy>
      <ul className={styles.cards}>
        {[1, 2, 3].map((n) => (
          <li key={n} className={styles.card}>
            <Skeleton width={180} />
          </li>
        ))}
      </ul>
    </div>
  )
}

interface DeleteGroupProps {
  group: Group
  onClose: () => void
  onDeleted: () => void
}

function DeleteGroup({ group: { id, name, usersTotal }, onClose, onDeleted }: DeleteGroupProps) {
  const { send } = useApplication()
  const { isPending, failure, confirm } = useConfirmedAction(
    () => send(deleteGroup, { params: { groupId: id } }),
    () => {
      toast.success(USER_TEXTS.groupDeleted(name))
      onDeleted()
    },
  )
  return (
    <ConfirmDialog
      title={`Delete group ${name}?`}
      confirmLabel="Delete group"
      isPending={isPending}
      failure={failure}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        {usersTotal === 0
          ? 'It has no users. This cannot be undone.'
          : `Its ${usersTotal === 1 ? 'user stays' : `${usersTotal} users stay`} in the workspace and ${usersTotal === 1 ? 'loses' : 'lose'} the permissions that only this group gives. This cannot be undone.`}
      </p>
    </ConfirmDialog>
  )
}
