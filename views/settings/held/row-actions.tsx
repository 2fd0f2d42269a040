/** Actions at the end of an entry's row. */
import { Ellipsis, Pencil, Trash2, Undo2 } from 'lucide-react'
import { memo } from 'react'
import type { Key } from '../../../contract/settings/held-edits.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { Menu, MenuItem } from '../../ui/overlays/menu.tsx'
import { MoveItems } from '../../ui/sorting/sortable-grip.tsx'

interface RowActionsProps {
  id: Key
  name: string
  /** Deleted in the unsaved changes: can only be restored. */
  isGone: boolean
  /** A fixed entry: neither moved nor deleted. */
  isFixed?: boolean
  /** False: movable, but not deletable. */
  canDelete?: boolean
  onOpen: (key: Key) => void
  onDelete: (key: Key) => void
  onRestore: (key: Key) => void
}

/** Memoised: most edits do not affect them. `data-trash` hides the button on narrow rows, whose menu deletes. */
export const RowActions = memo(function RowActions(props: RowActionsProps) {
  const { id, name, isGone, isFixed = false, canDelete = true, onOpen, onDelete, onRestore } = props
  if (isGone)
    return (
      <Button size="sm" variant="quiet" icon={<Undo2 aria-hidden />} data-restore onClick={() => onRestore(id)}>
        Restore
      </Button>
    )
  return (
    <>
      <IconButton size="sm" label={`Edit ${name}`} data-edit onClick={() => onOpen(id)}>
        <Pencil aria-hidden />
      </IconButton>
      {!isFixed && (
        <>
          {canDelete && (
            <IconButton size="sm" label={`Delete ${name}`} data-trash onClick={() => onDelete(id)}>
              <Trash2 aria-hidden />
            </IconButton>
          )}
          <Menu
            label={`More for ${name}`}
            align="end"
            trigger={
              <IconButton size="sm" label={`More for ${name}`}>
                <Ellipsis aria-hidden />
              </IconButton>
            }
          >
            <MoveItems id={id} />
            {canDelete && (
              <MenuItem icon={<Trash2 aria-hidden />} onSelect={() => onDelete(id)}>
                Delete
              </MenuItem>
            )}
          </Menu>
        </>
      )}
    </>
  )
})
