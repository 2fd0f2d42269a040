/** Actions on the selected cases of a run. */
import type { ProjectUser } from '../../../contract/projects/people.ts'
import { BulkBar } from '../../ui/lists/bulk-bar.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../ui/overlays/menu.tsx'
import { StatusSign } from './status-sign.tsx'
import type { Statuses } from './statuses.ts'

interface SelectedBarProps {
  count: number
  statuses: Statuses
  people: readonly ProjectUser[]
  /** False for a run of a plan, whose cases are chosen in the plan. */
  canRemove: boolean
  onResult: (statusId: number) => void
  onAssign: (assigneeId: number | null) => void
  onRemove: () => void
  onClear: () => void
}

export function SelectedBar(props: SelectedBarProps) {
  const { count, statuses, people, canRemove, onResult, onAssign, onRemove, onClear } = props
  const words = count === 1 ? '1 case' : `${count} cases`
  return (
    <>
      <BulkBar words={`${words} selected`} onClear={onClear}>
        <Menu label="Set result" trigger={<Button size="sm">Set result</Button>}>
          {statuses.given.map((status) => (
            <MenuItem
              key={status.id}
              icon={<StatusSign status={status} hasName />}
              onSelect={() => onResult(status.id)}
            >
              {status.name}
            </MenuItem>
          ))}
        </Menu>
        <Menu label="Assign to" trigger={<Button size="sm">Assign</Button>}>
          {people.map(({ id, name }) => (
            <MenuItem key={id} onSelect={() => onAssign(id)}>
              {name}
            </MenuItem>
          ))}
          <MenuSeparator />
          <MenuItem onSelect={() => onAssign(null)}>Nobody</MenuItem>
        </Menu>
        {canRemove && (
          <Button size="sm" variant="quiet" onClick={onRemove}>
            Remove from run
          </Button>
        )}
      </BulkBar>
    </>
  )
}
