import { Copy, Download, FileSpreadsheet, FolderInput, Pencil, Printer, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { BULK_ACTIONS, type BulkAction } from '../../../machines/cases/bulk-wizard.machine.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { ACTION_TEXTS } from './bulk-text.ts'
import styles from './bulk.module.css'

const ICONS: Record<BulkAction, ReactNode> = {
  edit: <Pencil aria-hidden />,
  move: <FolderInput aria-hidden />,
  clone: <Copy aria-hidden />,
  delete: <Trash2 aria-hidden />,
  'export-csv': <Download aria-hidden />,
  'export-pdf': <Printer aria-hidden />,
  'export-xlsx': <FileSpreadsheet aria-hidden />,
}

/** Step 1: choose the action (BULK-01). */
export function ChooseAction({ onChoose, onClose }: { onChoose: (action: BulkAction) => void; onClose: () => void }) {
  return (
    <Dialog title="Bulk actions" onClose={onClose}>
      <ul className={styles.actions} aria-label="Actions">
        {BULK_ACTIONS.map((action, i) => (
          <li key={action}>
            <button
              type="button"
              className={styles.action}
              data-autofocus={i === 0 ? '' : undefined}
              onClick={() => onChoose(action)}
            >
              {ICONS[action]}
              <strong>{ACTION_TEXTS[action].label}</strong>
              <small>{ACTION_TEXTS[action].description}</small>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
