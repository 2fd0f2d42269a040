/**
 * A select. Typing finds an option, also while closed. For options with icons or actions use Menu, for multiple values a Popover with
 * checkboxes.
 */
import { useState } from 'react'
import type { FieldLook } from './field.tsx'
import { Field } from './field.tsx'
import { useOverlays } from '../overlays/use-overlays.ts'
import styles from './select.module.css'

export type SelectOption = { value: string; label: string; disabled?: boolean }

export type SelectProps = FieldLook & {
  value: string
  options: readonly SelectOption[]
  onValueChange: (value: string) => void
  onBlur?: () => void
  disabled?: boolean
  required?: boolean
  autoFocus?: boolean
  'aria-busy'?: boolean | undefined
  /** `bare`: without a border, for toolbars. */
  look?: 'field' | 'bare'
  size?: 'md' | 'lg'
}

export function Select(props: SelectProps) {
  const overlays = useOverlays()
  // Replays a press on the fallback button.
  const [isFocused, setFocused] = useState(false)
  const [isWanted, setWanted] = useState(false)
  if (overlays !== null)
    return (
      <overlays.SelectPart
        {...props}
        autoFocus={props.autoFocus === true || isFocused || isWanted}
        isOpenAtFirst={isWanted}
      />
    )
  // The fallback looks the same until the code has loaded.
  const { label, description, error, hideLabel, className, options, value, look = 'field', size = 'md' } = props
  return (
    <Field {...{ label, description, error, className }} {...(hideLabel === undefined ? {} : { hideLabel })}>
      {(control) => (
        <button
          {...control}
          type="button"
          aria-haspopup="listbox"
          disabled={props.disabled}
          className={styles.select}
          data-look={look}
          data-size={size}
          onFocus={() => setFocused(true)}
          onBlur={() => setFocused(false)}
          onClick={() => setWanted(true)}
        >
          <span>{options.find((option) => option.value === value)?.label}</span>
        </button>
      )}
    </Field>
  )
}
