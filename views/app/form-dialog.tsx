import { useId, type ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { Dialog, type DialogProps } from '../ui/dialog.tsx'
import { InlineProblem } from '../ui/inline-problem.tsx'
import type { useForm } from './form.tsx'
import styles from './form-dialog.module.css'

interface FormDialogProps extends Pick<DialogProps, 'title' | 'width'> {
  /** What `useForm` gave. */
  of: Pick<ReturnType<typeof useForm>, 'form' | 'cancel' | 'problem' | 'isDirty' | 'isPending'>
  /** What the button says that submits it. */
  action: string
  /** Left without having been submitted: the draft is given up. */
  onClose: () => void
  children: ReactNode
}

/** A form in a dialog: its fields, what is wrong with the whole of it, and the two ways out. */
export function FormDialog({ title, width, of, action, onClose, children }: FormDialogProps) {
  const id = useId()
  const { form, cancel, problem, isDirty, isPending } = of
  const close = () => {
    cancel()
    onClose()
  }
  return (
    <Dialog
      title={title}
      {...(width === undefined ? {} : { width })}
      onClose={close}
      closesOnScrim={!isDirty && !isPending}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" form={id} variant="primary" isPending={isPending}>
            {action}
          </Button>
        </>
      }
    >
      <form {...form} id={id} className={styles.form}>
        {children}
        <InlineProblem>{problem}</InlineProblem>
      </form>
    </Dialog>
  )
}
