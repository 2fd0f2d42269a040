/** Form of one status. Every key is an unsaved edit; leaving a field starts a new undo step. */
import { X } from 'lucide-react'
import type { KeyboardEvent, ReactNode } from 'react'
import { withoutBlankAliases } from '../../../contract/settings/aliases.ts'
import type { HeldEditorRef } from '../../../machines/patterns/held-editor/held-editor.machine.ts'
import type { Faults } from '../../../machines/patterns/held-editor/held-faults.ts'
import type { HeldRow } from '../../../machines/patterns/held-editor/held-fold.ts'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { ColorField } from '../../ui/pickers/color-field.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { SegmentedControl } from '../../ui/controls/segmented-control.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import type { StatusEntry } from './status-list.ts'
import styles from './result-statuses.module.css'

export interface StatusEditorProps {
  row: HeldRow<StatusEntry>
  faults: Faults | undefined
  editor: HeldEditorRef<StatusEntry>
  onClose: () => void
  /** Content of the header: grip and name. */
  children: ReactNode
}

type Outcome = 'success' | 'failure' | 'neither'

const OUTCOMES = [
  { value: 'success', label: 'Success' },
  { value: 'failure', label: 'Failure' },
  { value: 'neither', label: 'Neither' },
] as const

export function StatusEditor({ row, faults, editor, onClose, children }: StatusEditorProps) {
  const { key, entry, isFixed } = row
  const change = (changes: Partial<StatusEntry>, isTyping = false) =>
    editor.send({ type: 'entry/change', key, changes, isTyping })
  const leave = (field: 'name' | 'aliases' | 'colorHex', tidy: string) => {
    if (tidy !== entry[field]) change({ [field]: tidy }, true)
    editor.send({ type: 'edit/close', key, field })
  }
  const outcome: Outcome = entry.isSuccess ? 'success' : entry.isFailure ? 'failure' : 'neither'
  const choose = (chosen: Outcome) =>
    change({
      isSuccess: chosen === 'success',
      isFailure: chosen === 'failure',
      // A result that passes or fails is final; a neutral one may be.
      isCompleted: chosen === 'neither' ? entry.isCompleted : true,
    })
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape' || event.key === 'Enter') onClose()
  }
  const countFault = faults?.['isFailure'] ?? faults?.['isSuccess'] ?? faults?.['isCompleted']
  return (
    <div className={styles.editor}>
      <div className={styles.editorHead}>
        {children}
        <IconButton size="sm" label="Close the editor" onClick={onClose}>
          <X aria-hidden />
        </IconButton>
      </div>
      <fieldset className={styles.fields} aria-label={`Edit ${entry.name || 'the new status'}`}>
        <TextField
          label="Name"
          name="name"
          value={entry.name}
          readOnly={isFixed}
          autoComplete="off"
          description={isFixed ? 'Every execution starts with it. Its name is fixed.' : undefined}
          error={faults?.['name']}
          onValueChange={(name) => change({ name }, true)}
          onKeyDown={onKey}
          onBlur={() => leave('name', entry.name.trim())}
        />
        <TextField
          label="Aliases"
          name="aliases"
          value={entry.aliases}
          autoComplete="off"
          description="Other names in reports, separated by commas"
          error={faults?.['aliases']}
          onValueChange={(aliases) => change({ aliases }, true)}
          onKeyDown={onKey}
          onBlur={() => leave('aliases', withoutBlankAliases(entry.aliases))}
        />
        <ColorField
          label="Colour"
          name="colorHex"
          value={entry.colorHex}
          error={faults?.['colorHex']}
          onValueChange={(colorHex) => change({ colorHex }, true)}
          onKeyDown={onKey}
          onBlur={() => leave('colorHex', entry.colorHex.trim())}
        />
        {!isFixed && (
          <div className={styles.counts}>
            <span>Counts as</span>
            <div>
              <SegmentedControl label="Counts as" segments={OUTCOMES} value={outcome} onValueChange={choose} />
              <Checkbox checked={entry.isCompleted} onCheckedChange={(isCompleted) => change({ isCompleted })}>
                Completed
              </Checkbox>
            </div>
            {countFault !== undefined && <p className={styles.countFault}>{countFault}</p>}
          </div>
        )}
      </fieldset>
    </div>
  )
}
