/** Filters of narrow pages, in a dialog (TESTS-11). Choices apply immediately. */
import type { ReactNode } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import styles from './filters.module.css'

export type FilterDialogProps = {
  onClear: () => void
  clearLabel: string
  /** Controls for saved filters. */
  onSave?: () => void
  onClose: () => void
  children: ReactNode
}

export function FilterDialog({ onClear, clearLabel, onSave, onClose, children }: FilterDialogProps) {
  return (
    <Dialog
      title="Filters"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClear}>{clearLabel}</Button>
          {onSave !== undefined && <Button onClick={onSave}>Save as</Button>}
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <div className={styles.dialog}>{children}</div>
    </Dialog>
  )
}
