/**
 * A dialog in which something is edited: it asks before closing loses what was typed, says when it shows a recovered draft, and lets
 * people choose where somebody else saved the same meanwhile.
 */
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog, type DialogProps } from '../../ui/dialog.tsx'
import { EditNotes, type Edited, type PartWords } from './edit-notes.tsx'

export interface EditorDialogProps<Values> extends Pick<DialogProps, 'title' | 'width'> {
  /** What `useForm` returns. */
  of: Edited<Values> & LeaveQuestion & { isPending: boolean }
  words?: PartWords<Values>
  /** Work that a press beside the dialog must not interrupt. */
  isBusy?: boolean
  onClose: () => void
  /** Buttons; `cancel` gives up what was typed and closes. */
  renderFooter: (cancel: () => void) => ReactNode
  children: ReactNode
}

export function EditorDialog<Values>(props: EditorDialogProps<Values>) {
  const { title, width, of, words, isBusy = false, onClose, renderFooter, children } = props
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
        <EditNotes of={of} {...(words === undefined ? {} : { words })} />
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

/** Asks whether what was typed is given up; nothing while nobody asked to close. */
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

/** The button that gives up, and the one that submits the form of that id. */
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
