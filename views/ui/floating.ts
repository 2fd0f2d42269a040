/** Where a panel stands beside its anchor: what menus and popovers are drawn in. */
import type { ReactNode } from 'react'

export type Side = 'top' | 'bottom' | 'left' | 'right'
export type Align = 'start' | 'center' | 'end'

export type FloatingProps = {
  anchor: HTMLElement | null
  /** Names the panel as a dialog, where what is inside is none by itself. */
  label?: string
  onClose: () => void
  side?: Side | undefined
  align?: Align | undefined
  children: ReactNode
}
