/** A suite as a field of a form: what is chosen, and behind it the picker. */
import { ChevronsUpDown } from 'lucide-react'
import { useId } from 'react'
import type { Structure } from '../../../machines/cases/repository-layout.ts'
import { Popover } from '../../ui/popover.tsx'
import { SuitePicker } from './suite-picker.tsx'
import styles from './dialogs.module.css'

export interface ParentFieldProps {
  label: string
  structure: Structure
  value: number | null
  top?: string
  onChange: (suiteId: number | null) => void
}

export function ParentField({ label, structure, value, top, onChange }: ParentFieldProps) {
  const id = useId()
  const suite = value === null ? undefined : structure.byId.get(value)
  const words =
    suite === undefined
      ? (top ?? 'Choose a suite')
      : [...suite.ancestors.map(({ title }) => title), suite.title].join(' / ')
  return (
    <div className={styles.field}>
      <span id={id}>{label}</span>
      <Popover
        label={label}
        trigger={
          <button type="button" className={styles.trigger} aria-label={`${label}: ${words}`}>
            <span>{words}</span>
            <ChevronsUpDown aria-hidden />
          </button>
        }
      >
        {(close) => (
          <div className={styles.popover}>
            <SuitePicker
              label="Search suites"
              structure={structure}
              value={value}
              {...(top === undefined ? {} : { top })}
              onChoose={(suiteId) => {
                onChange(suiteId)
                close()
              }}
            />
          </div>
        )}
      </Popover>
    </div>
  )
}
