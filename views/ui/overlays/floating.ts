/** Placement of a panel beside its anchor, for menus and popovers. */
import type { ReactNode } from 'react'

export type Side = 'top' | 'bottom' | 'left' | 'right'
export type Align = 'start' | 'center' | 'end'

export type FloatingProps = {
  anchor: HTMLElement | null
  /** Accessible name of the panel as a dialog, unless its content is one. */
  label?: string
  onClose: () => void
  side?: Side | undefined
  align?: Align | undefined
  children: ReactNode
}
