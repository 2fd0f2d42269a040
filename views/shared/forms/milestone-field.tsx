/** Milestone of a form's subject. Completed ones are not offered; the chosen one stays. */
import { PickField } from '../../ui/pickers/pick-field.tsx'
import { unlistedChoice, type ProjectChoices } from '../project-choices.ts'

export interface MilestoneFieldProps {
  value: number | null
  error: string | undefined
  /** Null while loading. */
  choices: Pick<ProjectChoices, 'milestones' | 'isComplete'> | null
  /** The stored one. */
  current: { id: number; name: string } | null | undefined
  onValueChange: (id: number | null) => void
}

export function MilestoneField({ value, error, choices, current, onValueChange }: MilestoneFieldProps) {
  const known = [...(choices?.milestones ?? []), ...(current ? [{ id: current.id, label: current.name }] : [])]
  return (
    <PickField
      label="Milestone"
      placeholder="None"
      error={error}
      value={value}
      options={choices?.milestones.filter(({ isCompleted }) => !isCompleted) ?? null}
      chosen={known.find(({ id }) => id === value) ?? unlistedChoice(choices, value)}
      onChoose={onValueChange}
      onClear={() => onValueChange(null)}
    />
  )
}
