/** What every form control shares: the label above, the hint or the error under it, and the ids that tie them together. */
import { TriangleAlert } from 'lucide-react'
import { useId } from 'react'
import type { ReactNode } from 'react'
import { VisuallyHidden } from './visually-hidden.tsx'
import styles from './field.module.css'

export type FieldLook = {
  label: string
  description?: ReactNode
  /** Why the value is refused. Shown in place of the description. */
  error?: ReactNode
  /** The label is for screen readers alone: a search in a toolbar. */
  hideLabel?: boolean
  className?: string
}

type ControlIds = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }

export function Field({
  label,
  description,
  error,
  hideLabel = false,
  className,
  children,
}: FieldLook & { children: (control: ControlIds) => ReactNode }) {
  const id = useId()
  const noteId = `${id}-note`
  const isInvalid = hasWords(error)
  const hasNote = isInvalid || hasWords(description)
  const text = <label htmlFor={id}>{label}</label>
  return (
    <div className={className === undefined ? styles.field : `${styles.field} ${className}`}>
      {hideLabel ? <VisuallyHidden>{text}</VisuallyHidden> : text}
      {children({ id, 'aria-describedby': hasNote ? noteId : undefined, 'aria-invalid': isInvalid || undefined })}
      <FieldNote id={noteId} {...{ description, error }} />
    </div>
  )
}

/** The hint or the error under a control. */
export function FieldNote({ id, description, error }: { id: string } & Pick<FieldLook, 'description' | 'error'>) {
  const isInvalid = hasWords(error)
  return (
    // The live region stands before its words come, or some screen readers stay silent.
    <div id={id} className={styles.note} aria-live="polite" data-invalid={isInvalid || undefined}>
      {isInvalid ? (
        <>
          <TriangleAlert aria-hidden />
          <span>{error}</span>
        </>
      ) : (
        description
      )}
    </div>
  )
}

export const hasWords = (words: ReactNode) => words !== undefined && words !== null && words !== false && words !== ''
