import { Ellipsis, FileUp, FolderPlus, ListChecks, SquareCheck, Trash2, Workflow } from 'lucide-react'
import { useCanOpen, useProject } from '../application/context.tsx'
import { inProjectHref, paths } from '../shared/routes.ts'
import { IconButton } from '../ui/controls/icon-button.tsx'
import { Menu, MenuItem } from '../ui/overlays/menu.tsx'
import { useMayImport } from './import/when-opened.tsx'
import { caseModelHref } from '../shared/cases/address.ts'

export interface RepositoryMenuProps {
  isSelecting: boolean
  onSelection: () => void
  onAddSuite: () => void
  onBulk: () => void
  onImport: () => void
}

/** More actions of the repository (TREE-14 to TREE-18). Pages without permission or edition are hidden. */
export function RepositoryMenu({ isSelecting, onSelection, onAddSuite, onBulk, onImport }: RepositoryMenuProps) {
  const { key } = useProject()
  const canOpen = useCanOpen()
  const mayImport = useMayImport()
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
      <MenuItem icon={<ListChecks aria-hidden />} onSelect={onBulk}>
        Bulk actions
      </MenuItem>
      <MenuItem icon={<FolderPlus aria-hidden />} onSelect={onAddSuite}>
        Create suite
      </MenuItem>
      {mayImport && (
        <MenuItem icon={<FileUp aria-hidden />} onSelect={onImport}>
          Import
        </MenuItem>
      )}
      <MenuItem icon={<Workflow aria-hidden />} href={caseModelHref(key)}>
        Cases from a model
      </MenuItem>
      {canOpen(trash) && (
        <MenuItem icon={<Trash2 aria-hidden />} href={trash}>
          Trash bin
        </MenuItem>
      )}
    </Menu>
  )
}
