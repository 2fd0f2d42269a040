/** Several lines of text: descriptions, comments, reasons. */
import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { Field } from './field.tsx'
import type { FieldLook } from './field.tsx'
import styles from './field.module.css'

export type TextAreaProps = ComponentProps<'textarea'> & FieldLook & { onValueChange?: (value: string) => void }

export function TextArea({
  label,
  description,
  error,
  hideLabel,
  className,
  onValueChange,
  onChange,
  ...rest
}: TextAreaProps) {
  return (
    <Field label={label} description={description} error={error} hideLabel={hideLabel} className={className}>
      {(control) => (
        <span className={classNames(styles.box, styles.area)}>
          <textarea
            rows={3}
            {...rest}
            {...control}
            onChange={(event) => {
              onChange?.(event)
              onValueChange?.(event.target.value)
            }}
          />
        </span>
      )}
    </Field>
  )
}
