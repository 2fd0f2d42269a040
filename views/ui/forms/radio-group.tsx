/** One of a few, with words of any length: a decision in a dialog. For two to five short ones use SegmentedControl. */
import { Label } from 'react-aria-components/Label'
import { Radio, RadioGroup as AriaRadioGroup } from 'react-aria-components/RadioGroup'
import type { RadioProps } from 'react-aria-components/RadioGroup'
import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import styles from '../choice.module.css'

export type RadioGroupProps<Value extends string> = {
  label: string
  /** The label is for screen readers alone. */
  hideLabel?: boolean
  value: Value
  onValueChange: (value: Value) => void
  className?: string | undefined
  /** `RadioOption`s. The group takes the arrow keys of all that is in it: nothing else belongs here. */
  children: ReactNode
}

export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>) {
  const { label, hideLabel = false, value, onValueChange, className, children } = props
  return (
    <AriaRadioGroup
      className={classNames(styles.radios, className)}
      {...(hideLabel ? { 'aria-label': label } : {})}
      value={value}
      onChange={(next) => onValueChange(next as Value)}
    >
      {!hideLabel && <Label className="">{label}</Label>}
      {children}
    </AriaRadioGroup>
  )
}

export type RadioOptionProps = Pick<RadioProps, 'value' | 'style' | 'aria-label'> & {
  className?: string | undefined
  /** `bare`: the children are all of it, as of a swatch. */
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
