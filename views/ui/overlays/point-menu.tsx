/** A context menu at a point of the window, for drops and right clicks. Rendered only while open. */
import { useState } from 'react'
import type { ReactNode } from 'react'
import { OpenMenu } from './menu.tsx'
import styles from './point-menu.module.css'

export type PointMenuProps = {
  /** Accessible name of the menu. */
  label: string
  /** Window pixels. */
  at: { x: number; y: number }
  /** Called on close; a chosen action runs after it. */
  onClose: () => void
  children: ReactNode
}

export function PointMenu({ label, at, onClose, children }: PointMenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <span ref={setAnchor} className={styles.point} style={{ left: at.x, top: at.y }} />
      {anchor !== null && (
        <OpenMenu id="point-menu" label={label} anchor={anchor} onClose={onClose}>
          {children}
        </OpenMenu>
      )}
    </>
  )
}
