/**
 * Dialog: a decision or a form that must be finished or left before going on. Rendered only while open.
 * Widths: `small` 500, `medium` 696, `large` 1312 px. Focus is kept inside and goes back to where it came from.
 * It begins at `[data-autofocus]`, else at the first field.
 */
import type { ReactNode } from 'react'
import { useOverlay } from './use-overlays.ts'

export type DialogProps = {
  title: ReactNode
  /** Asked for by Escape, the cross or a press on the scrim. The caller stops rendering the dialog. */
  onClose: () => void
  width?: 'small' | 'medium' | 'large'
  /** `alertdialog` for a question that cannot be undone. */
  role?: 'dialog' | 'alertdialog'
  /** False while work runs or when a press beside it would lose input: then only the cross and Escape close. */
  closesOnScrim?: boolean
  /** Buttons, the confirming one last. */
  footer?: ReactNode
  children: ReactNode
}

export function Dialog(props: DialogProps) {
  const overlays = useOverlay(props.onClose)
  return overlays && <overlays.DialogPart {...props} />
}
