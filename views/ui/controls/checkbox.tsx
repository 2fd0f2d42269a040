/** Checkbox. Without visible text give `aria-label`. `shape="live"` marks rows in progress. */
/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows have no inputs, see RowCheckbox */
import { Checkbox as AriaCheckbox } from 'react-aria-components/Checkbox'
import type { CheckboxProps as AriaCheckboxProps } from 'react-aria-components/Checkbox'
import type { MouseEvent, ReactNode } from 'react'
import { classNames } from '../browser/class-names.ts'
import styles from './choice.module.css'

export type CheckboxProps = Omit<
  AriaCheckboxProps,
  'children' | 'className' | 'isSelected' | 'isDisabled' | 'onChange'
> & {
  children?: ReactNode
  checked?: boolean
  disabled?: boolean
  onCheckedChange?: (checked: boolean) => void
  description?: ReactNode
  shape?: 'live'
}

/** `isIndeterminate`: partly selected. */
export function Checkbox({
  children,
  checked,
  disabled = false,
  onCheckedChange,
  description,
  shape,
  ...rest
}: CheckboxProps) {
  return (
    <AriaCheckbox
      {...rest}
      {...(checked === undefined ? {} : { isSelected: checked })}
      {...(onCheckedChange === undefined ? {} : { onChange: onCheckedChange })}
      isDisabled={disabled}
      className={classNames(styles.choice)}
    >
      <span className={styles.check} data-shape={shape} />
      {children !== undefined && (
        <span className={styles.words}>
          <span data-strong={description === undefined ? undefined : ''}>{children}</span>
          {description !== undefined && <small>{description}</small>}
        </span>
      )}
    </AriaCheckbox>
  )
}

export type RowCheckboxProps = {
  label: string
  /** `mixed`: partly selected. */
  checked: boolean | 'mixed'
  shape?: 'live' | undefined
  /** -1: reached by the list's arrow keys instead. */
  tabIndex?: number
  onCheckedChange: (checked: boolean, event: MouseEvent) => void
}

/** A row's checkbox, as a button: long lists mount dozens at a time, and React tracks the value and listeners of each input. */
export const RowCheckbox = ({ label, checked, shape, tabIndex, onCheckedChange }: RowCheckboxProps) => (
  <button
    type="button"
    role="checkbox"
    aria-label={label}
    aria-checked={checked}
    className={styles.check}
    data-shape={shape}
    tabIndex={tabIndex}
    onClick={(event) => onCheckedChange(checked !== true, event)}
  />
)
