import { useState } from 'react'
import { GIGABYTE, MAX_GIGABYTES, MEGABYTE } from '../../../contract/settings/retention.ts'
import type { FieldLook } from '../../ui/forms/field.tsx'
import { NumberField } from '../../ui/forms/number-field.tsx'
import { Select } from '../../ui/forms/select.tsx'
import styles from './retention.module.css'

type SizeFieldProps = Pick<FieldLook, 'label' | 'error'> & {
  /** Bytes, whole megabytes; null: the field is empty. */
  value: number | null
  onValueChange: (value: number | null) => void
  onBlur: () => void
}

/** A size, entered as a whole number of megabytes or gigabytes. */
export function SizeField({ label, error, value, onValueChange, onBlur }: SizeFieldProps) {
  const [chosen, setChosen] = useState(GIGABYTE)
  // Another value may arrive at any time, as by a draft: it is shown in a unit that it is a whole number of.
  const unit = value === null || value % chosen === 0 ? chosen : MEGABYTE
  const amount = value === null ? null : value / unit
  return (
    <div className={styles.size}>
      <NumberField
        {...{ label, error, onBlur }}
        value={amount}
        min={1}
        max={(MAX_GIGABYTES * GIGABYTE) / unit}
        onValueChange={(entered) => onValueChange(entered === null ? null : entered * unit)}
      />
      <Select
        label={`${label}, unit`}
        hideLabel
        value={String(unit)}
        options={UNITS}
        onValueChange={(text) => {
          setChosen(Number(text))
          if (amount !== null) onValueChange(Math.min(amount, (MAX_GIGABYTES * GIGABYTE) / Number(text)) * Number(text))
        }}
      />
    </div>
  )
}

const UNITS = [
  { value: String(MEGABYTE), label: 'MB' },
  { value: String(GIGABYTE), label: 'GB' },
]
