/** A panel beside its anchor, above everything else: what menus and popovers are drawn in. */
import type { ComponentProps, ReactNode } from 'react'
import { useOverlays } from './use-overlays.ts'

export type Side = 'top' | 'bottom' | 'left' | 'right'
export type Align = 'start' | 'center' | 'end'

export type FloatingProps = Pick<ComponentProps<'div'>, 'id' | 'className'> & {
  anchor: HTMLElement | null
  /** Names the panel as a dialog, where what is inside is none by itself. */
  label?: string
  /** `returnFocus` is false when focus has already gone where the person put it. */
  onClose: (returnFocus: boolean) => void
  side?: Side | undefined
  align?: Align | undefined
  children: ReactNode
}

/** Drawn only while it is open. Escape, a press elsewhere and focus that leaves close it. */
export function Floating(props: FloatingProps) {
  const overlays = useOverlays()
  return overlays && <overlays.FloatingPanel {...props} />
}
