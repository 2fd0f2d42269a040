/** A single-line text, URL, number or password (which can be revealed). Validate on blur and submit, pass `error`. */
import { Eye, EyeOff } from 'lucide-react'
import { Input } from 'react-aria-components/Input'
import { useState } from 'react'
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '../browser/class-names.ts'
import { LabelledText } from './labelled-text.tsx'
import type { FieldLook } from './field.tsx'
import { IconButton } from '../controls/icon-button.tsx'
import styles from './field.module.css'

export type TextFieldProps = Omit<ComponentProps<'input'>, 'size' | 'value' | 'defaultValue'> &
  FieldLook & {
    value?: string | undefined
    defaultValue?: string | undefined
    onValueChange?: (value: string) => void
    /** `lg` (36 px) on pages with a single form. */
    size?: 'md' | 'lg'
    icon?: ReactNode
  }

export function TextField({
  label,
  description,
  error,
  hideLabel,
  className,
  value,
  defaultValue,
  onValueChange,
  disabled,
  size = 'md',
  icon,
  type = 'text',
  ...rest
}: TextFieldProps) {
  const [isShown, setShown] = useState(false)
  return (
    <LabelledText
      {...{ label, description, error, hideLabel, className, value, defaultValue, onValueChange, disabled }}
    >
      <span className={classNames(styles.box)} data-size={size}>
        {icon}
        <Input {...rest} className="" type={type === 'password' && isShown ? 'text' : type} />
        {type === 'password' && (
          <IconButton size="sm" label={isShown ? 'Hide password' : 'Show password'} onClick={() => setShown(!isShown)}>
            {isShown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
          </IconButton>
        )}
      </span>
    </LabelledText>
  )
}
