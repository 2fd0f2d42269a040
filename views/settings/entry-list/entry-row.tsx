/** An entry: its row, expanded form, or the conflict to resolve first. */
import { TriangleAlert } from 'lucide-react'
import { memo, useMemo } from 'react'
import type { HeldEntry, Key } from '../../../contract/settings/held-edits.ts'
import type { HeldEditorRef } from '../../../machines/patterns/held-editor/held-editor.machine.ts'
import type { Mark } from '../../../machines/patterns/held-editor/held-fold.ts'
import { NamedGrip } from '../../ui/sorting/sortable-grip.tsx'
import { HeldConflict } from '../held/held-conflict.tsx'
import { RowActions } from '../held/row-actions.tsx'
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
  const { id: key, look, isOpen, editor, onOpen, onClose, onDelete, onRestore } = props
  const { row, faults, conflict, savedBy } = useHeldRow(editor, key)
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
      <EntryEditor {...{ row, look, faults, editor }} onClose={() => onClose(key)}>
        <NamedGrip id={key} name={name} />
        {title}
      </EntryEditor>
    )
  const cells = look.cells(entry, name, asks, isGone)
  const [fault] = Object.entries(faults ?? {})
  return (
    <div className={styles.row} data-gone={isGone || undefined}>
      {isGone ? <span /> : <NamedGrip id={key} name={name} />}
      {title}
      {cells.map((cell, place) => (
        <span key={look.columns[place]?.label} className={styles.cell}>
          {cell}
        </span>
      ))}
      <span className={styles.acts}>
        <RowActions
          id={key}
          canDelete={look.canDelete?.(entry) ?? true}
          {...{ name, isGone, onOpen, onDelete, onRestore }}
        />
      </span>
      {isGone && look.gone && <div className={styles.goneNote}>{look.gone(entry)}</div>}
      {fault !== undefined && !isGone && (
        <button type="button" className={styles.fault} onClick={() => onOpen(key, fault[0])}>
          <TriangleAlert aria-hidden />
          {fault[1]}
        </button>
      )}
    </div>
  )
}
/** Memoised by entry. */
export const EntryRow = memo(Row) as typeof Row

const MARK_LABELS: Record<Mark, string> = { added: 'Added', edited: 'Edited', moved: 'Moved', deleted: 'Deleted' }

const Marks = ({ marks }: { marks: readonly Mark[] }) =>
  marks.length > 0 && <span className={styles.mark}>{marks.map((mark) => MARK_LABELS[mark]).join(', ')}</span>
