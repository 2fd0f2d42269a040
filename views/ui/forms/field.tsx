/** Shared by all form controls: label, description or error, and the ids that connect them. */
import { TriangleAlert } from 'lucide-react'
import { useId } from 'react'
import type { ReactNode } from 'react'
import { VisuallyHidden } from '../layout/visually-hidden.tsx'
import styles from './field.module.css'

export type FieldLook = {
  label: string
  description?: ReactNode
  /** Validation error. Replaces the description. */
  error?: ReactNode
  /** Visually hidden label, as for a search in a toolbar. */
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
  const isInvalid = hasContent(error)
  const hasNote = isInvalid || hasContent(description)
  const text = <label htmlFor={id}>{label}</label>
  return (
    <div className={className === undefined ? styles.field : `${styles.field} ${className}`}>
      {hideLabel ? <VisuallyHidden>{text}</VisuallyHidden> : text}
      {children({ id, 'aria-describedby': hasNote ? noteId : undefined, 'aria-invalid': isInvalid || undefined })}
      <FieldNote id={noteId} {...{ description, error }} />
    </div>
  )
}

/** Description or error below a control. */
export function FieldNote({ id, description, error }: { id: string } & Pick<FieldLook, 'description' | 'error'>) {
  const isInvalid = hasContent(error)
  return (
    // The live region exists before its text, or some screen readers stay silent.
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

export const hasContent = (words: ReactNode) => words !== undefined && words !== null && words !== false && words !== ''
