/** Shared by text fields: the library connects label and description with the input inside. */
import { Label } from 'react-aria-components/Label'
import { TextField } from 'react-aria-components/TextField'
import { useId } from 'react'
import type { ReactNode } from 'react'
import { classNames } from '../browser/class-names.ts'
import { FieldNote, hasContent } from './field.tsx'
import type { FieldLook } from './field.tsx'
import { VisuallyHidden } from '../layout/visually-hidden.tsx'
import styles from './field.module.css'

export type LabelledTextProps = Omit<FieldLook, 'hideLabel' | 'className'> & {
  hideLabel: boolean | undefined
  className: string | undefined
  value: string | undefined
  defaultValue: string | undefined
  onValueChange: ((value: string) => void) | undefined
  disabled: boolean | undefined
  children: ReactNode
}

export function LabelledText(props: LabelledTextProps) {
  const { label, description, error, hideLabel = false, className, children } = props
  const { value, defaultValue, onValueChange, disabled = false } = props
  const noteId = useId()
  const words = <Label className="">{label}</Label>
  return (
    <TextField
      className={classNames(styles.field, className)}
      {...(value === undefined ? {} : { value })}
      {...(defaultValue === undefined ? {} : { defaultValue })}
      {...(onValueChange === undefined ? {} : { onChange: onValueChange })}
      isDisabled={disabled}
      isInvalid={hasContent(error)}
      validationBehavior="aria"
      {...(hasContent(error) || hasContent(description) ? { 'aria-describedby': noteId } : {})}
    >
      {hideLabel ? <VisuallyHidden>{words}</VisuallyHidden> : words}
      {children}
      <FieldNote id={noteId} {...{ description, error }} />
    </TextField>
  )
}
