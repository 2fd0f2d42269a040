/** A choice that can be made beside others. Without words beside it, give `aria-label`. `shape="live"` marks rows that still run. */
/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows have no inputs, see RowCheckbox */
import { Checkbox as AriaCheckbox } from 'react-aria-components/Checkbox'
import type { CheckboxProps as AriaCheckboxProps } from 'react-aria-components/Checkbox'
import type { MouseEvent, ReactNode } from 'react'
import { classNames } from './class-names.ts'
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

/** `isIndeterminate`: some of what it stands for is chosen, not all. */
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
  /** `mixed`: some of what it stands for is chosen, not all. */
  checked: boolean | 'mixed'
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
    onClick={(event) => onCheckedChange(checked !== true, event)}
  />
)
