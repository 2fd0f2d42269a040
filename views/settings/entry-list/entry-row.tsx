/** One entry: its row, the form it opens into, or the conflict that has to be settled first. */
import { Ellipsis, Pencil, Trash2, TriangleAlert, Undo2 } from 'lucide-react'
import { memo, useMemo } from 'react'
import type { HeldEntry, Key } from '../../../machines/held-edits.ts'
import type { HeldEditorRef } from '../../../machines/held-editor.ts'
import type { Mark } from '../../../machines/held-fold.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { MoveItems, SortableGrip } from '../../ui/sortable-grip.tsx'
import { HeldConflict } from '../held/held-conflict.tsx'
import { useHeldRow } from '../held/use-held-rows.ts'
import { EntryEditor } from './entry-editor.tsx'
import type { EntryLook } from './entry-look.ts'
import styles from './entry-list.module.css'

export interface EntryRowProps<Entry extends HeldEntry> {
  id: Key
  look: EntryLook<Entry>
  isOpen: boolean
  editor: HeldEditorRef<Entry>
  onOpen: (key: Key, field?: string) => void
  onClose: (key: Key) => void
  onDelete: (key: Key) => void
  onRestore: (key: Key) => void
}

function Row<Entry extends HeldEntry>(props: EntryRowProps<Entry>) {
  const { id: key, look, isOpen, editor, onOpen, onClose } = props
  const { row, faults, conflict, savedBy, isAttempted } = useHeldRow(editor, key)
  const asks = useMemo(
    () => ({ change: (changes: Partial<Entry>) => editor.send({ type: 'entry/change', key, changes }) }),
    [editor, key],
  )
  if (row === undefined) return null
  const { entry, marks } = row
  const name = entry.name.trim() || `New ${look.noun}`
  const isGone = marks.includes('deleted')
  const title = (
    <span className={styles.name} data-gone={isGone || undefined}>
      {look.title(entry, name)}
      <Marks marks={marks} />
    </span>
  )
  if (conflict !== undefined)
    return (
      <HeldConflict
        {...{ conflict, savedBy }}
        title={look.title(entry, name)}
        values={look.values}
        onSettle={(choice) => editor.send({ type: 'conflict/settle', key, choice })}
      />
    )
  if (isOpen && !isGone)
    return (
      <EntryEditor {...{ row, look, faults, isAttempted, editor }} onClose={() => onClose(key)}>
        <SortableGrip id={key} name={name} />
        {title}
      </EntryEditor>
    )
  const cells = look.cells(entry, name, asks, isGone)
  const [fault] = Object.entries(faults ?? {})
  return (
    <div className={styles.row} data-gone={isGone || undefined}>
      {isGone ? <span /> : <SortableGrip id={key} name={name} />}
      {title}
      {cells.map((cell, place) => (
        <span key={look.columns[place]?.label} className={styles.cell}>
          {cell}
        </span>
      ))}
      <Actions {...props} {...{ name, isGone }} />
      {fault !== undefined && !isGone && (
        <button type="button" className={styles.fault} onClick={() => onOpen(key, fault[0])}>
          <TriangleAlert aria-hidden />
          {fault[1]}
        </button>
      )}
    </div>
  )
}
/** Drawn anew only when something about this one entry changes. */
export const EntryRow = memo(Row) as typeof Row

function Actions<Entry extends HeldEntry>({
  id: key,
  name,
  isGone,
  onOpen,
  onDelete,
  onRestore,
}: EntryRowProps<Entry> & { name: string; isGone: boolean }) {
  if (isGone)
    return (
      <span className={styles.acts}>
        <Button size="sm" variant="quiet" icon={<Undo2 aria-hidden />} data-restore onClick={() => onRestore(key)}>
          Restore
        </Button>
      </span>
    )
  return (
    <span className={styles.acts}>
      <IconButton size="sm" label={`Edit ${name}`} data-edit onClick={() => onOpen(key)}>
        <Pencil aria-hidden />
      </IconButton>
      <IconButton size="sm" label={`Delete ${name}`} className={styles.wide} onClick={() => onDelete(key)}>
        <Trash2 aria-hidden />
      </IconButton>
      <Menu
        label={`More for ${name}`}
        align="end"
        trigger={
          <IconButton size="sm" label={`More for ${name}`}>
            <Ellipsis aria-hidden />
          </IconButton>
        }
      >
        <MoveItems id={key} />
        <MenuItem icon={<Trash2 aria-hidden />} onSelect={() => onDelete(key)}>
          Delete
        </MenuItem>
      </Menu>
    </span>
  )
}

const MARK_WORDS: Record<Mark, string> = { added: 'Added', edited: 'Edited', moved: 'Moved', deleted: 'Deleted' }

const Marks = ({ marks }: { marks: readonly Mark[] }) =>
  marks.length > 0 && <span className={styles.mark}>{marks.map((mark) => MARK_WORDS[mark]).join(', ')}</span>
