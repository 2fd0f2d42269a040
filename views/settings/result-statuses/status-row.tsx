/** A result status: its row, expanded form, or the conflict to resolve first. */
import { Check, Lock, TriangleAlert, X } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { aliasesOf } from '../../../contract/settings/aliases.ts'
import type { Key } from '../../../contract/settings/held-edits.ts'
import type { HeldEditorRef } from '../../../machines/patterns/held-editor/held-editor.machine.ts'
import type { Mark } from '../../../machines/patterns/held-editor/held-fold.ts'
import { Chip, ColorTag } from '../../ui/marks/chip.tsx'
import { NamedGrip } from '../../ui/sorting/sortable-grip.tsx'
import { Switch } from '../../ui/controls/switch.tsx'
import { HeldConflict } from '../held/held-conflict.tsx'
import { RowActions } from '../held/row-actions.tsx'
import { useHeldRow } from '../held/use-held-rows.ts'
import { StatusEditor } from './status-editor.tsx'
import type { StatusEntry } from './status-list.ts'
import styles from './result-statuses.module.css'

export interface StatusRowProps {
  id: Key
  isOpen: boolean
  editor: HeldEditorRef<StatusEntry>
  onOpen: (key: Key, field?: string) => void
  onClose: (key: Key) => void
  onDelete: (key: Key) => void
  onRestore: (key: Key) => void
}

/** Memoised by entry. */
export const StatusRow = memo(function StatusRow(props: StatusRowProps) {
  const { id, isOpen, editor, onOpen, onClose, onDelete, onRestore } = props
  const { row, conflict, savedBy, faults } = useHeldRow(editor, id)
  if (row === undefined) return null
  const { key, entry, marks, isFixed } = row
  const name = entry.name.trim() || 'New status'
  const isGone = marks.includes('deleted')
  const tag = <ColorTag colorHex={entry.colorHex}>{name}</ColorTag>
  if (conflict !== undefined)
    return (
      <div className={styles.full}>
        <HeldConflict
          conflict={conflict}
          savedBy={savedBy}
          title={tag}
          values={valuesOf}
          onSettle={(choice) => editor.send({ type: 'conflict/settle', key, choice })}
        />
      </div>
    )
  if (isOpen && !isGone)
    return (
      <div className={styles.full}>
        <StatusEditor {...{ row, faults, editor }} onClose={() => onClose(key)}>
          {isFixed ? <Locked /> : <NamedGrip id={key} name={name} />}
          <span className={styles.name}>
            {tag}
            <Marks marks={marks} />
          </span>
        </StatusEditor>
      </div>
    )
  const [fault] = Object.entries(faults ?? {})
  return (
    <div className={styles.row} data-gone={isGone || undefined} data-off={!entry.enabled || undefined}>
      {isFixed ? <Locked /> : isGone ? <span /> : <NamedGrip id={key} name={name} />}
      <span className={styles.name}>
        {tag}
        <Marks marks={marks} />
      </span>
      <span className={styles.aliases}>
        {fault === undefined || isGone ? (
          aliasesOf(entry.aliases).join(', ')
        ) : (
          <button type="button" className={styles.fault} onClick={() => onOpen(key, fault[0])}>
            <TriangleAlert aria-hidden />
            {fault[1]}
          </button>
        )}
      </span>
      <span className={styles.class}>
        <Classes entry={entry} />
      </span>
      <span className={styles.hex}>{entry.colorHex}</span>
      <span className={styles.on}>
        {!isGone && (
          <Switch
            aria-label={`${name} is on`}
            title={isFixed ? `${name} is always on` : undefined}
            checked={entry.enabled}
            disabled={isFixed}
            onCheckedChange={(enabled) => editor.send({ type: 'entry/change', key, changes: { enabled } })}
          />
        )}
      </span>
      <span className={styles.acts}>
        <RowActions id={key} {...{ name, isGone, isFixed, onOpen, onDelete, onRestore }} />
      </span>
    </div>
  )
})

const Locked = () => (
  <span className={styles.lock} title="Always first">
    <Lock aria-label="Always first" />
  </span>
)

const MARK_LABELS: Record<Mark, string> = { added: 'Added', edited: 'Edited', moved: 'Moved', deleted: 'Deleted' }

const Marks = ({ marks }: { marks: readonly Mark[] }) =>
  marks.length > 0 && <span className={styles.mark}>{marks.map((mark) => MARK_LABELS[mark]).join(', ')}</span>

function Classes({ entry }: { entry: StatusEntry }): ReactNode {
  const { isSuccess, isFailure, isCompleted } = entry
  if (!isSuccess && !isFailure && !isCompleted) return <span className={styles.none}>None</span>
  return (
    <>
      {isSuccess && <Chip icon={<Check aria-hidden />}>Success</Chip>}
      {isFailure && <Chip icon={<X aria-hidden />}>Failure</Chip>}
      {isCompleted && <Chip>Completed</Chip>}
    </>
  )
}

/** One side of a conflict. A status's meaning is one choice over several fields. */
function valuesOf(entry: StatusEntry, fields: readonly string[]): ReactNode {
  const counts = fields.some((field) => ['isSuccess', 'isFailure', 'isCompleted'].includes(field))
  return (
    <>
      {fields.includes('name') && <b>{entry.name}</b>}
      {fields.includes('colorHex') && (
        <span>
          Colour <ColorTag colorHex={entry.colorHex}>{entry.colorHex}</ColorTag>
        </span>
      )}
      {fields.includes('aliases') && (
        <span>
          Aliases <code>{aliasesOf(entry.aliases).join(', ') || 'none'}</code>
        </span>
      )}
      {counts && (
        <span className={styles.class}>
          Counts as <Classes entry={entry} />
        </span>
      )}
      {fields.includes('enabled') && <span>{entry.enabled ? 'On' : 'Off'}</span>}
    </>
  )
}
