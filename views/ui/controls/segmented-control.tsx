/** A choice of two to five visible options: views of a list, log levels. A radio group, so arrow keys move in it. */
import { Radio, RadioGroup } from 'react-aria-components/RadioGroup'
import type { ReactNode } from 'react'
import { classNames } from '../browser/class-names.ts'
import styles from './segmented-control.module.css'

export type Segment<Value extends string> = {
  value: Value
  label: string
  /** Accessible name and tooltip of a short label; must contain the label. */
  tip?: string
  icon?: ReactNode
  count?: number
}

export type SegmentedControlProps<Value extends string> = {
  label: string
  segments: readonly Segment<Value>[]
  /** Null: nothing chosen yet. */
  value: Value | null
  onValueChange: (value: Value) => void
  size?: 'sm' | 'md'
  /** Why the control is disabled; null or absent if it is not. */
  lockedBy?: string | null
}

export function SegmentedControl<Value extends string>(props: SegmentedControlProps<Value>) {
  const { label, segments, value, onValueChange, size = 'md', lockedBy = null } = props
  return (
    <RadioGroup
      className={classNames(styles.segmented)}
      data-size={size}
      aria-label={label}
      orientation="horizontal"
      value={value}
      onChange={(next) => onValueChange(next as Value)}
      isDisabled={lockedBy !== null}
      data-tip={lockedBy ?? undefined}
    >
      {segments.map(({ value: own, label: words, tip, icon, count }) => (
        <Radio
          key={own}
          value={own}
          className={classNames(styles.segment)}
          {...(tip === undefined ? {} : { 'aria-label': tip })}
          data-tip={lockedBy === null ? tip : undefined}
        >
          {icon}
          {words}
          {count !== undefined && <span className={styles.count}>{count}</span>}
        </Radio>
      ))}
    </RadioGroup>
  )
}
