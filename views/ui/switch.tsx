/** On or off, at once, without a Save. For a choice that is saved with a form use Checkbox. */
import type { ComponentProps, ReactNode } from 'react'
import styles from './choice.module.css'

export type SwitchProps = Omit<ComponentProps<'input'>, 'type' | 'role'> & {
  children?: ReactNode
  onCheckedChange?: (checked: boolean) => void
}

export function Switch({ children, onCheckedChange, onChange, ...rest }: SwitchProps) {
  const control = (
    <input
      {...rest}
      type="checkbox"
      // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox brings its own checked state
      role="switch"
      className={styles.switch}
      onChange={(event) => {
        onChange?.(event)
        onCheckedChange?.(event.target.checked)
      }}
    />
  )
  if (children === undefined) return control
  return (
    <label className={styles.choice}>
      {control}
      <span className={styles.words}>{children}</span>
    </label>
  )
}
