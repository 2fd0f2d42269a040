import type { Milestone } from '../../../contract/settings/milestones.ts'
import { useProject } from '../../boot/context.tsx'
import { useOptimistic } from '../../shared/forms/use-optimistic.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { useSettings } from '../use-settings.ts'

interface CompletedCheckboxProps {
  milestone: Milestone
  onSaved: (completed: boolean) => void
}

export function CompletedCheckbox({ milestone, onSaved }: CompletedCheckboxProps) {
  const { key } = useProject()
  const { milestones } = useSettings()
  const { shown, set } = useOptimistic({
    source: milestone,
    read: ({ completed }) => completed,
    save: (completed) => milestones.update(key, milestone.id, { completed }),
    onSaved,
  })
  return <Checkbox aria-label={`Completed: ${milestone.name}`} checked={shown} onCheckedChange={set} />
}
