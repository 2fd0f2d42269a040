/** Confirms a destructive action: the title names what and how many, the button repeats the verb, and a failure shows in the dialog. */
import type { ReactNode } from 'react'
import { Button } from '../controls/button.tsx'
import { Dialog } from './dialog.tsx'
import { InlineProblem } from '../forms/inline-problem.tsx'

export type ConfirmDialogProps = {
  title: string
  children: ReactNode
  /** The same verb as the title: 'Delete 3 launches'. */
  confirmLabel: string
  cancelLabel?: string
  isPending?: boolean
  /** Reason of the failure. */
  failure?: ReactNode
  isDanger?: boolean
  onConfirm: () => void
  onClose: () => void
}

export function ConfirmDialog({
  title,
  children,
  confirmLabel,
  cancelLabel = 'Cancel',
  isPending = false,
  failure,
  isDanger = true,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  return (
    <Dialog
      title={title}
      role="alertdialog"
      onClose={onClose}
      closesOnScrim={!isPending}
      footer={
        <>
          <Button onClick={onClose} data-autofocus>
            {cancelLabel}
          </Button>
          <Button variant={isDanger ? 'danger-solid' : 'primary'} isPending={isPending} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
      <InlineProblem>{failure}</InlineProblem>
    </Dialog>
  )
}
