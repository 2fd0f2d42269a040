/** Several lines of text: descriptions, comments, reasons. */
import { TextArea as AriaTextArea } from 'react-aria-components/TextArea'
import type { ComponentProps } from 'react'
import { classNames } from '../browser/class-names.ts'
import { LabelledText } from './labelled-text.tsx'
import type { FieldLook } from './field.tsx'
import styles from './field.module.css'

export type TextAreaProps = Omit<ComponentProps<'textarea'>, 'value' | 'defaultValue'> &
  FieldLook & {
    value?: string | undefined
    defaultValue?: string | undefined
    onValueChange?: (value: string) => void
  }

export function TextArea({
  label,
  description,
  error,
  hideLabel,
  className,
  value,
  defaultValue,
  onValueChange,
  disabled,
  ...rest
}: TextAreaProps) {
  return (
    <LabelledText
      {...{ label, description, error, hideLabel, className, value, defaultValue, onValueChange, disabled }}
    >
      <span className={classNames(styles.box, styles.area)}>
        <AriaTextArea rows={3} {...rest} className="" />
      </span>
    </LabelledText>
  )
}
