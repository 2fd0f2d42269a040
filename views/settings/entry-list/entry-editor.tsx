/** Form of an expanded row. Every key is an unsaved edit; leaving a field starts a new undo step. */
import { X } from 'lucide-react'
import type { KeyboardEvent, ReactNode } from 'react'
import type { HeldEntry } from '../../../contract/settings/held-edits.ts'
import type { HeldEditorRef } from '../../../machines/patterns/held-editor/held-editor.machine.ts'
import type { Faults } from '../../../machines/patterns/held-editor/held-faults.ts'
import type { HeldRow } from '../../../machines/patterns/held-editor/held-fold.ts'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import type { EntryLook } from './entry-look.ts'
import styles from './entry-list.module.css'

export interface EntryEditorProps<Entry extends HeldEntry> {
  row: HeldRow<Entry>
  look: EntryLook<Entry>
  faults: Faults | undefined
  editor: HeldEditorRef<Entry>
  onClose: () => void
  /** Content of the header: grip and name. */
  children: ReactNode
}

export function EntryEditor<Entry extends HeldEntry>(props: EntryEditorProps<Entry>) {
  const { row, look, faults, editor, onClose, children } = props
  const { key, entry } = row
  const change = (changes: Partial<Entry>) => editor.send({ type: 'entry/change', key, changes })
  const type = (changes: Partial<Entry>) => editor.send({ type: 'entry/change', key, changes, isTyping: true })
  // Only keys of the fields: popovers and buttons handle their own.
  const onKeyDown = ({ key: pressed, target }: KeyboardEvent) => {
    const isField = target instanceof HTMLInputElement && target.matches('[name]:not([type="radio"])')
    if (isField && (pressed === 'Escape' || pressed === 'Enter')) onClose()
  }
  return (
    <div className={styles.editor}>
      <div className={styles.editorHead}>
        {children}
        <IconButton size="sm" label="Close the editor" onClick={onClose}>
          <X aria-hidden />
        </IconButton>
      </div>
      <fieldset
        className={styles.fields}
        aria-label={`Edit ${entry.name || `the new ${look.noun}`}`}
        {...{ onKeyDown }}
      >
        {look.form({
          entry,
          change,
          type,
          errorOf: (field) => faults?.[field],
          leave: (field, tidy) => {
            if (tidy !== entry[field]) type({ [field]: tidy } as Partial<Entry>)
            editor.send({ type: 'edit/close', key, field })
          },
        })}
      </fieldset>
    </div>
  )
}
