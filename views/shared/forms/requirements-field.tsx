/** Requirements that something is about: keys or addresses, each a chip (ESED-12, RUNED-17). */
import { LIMITS } from '../../../contract/limits.ts'
import type { FieldLook } from '../../ui/field.tsx'
import { ChipInput } from '../../ui/pickers/chip-input.tsx'

export type RequirementsFieldProps = Pick<FieldLook, 'error'> & {
  value: readonly string[]
  most: number
  onValueChange: (value: string[]) => void
}

const cut = (requirement: string): string => requirement.slice(0, LIMITS.requirementMost).trimEnd()

export function RequirementsField({ value, error, most, onValueChange }: RequirementsFieldProps) {
  return (
    <ChipInput
      label="Requirements"
      error={error}
      description={
        value.length >= most ? `There can be ${most} at most` : 'Keys or URLs, like PRD-91. Press Enter after each.'
      }
      values={value}
      separators={',\n'}
      keyOf={cut}
      most={most}
      onChange={(requirements) => onValueChange(requirements.map(cut))}
    />
  )
}
