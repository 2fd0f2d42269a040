/** A drawer over the page: traps focus, closes on an outside press and on Escape. */
import { X } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { useOverlay } from '../../ui/overlays/use-overlays.ts'
import styles from './drawer.module.css'

export function Drawer({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const overlays = useOverlay(onClose)
  const titleId = useId()
  return (
    overlays && (
      <overlays.ModalPart onClose={onClose} className={styles.drawer}>
        <overlays.PlainDialog aria-labelledby={titleId} className={styles.sheet ?? ''}>
          <header className={styles.head}>
            <h2 id={titleId}>{title}</h2>
            <IconButton size="sm" label="Close" onClick={onClose}>
              <X aria-hidden />
            </IconButton>
          </header>
          {children}
        </overlays.PlainDialog>
      </overlays.ModalPart>
    )
  )
}
