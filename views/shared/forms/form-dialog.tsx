import { useId, type ReactNode } from 'react'
import type { DialogProps } from '../../ui/overlays/dialog.tsx'
import { InlineProblem } from '../../ui/forms/inline-problem.tsx'
import type { PartLabels } from './edit-notes.tsx'
import { EditorButtons, EditorDialog, type EditorDialogProps } from './editor-dialog.tsx'
import type { useForm } from './form.tsx'
import styles from './form-dialog.module.css'

interface FormDialogProps<Values> extends Pick<DialogProps, 'title' | 'width'> {
  /** What `useForm` returns. */
  of: EditorDialogProps<Values>['of'] & Pick<ReturnType<typeof useForm>, 'form' | 'problem'>
  labels?: PartLabels<Values>
  /** Label of the submit button. */
  action: string
  /** Called when the dialog is closed without submitting: the draft is discarded. */
  onClose: () => void
  children: ReactNode
}

/** A form in a dialog with fields, form-level errors, submit and cancel. */
export function FormDialog<Values>({ of, action, children, ...dialog }: FormDialogProps<Values>) {
  const id = useId()
  const { form, problem, isPending } = of
  return (
    <EditorDialog
      {...dialog}
      of={of}
      renderFooter={(cancel) => <EditorButtons action={action} form={id} isPending={isPending} cancel={cancel} />}
    >
      <form {...form} id={id} className={styles.form}>
        {children}
        <InlineProblem>{problem}</InlineProblem>
      </form>
    </EditorDialog>
  )
}
