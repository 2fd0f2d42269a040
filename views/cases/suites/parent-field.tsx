/** Form field that chooses a suite. */
import type { Structure } from '../../../machines/cases/repository-layout.ts'
import { PickField } from '../../ui/pickers/pick-field.tsx'
import { suiteIdOf, TOP, useSuiteOptions } from './suite-picker.tsx'

export interface ParentFieldProps {
  label: string
  structure: Structure
  value: number | null
  top?: string
  onChange: (suiteId: number | null) => void
}

export function ParentField({ label, structure, value, top, onChange }: ParentFieldProps) {
  const options = useSuiteOptions(structure, { top })
  return (
    <PickField
      label={label}
      searchLabel="Search suites"
      isSearched
      placeholder="Choose a suite"
      noMatch="No suites match"
      options={options}
      value={value ?? (top === undefined ? null : TOP)}
      onChoose={(id) => onChange(suiteIdOf(id))}
    />
  )
}
