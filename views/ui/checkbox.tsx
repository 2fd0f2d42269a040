/** A choice that can be made beside others. Without words beside it, give `aria-label`. `shape="live"` marks rows that still run. */
/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows have no inputs, see RowCheckbox */
import { useEffect, useRef } from 'react'
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import styles from './choice.module.css'

export type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'ref'> & {
  children?: ReactNode
  /** Some of what it stands for is chosen, not all. */
  isIndeterminate?: boolean
  onCheckedChange?: (checked: boolean) => void
  description?: ReactNode
  shape?: 'live'
}

export function Checkbox({
  children,
  isIndeterminate = false,
  onCheckedChange,
  onChange,
  description,
  shape,
  ...rest
}: CheckboxProps) {
  const input = useRef<HTMLInputElement>(null)
  // The third state exists only as a property of the element.
  useEffect(() => {
    if (input.current) input.current.indeterminate = isIndeterminate
  }, [isIndeterminate])
  const box = (
    <input
      {...rest}
      ref={input}
      type="checkbox"
      className={styles.check}
      data-shape={shape}
      onChange={(event) => {
        onChange?.(event)
        onCheckedChange?.(event.target.checked)
      }}
    />
  )
  if (children === undefined) return box
  return (
    <label className={styles.choice}>
      {box}
      <span className={styles.words}>
        <span data-strong={description === undefined ? undefined : ''}>{children}</span>
        {description !== undefined && <small>{description}</small>}
      </span>
    </label>
  )
}

export type RowCheckboxProps = {
  label: string
  checked: boolean
  shape?: 'live' | undefined
  /** -1: reached by the keys of the list instead. */
  tabIndex?: number
  onCheckedChange: (checked: boolean, event: MouseEvent) => void
}

/** Of a row: a list draws and takes away dozens at once, and each input would have its value tracked and an event of its own listened to. */
export const RowCheckbox = ({ label, checked, shape, tabIndex, onCheckedChange }: RowCheckboxProps) => (
  <button
    type="button"
    role="checkbox"
    aria-label={label}
    aria-checked={checked}
    className={styles.check}
    data-shape={shape}
    tabIndex={tabIndex}
    onClick={(event) => onCheckedChange(!checked, event)}
  />
)
