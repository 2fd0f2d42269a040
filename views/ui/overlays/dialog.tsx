/**
 * A modal dialog, rendered only while open. Widths: `small` 500, `medium` 696, `large` 1312 px. Traps focus and restores it on close.
 * Focuses `[data-autofocus]`, else the first field.
 */
import type { ReactNode } from 'react'
import { useOverlay } from './use-overlays.ts'

export type DialogProps = {
  title: ReactNode
  /** Called on Escape, the close button or an outside press. The caller stops rendering the dialog. */
  onClose: () => void
  width?: 'small' | 'medium' | 'large'
  /** `alertdialog` for an action that cannot be undone. */
  role?: 'dialog' | 'alertdialog'
  /** False while work runs or when an outside press would lose input: then only the close button and Escape close. */
  closesOnScrim?: boolean
  /** Buttons, the confirming one last. */
  footer?: ReactNode
  children: ReactNode
}

export function Dialog(props: DialogProps) {
  const overlays = useOverlay(props.onClose)
  return overlays && <overlays.DialogPart {...props} />
}
