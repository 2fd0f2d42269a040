/**
 * One of a few. The platform's own select: typing finds an option, a phone shows its wheel; browsers that can style
 * the list get ours. For options with icons, counts or actions use Menu, for many values at once a Popover of checkboxes.
 */
import type { ComponentProps } from 'react'
import { Field } from './field.tsx'
import type { FieldLook } from './field.tsx'
import styles from './select.module.css'

export type SelectOption = { value: string; label: string; disabled?: boolean }

export type SelectProps = Omit<ComponentProps<'select'>, 'children' | 'size'> &
  FieldLook & {
    options: readonly SelectOption[]
    onValueChange?: (value: string) => void
    /** `bare` sits in a toolbar without a border. */
    look?: 'field' | 'bare'
    size?: 'md' | 'lg'
  }

export function Select({
  label,
  description,
  error,
  hideLabel,
  className,
  options,
  onValueChange,
  onChange,
  look = 'field',
  size = 'md',
  ...rest
}: SelectProps) {
  return (
    <Field label={label} description={description} error={error} hideLabel={hideLabel} className={className}>
      {(control) => (
        <select
          {...rest}
          {...control}
          className={styles.select}
          data-look={look}
          data-size={size}
          onChange={(event) => {
            onChange?.(event)
            onValueChange?.(event.target.value)
          }}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
