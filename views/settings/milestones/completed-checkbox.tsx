import { updateMilestone, type Milestone } from '../../../contract/settings/milestones.ts'
import { useApplication, useProject } from '../../application/context.tsx'
import { useOptimistic } from '../../shared/forms/use-optimistic.ts'
import { Checkbox } from '../../ui/controls/checkbox.tsx'

interface CompletedCheckboxProps {
  milestone: Milestone
  onSaved: (completed: boolean) => void
}

export function CompletedCheckbox({ milestone, onSaved }: CompletedCheckboxProps) {
  const { key } = useProject()
  const { send } = useApplication()
  const { shown, set } = useOptimistic({
    source: milestone,
    read: ({ completed }) => completed,
    save: (completed) =>
      send(updateMilestone, { params: { projectKey: key, milestoneId: milestone.id }, body: { completed } }),
    onSaved,
  })
  return <Checkbox aria-label={`Completed: ${milestone.name}`} checked={shown} onCheckedChange={set} />
}
