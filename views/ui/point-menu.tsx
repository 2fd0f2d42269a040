/** A menu that opens at a point of the window, by itself: where something was dropped, where a right click was. Drawn only while it is open. */
import { useState } from 'react'
import type { ReactNode } from 'react'
import { OpenMenu } from './menu.tsx'
import styles from './point-menu.module.css'

export type PointMenuProps = {
  /** Names the menu for screen readers. */
  label: string
  /** Pixels of the window. */
  at: { x: number; y: number }
  /** Left, or something was chosen: then what was chosen is done after it. */
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
