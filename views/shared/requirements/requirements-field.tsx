/** Requirement keys or URLs as chips (ESED-12, RUNED-17). */
import { Search } from 'lucide-react'
import { LIMITS } from '../../../contract/limits.ts'
import { Button } from '../../ui/controls/button.tsx'
import type { FieldLook } from '../../ui/forms/field.tsx'
import { ChipInput } from '../../ui/pickers/chip-input.tsx'
import { Popover } from '../../ui/overlays/popover.tsx'
import { RequirementPicker } from './requirement-picker.tsx'
import styles from './requirements-field.module.css'

export type RequirementsFieldProps = Pick<FieldLook, 'error'> & {
  value: readonly string[]
  max: number
  onValueChange: (value: string[]) => void
}

const cut = (requirement: string): string => requirement.slice(0, LIMITS.maxRequirement).trimEnd()

export function RequirementsField({ value, error, max, onValueChange }: RequirementsFieldProps) {
  const isFull = value.length >= max
  return (
    <div className={styles.field}>
      <ChipInput
        label="Requirements"
        error={error}
        description={isFull ? `There can be ${max} at most` : 'Keys or URLs, like PRD-91. Press Enter after each.'}
        values={value}
        separators={',\n'}
        keyOf={cut}
        max={max}
        onChange={(requirements) => onValueChange(requirements.map(cut))}
      />
      {!isFull && (
        <Popover
          label="Find requirements"
          trigger={
            <Button size="sm" icon={<Search aria-hidden />}>
              Find requirements
            </Button>
          }
        >
          <RequirementPicker chosen={value} onPick={(key) => onValueChange([...value, cut(key)])} />
        </Popover>
      )}
    </div>
  )
}
