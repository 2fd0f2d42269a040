/** The navigation of narrow pages: slides in, traps focus, and closes on an outside press, on Escape and on navigation. */
import type { ReactNode } from 'react'
import { useOverlay } from '../ui/overlays/use-overlays.ts'
import styles from './drawer.module.css'

export function Drawer({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const overlays = useOverlay(onClose)
  return (
    overlays && (
      <overlays.ModalPart onClose={onClose} className={styles.drawer}>
        <overlays.PlainDialog aria-label="Navigation" className={styles.sheet ?? ''}>
          {children}
        </overlays.PlainDialog>
      </overlays.ModalPart>
    )
  )
}
