/** The rail of a narrow page: slides over it, keeps focus inside, closes on a press beside it, on Escape and on going somewhere. */
import type { ReactNode } from 'react'
import { useOverlay } from '../ui/use-overlays.ts'
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
