/** One of two to five, all in sight: views of the same list, a level of the log. A radio group, so arrow keys move in it. */
import { useId } from 'react'
import type { ReactNode } from 'react'
import styles from './segmented-control.module.css'

export type Segment<Value extends string> = {
  value: Value
  label: string
  /** Name and tooltip, where the label is too short to explain itself; it contains the label. */
  tip?: string
  icon?: ReactNode
  count?: number
}

export type SegmentedControlProps<Value extends string> = {
  label: string
  segments: readonly Segment<Value>[]
  /** Null: none is chosen yet. */
  value: Value | null
  onValueChange: (value: Value) => void
  size?: 'sm' | 'md'
  /** Why none can be chosen now; null or absent where one can. */
  lockedBy?: string | null
}

export function SegmentedControl<Value extends string>(props: SegmentedControlProps<Value>) {
  const { label, segments, value, onValueChange, size = 'md', lockedBy = null } = props
  const name = useId()
  return (
    <fieldset
      className={styles.segmented}
      data-size={size}
      role="radiogroup"
      aria-label={label}
      disabled={lockedBy !== null}
      data-tip={lockedBy ?? undefined}
    >
      {segments.map((segment) => (
        <label key={segment.value} className={styles.segment} data-tip={lockedBy === null ? segment.tip : undefined}>
          <input
            type="radio"
            aria-label={segment.tip}
            name={name}
            value={segment.value}
            checked={segment.value === value}
            onChange={() => onValueChange(segment.value)}
          />
          {segment.icon}
          {segment.label}
          {segment.count !== undefined && <span className={styles.count}>{segment.count}</span>}
        </label>
      ))}
    </fieldset>
  )
}
