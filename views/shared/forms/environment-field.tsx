/** Environment of a form's subject. Deleted ones are not offered; the chosen one stays. */
import { PickField } from '../../ui/pickers/pick-field.tsx'
import { unlistedChoice, type ProjectChoices } from '../project-choices.ts'

export interface EnvironmentFieldProps {
  value: number | null
  error: string | undefined
  /** Null while loading. */
  choices: Pick<ProjectChoices, 'environments' | 'isComplete'> | null
  /** The stored one. */
  current: { id: number; name: string; key: string; deleted: boolean } | null | undefined
  onValueChange: (id: number | null) => void
}

export function EnvironmentField({ value, error, choices, current, onValueChange }: EnvironmentFieldProps) {
  const stored = current && { id: current.id, label: current.name, aside: current.deleted ? 'deleted' : current.key }
  const known = [...(choices?.environments ?? []), ...(stored ? [stored] : [])]
  return (
    <PickField
      label="Environment"
      placeholder="None"
      error={error}
      value={value}
      options={choices?.environments.filter(({ isDeleted }) => !isDeleted) ?? null}
      chosen={known.find(({ id }) => id === value) ?? unlistedChoice(choices, value)}
      onChoose={onValueChange}
      onClear={() => onValueChange(null)}
    />
  )
}
