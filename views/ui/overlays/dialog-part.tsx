/** An open dialog and its scrim. */
import { X } from 'lucide-react'
import { Dialog } from 'react-aria-components/Dialog'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { useId, useLayoutEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { classNames } from '../browser/class-names.ts'
import type { DialogProps } from './dialog.tsx'
import { enteredAt } from './first-control.ts'
import { IconButton } from '../controls/icon-button.tsx'
import { InDialog, useListedKeys } from '../controls/shortcuts.ts'
import styles from './dialog.module.css'

export type ModalPartProps = {
  /** Called on Escape and outside presses. */
  onClose: () => void
  closesOnScrim?: boolean
  className: string | undefined
  width?: DialogProps['width']
  children: ReactNode
}

export function ModalPart({ onClose, closesOnScrim = true, className, width, children }: ModalPartProps) {
  return (
    <ModalOverlay
      isOpen
      isDismissable={closesOnScrim}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
      className={classNames(styles.scrim)}
      data-modal
    >
      <Modal className={className ?? ''} data-width={width}>
        {children}
      </Modal>
    </ModalOverlay>
  )
}

const KEYS = [{ keys: 'Escape', label: 'Close' }]

function DialogKeys() {
  useListedKeys('This dialog', KEYS)
  return null
}

export function DialogPart(props: DialogProps) {
  const { title, onClose, width = 'small', role = 'dialog', closesOnScrim = true, footer, children } = props
  const sheet = useRef<HTMLElement>(null)
  const titleId = useId()
  // The library would focus the dialog itself.
  useLayoutEffect(() => {
    const first =
      sheet.current?.querySelector<HTMLElement>('[data-autofocus]') ??
      sheet.current?.querySelector<HTMLElement>('[data-body] :is(input, select, textarea)')
    enteredAt(first)?.focus({ preventScroll: true })
  }, [])
  return (
    <ModalPart onClose={onClose} closesOnScrim={closesOnScrim} className={styles.dialog} width={width}>
      <Dialog ref={sheet} role={role} aria-labelledby={titleId} className={classNames(styles.sheet)}>
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
      </Dialog>
    </ModalPart>
  )
}
