/** The rail of a narrow page: slides over it, keeps focus inside, closes on a press beside it, on Escape and on going somewhere. */
import { useLayoutEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import styles from './drawer.module.css'

export function Drawer({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const own = dialog.current
    own?.showModal()
    return () => own?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      aria-label="Navigation"
      className={styles.drawer}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onPointerDown={(event) => {
        if (event.target === event.currentTarget) onClose()
      }}
    >
      <div className={styles.sheet}>{children}</div>
    </dialog>
  )
}
