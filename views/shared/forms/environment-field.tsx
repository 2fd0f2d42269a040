/** Environment of a form's subject. Deleted ones are not offered; the chosen one stays. */
import { PickField } from '../../ui/pickers/pick-field.tsx'
import type { ProjectChoices } from '../project-choices.ts'

export interface EnvironmentFieldProps {
  value: number | null
  error: string | undefined
  /** Null while loading. */
  choices: Pick<ProjectChoices, 'environments'> | null
  /** The stored one. */
  current: { id: number; name: string; key: string; deleted: boolean } | null | undefined
  onValueChange: (id: number | null) => void
}

export const EnvironmentField = ({ value, error, choices, current, onValueChange }: EnvironmentFieldProps) => (
  <PickField
    label="Environment"
    placeholder="None"
    error={error}
    value={value}
    options={choices?.environments ?? null}
    chosen={current ? { id: current.id, label: current.name, aside: current.deleted ? 'deleted' : current.key } : null}
    onChoose={onValueChange}
    onClear={() => onValueChange(null)}
  />
)
