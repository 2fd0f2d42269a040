/** One line of text, an address, a number or a password (which can be shown). Validate on blur and submit, pass `error`. */
import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Field } from './field.tsx'
import type { FieldLook } from './field.tsx'
import { IconButton } from './icon-button.tsx'
import styles from './field.module.css'

export type TextFieldProps = Omit<ComponentProps<'input'>, 'size'> &
  FieldLook & {
    onValueChange?: (value: string) => void
    /** `lg` (36 px) on pages that hold one form and nothing else. */
    size?: 'md' | 'lg'
    icon?: ReactNode
  }

export function TextField({
  label,
  description,
  error,
  hideLabel,
  className,
  onValueChange,
  onChange,
  size = 'md',
  icon,
  type = 'text',
  ...rest
}: TextFieldProps) {
  const [isShown, setShown] = useState(false)
  return (
    <Field label={label} description={description} error={error} hideLabel={hideLabel} className={className}>
      {(control) => (
        <span className={classNames(styles.box)} data-size={size}>
          {icon}
          <input
            {...rest}
            {...control}
            type={type === 'password' && isShown ? 'text' : type}
            onChange={(event) => {
              onChange?.(event)
              onValueChange?.(event.target.value)
            }}
          />
          {type === 'password' && (
            <IconButton
              size="sm"
              label={isShown ? 'Hide password' : 'Show password'}
              onClick={() => setShown(!isShown)}
            >
              {isShown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
            </IconButton>
          )}
        </span>
      )}
    </Field>
  )
}
