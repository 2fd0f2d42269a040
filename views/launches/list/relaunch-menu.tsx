/** Relaunches the selected launches: all tests of each, or failed ones. */
import { RotateCw } from 'lucide-react'
import type { Launch } from '../../../contract/launches/launches.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Menu, MenuItem } from '../../ui/overlays/menu.tsx'
import type { LaunchAsk } from '../launch-dialogs.tsx'

interface RelaunchMenuProps {
  launches: readonly Launch[]
  onAsk: (ask: LaunchAsk) => void
}

export function RelaunchMenu({ launches, onAsk }: RelaunchMenuProps) {
  const ask = (option: NonNullable<LaunchAsk['option']>) => () => onAsk({ action: 'relaunch', option, launches })
  return (
    <Menu
      label="Relaunch"
      trigger={
        <Button variant="quiet" size="sm" icon={<RotateCw aria-hidden />}>
          Relaunch {launches.length}
        </Button>
      }
    >
      <MenuItem onSelect={ask('RERUN_ALL')}>All tests</MenuItem>
      <MenuItem onSelect={ask('RERUN_FAILURES_ONLY')}>Failed tests only</MenuItem>
    </Menu>
  )
}
