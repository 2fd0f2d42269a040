import { Ellipsis, FolderPlus, SquareCheck, Trash2 } from 'lucide-react'
import { useCanOpen, useProject } from '../app/context.tsx'
import { inProjectHref, paths } from '../app/routes.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { Menu, MenuItem } from '../ui/menu.tsx'

export interface RepositoryMenuProps {
  isSelecting: boolean
  onSelection: () => void
  onAddSuite: () => void
}

/** What else can be done with the repository (TREE-14 to TREE-18). A page that the edition or the role lacks is not offered. */
export function RepositoryMenu({ isSelecting, onSelection, onAddSuite }: RepositoryMenuProps) {
  const { key } = useProject()
  const canOpen = useCanOpen()
  const trash = inProjectHref(paths.trashBin, key)
  return (
    <Menu
      label="More actions"
      align="end"
      trigger={
        <IconButton label="More actions">
          <Ellipsis aria-hidden />
        </IconButton>
      }
    >
      <MenuItem icon={<SquareCheck aria-hidden />} keys="Mod+Shift+S" onSelect={onSelection}>
        {isSelecting ? 'Disable selection' : 'Enable selection'}
      </MenuItem>
      <MenuItem icon={<FolderPlus aria-hidden />} onSelect={onAddSuite}>
        Create suite
      </MenuItem>
      {canOpen(trash) && (
        <MenuItem icon={<Trash2 aria-hidden />} href={trash}>
          Trash bin
        </MenuItem>
      )}
    </Menu>
  )
}
