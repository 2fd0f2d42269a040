/**
 * A dialog for editing: confirms before closing discards typed text, announces a recovered draft, and resolves collisions with a user
 * else's save.
 */
import type { ReactNode } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { Dialog, type DialogProps } from '../../ui/overlays/dialog.tsx'
import { EditNotes, type Edited, type PartLabels } from './edit-notes.tsx'

export interface EditorDialogProps<Values> extends Pick<DialogProps, 'title' | 'width'> {
  /** What `useForm` returns. */
  of: Edited<Values> & LeaveQuestion & { isPending: boolean }
  labels?: PartLabels<Values>
  /** Work that an outside press must not interrupt. */
  isBusy?: boolean
  onClose: () => void
  /** Buttons; `cancel` discards and closes. */
  renderFooter: (cancel: () => void) => ReactNode
  children: ReactNode
}

export function EditorDialog<Values>(props: EditorDialogProps<Values>) {
  const { title, width, of, labels, isBusy = false, onClose, renderFooter, children } = props
  const { cancel, requestClose, isPending } = of
  const giveUp = () => {
    cancel()
    onClose()
  }
  return (
    <>
      <Dialog
        title={title}
        {...(width === undefined ? {} : { width })}
        onClose={() => requestClose(onClose)}
        closesOnScrim={!isPending && !isBusy}
        footer={renderFooter(giveUp)}
      >
        <EditNotes of={of} {...(labels === undefined ? {} : { labels })} />
        {children}
      </Dialog>
      <DiscardQuestion of={of} onDiscard={onClose} />
    </>
  )
}

export interface LeaveQuestion {
  requestClose: (onClosed: () => void) => void
  isAsked: boolean
  stay: () => void
  cancel: () => void
}

/** Confirms discarding; renders nothing before a user asks to close. */
export function DiscardQuestion(props: { of: Omit<LeaveQuestion, 'requestClose'>; onDiscard?: () => void }) {
  const { of, onDiscard } = props
  if (!of.isAsked) return null
  return (
    <ConfirmDialog
      title="Discard unsaved changes?"
      confirmLabel="Discard changes"
      cancelLabel="Keep editing"
      onClose={of.stay}
      onConfirm={() => {
        of.cancel()
        onDiscard?.()
      }}
    >
      What you typed here is not saved.
    </ConfirmDialog>
  )
}

/** Buttons that discard and that submit the form with that id. */
export function EditorButtons(props: {
  action: string
  form: string
  isPending: boolean
  cancel: () => void
  tip?: string | undefined
  isDisabled?: boolean
}) {
  const { action, form, isPending, cancel, tip, isDisabled = false } = props
  return (
    <>
      <Button onClick={cancel}>Cancel</Button>
      <Button type="submit" form={form} variant="primary" isPending={isPending} disabled={isDisabled} data-tip={tip}>
        {action}
      </Button>
    </>
  )
}
