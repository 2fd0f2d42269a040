/** A switch that applies immediately. For a choice that is saved with a form use Checkbox. */
import { Switch as AriaSwitch } from 'react-aria-components/Switch'
import type { SwitchProps as AriaSwitchProps } from 'react-aria-components/Switch'
import type { ReactNode } from 'react'
import { classNames } from '../browser/class-names.ts'
import styles from './choice.module.css'

export type SwitchProps = Omit<AriaSwitchProps, 'children' | 'className' | 'isSelected' | 'isDisabled' | 'onChange'> & {
  children?: ReactNode
  checked?: boolean
  disabled?: boolean
  title?: string | undefined
  'aria-busy'?: boolean | undefined
  onCheckedChange?: (checked: boolean) => void
}

export function Switch({
  children,
  checked,
  disabled = false,
  title,
  'aria-busy': isBusy,
  onCheckedChange,
  ...rest
}: SwitchProps) {
  return (
    <AriaSwitch
      {...rest}
      {...(checked === undefined ? {} : { isSelected: checked })}
      {...(onCheckedChange === undefined ? {} : { onChange: onCheckedChange })}
      isDisabled={disabled}
      className={classNames(styles.choice)}
      // oxlint-disable-next-line jsx-a11y/label-has-associated-control -- the library puts its input inside
      render={(own) => <label {...own} title={title} aria-busy={isBusy} />}
    >
      <span className={styles.switch} />
      {children !== undefined && <span className={styles.words}>{children}</span>}
    </AriaSwitch>
  )
}
