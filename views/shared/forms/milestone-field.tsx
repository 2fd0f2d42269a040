/** Milestone of a form's subject. Completed ones are not offered; the chosen one stays. */
import { PickField } from '../../ui/pickers/pick-field.tsx'
import type { ProjectChoices } from '../project-choices.ts'

export interface MilestoneFieldProps {
  value: number | null
  error: string | undefined
  /** Null while loading. */
  choices: Pick<ProjectChoices, 'milestones'> | null
  /** The stored one. */
  current: { id: number; name: string } | null | undefined
  onValueChange: (id: number | null) => void
}

export const MilestoneField = ({ value, error, choices, current, onValueChange }: MilestoneFieldProps) => (
  <PickField
    label="Milestone"
    placeholder="None"
    error={error}
    value={value}
    options={choices?.milestones ?? null}
    chosen={current ? { id: current.id, label: current.name } : null}
    onChoose={onValueChange}
    onClear={() => onValueChange(null)}
  />
)
