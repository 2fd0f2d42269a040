/**
 * Dialog: a decision or a form that must be finished or left before going on. Rendered only while open.
 * Widths: `small` 500, `medium` 696, `large` 1312 px. Focus is kept inside and goes back to where it came from.
 * It begins at `[data-autofocus]`, else at the first field.
 */
import { X } from 'lucide-react'
import { useId, useLayoutEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { IconButton } from './icon-button.tsx'
import { InDialog, useListedKeys } from './shortcuts.ts'
import styles from './dialog.module.css'

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

const KEYS = [{ keys: 'Escape', label: 'Close' }]

function DialogKeys() {
  useListedKeys('This dialog', KEYS)
  return null
}

export function Dialog({ title, onClose, width = 'small', role, closesOnScrim = true, footer, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useLayoutEffect(() => {
    const own = dialog.current
    const cameFrom = document.activeElement
    own?.showModal()
    // The platform would begin at the cross; people come for the first field or the safe answer.
    const first =
      own?.querySelector<HTMLElement>('[data-autofocus]') ??
      own?.querySelector<HTMLElement>('[data-body] :is(input, select, textarea)')
    first?.focus()
    return () => {
      own?.close()
      if (cameFrom instanceof HTMLElement && cameFrom.isConnected) cameFrom.focus()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      data-width={width}
      role={role}
      aria-labelledby={titleId}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return // a file chooser inside was left
        event.preventDefault() // React decides whether it is there
        onClose()
      }}
      onClose={(event) => {
        // A second Escape without input between the two closes a dialog without asking; React still shows this one.
        if (event.target !== event.currentTarget || event.currentTarget.open || !event.currentTarget.isConnected) return
        event.currentTarget.showModal()
        onClose()
      }}
      onPointerDown={(event) => {
        if (closesOnScrim && event.target === event.currentTarget) onClose()
      }}
    >
      <div className={styles.sheet}>
        <header className={styles.head}>
          <h2 id={titleId}>{title}</h2>
          <IconButton size="sm" label="Close" onClick={onClose}>
            <X aria-hidden />
          </IconButton>
        </header>
        <InDialog value>
          <DialogKeys />
          <div className={styles.body} data-body>
            {children}
          </div>
          {footer !== undefined && <footer className={styles.foot}>{footer}</footer>}
        </InDialog>
      </div>
    </dialog>
  )
}
