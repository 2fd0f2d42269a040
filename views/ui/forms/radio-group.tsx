/** Radio buttons with texts of any length. For two to five short options use SegmentedControl. */
import { Label } from 'react-aria-components/Label'
import { Radio, RadioGroup as AriaRadioGroup } from 'react-aria-components/RadioGroup'
import type { RadioProps } from 'react-aria-components/RadioGroup'
import type { ReactNode } from 'react'
import { classNames } from '../browser/class-names.ts'
import styles from '../controls/choice.module.css'

export type RadioGroupProps<Value extends string> = {
  label: string
  /** Visually hidden label. */
  hideLabel?: boolean
  value: Value
  onValueChange: (value: Value) => void
  disabled?: boolean
  className?: string | undefined
  /** `RadioOption`s only: the group handles the arrow keys of everything inside. */
  children: ReactNode
}

export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>) {
  const { label, hideLabel = false, value, onValueChange, disabled = false, className, children } = props
  return (
    <AriaRadioGroup
      className={classNames(styles.radios, className)}
      {...(hideLabel ? { 'aria-label': label } : {})}
      value={value}
      isDisabled={disabled}
      onChange={(next) => onValueChange(next as Value)}
    >
      {!hideLabel && <Label className="">{label}</Label>}
      {children}
    </AriaRadioGroup>
  )
}

export type RadioOptionProps = Pick<RadioProps, 'value' | 'style' | 'aria-label'> & {
  className?: string | undefined
  /** `bare`: shows only the children, as for a swatch. */
  look?: 'bare'
  'data-tip'?: string
  children?: ReactNode
}

export function RadioOption({ look, className, children, ...rest }: RadioOptionProps) {
  if (look === 'bare')
    return (
      <Radio {...rest} className={classNames(styles.bare, className)}>
        {children}
      </Radio>
    )
  return (
    <Radio {...rest} className={classNames(styles.choice, className)}>
      <span className={styles.radio} />
      <span className={styles.words}>{children}</span>
    </Radio>
  )
}
