/** Assigns launches to an open milestone, or removes them from theirs (ACTIONS-03 to 06). */
import { useState } from 'react'
import { assignLaunchesToMilestone } from '../../contract/launches/launch-actions.ts'
import type { Launch } from '../../contract/launches/launches.ts'
import { listMilestones } from '../../contract/settings/milestones.ts'
import { useProject, useResource, useApplication } from '../application/context.tsx'
import { useSingleAction } from '../shared/forms/use-single-action.ts'
import { launchTitle } from '../shared/launch-labels.ts'
import { formatCount } from '../ui/text/figures.ts'
import { AssignMilestoneDialog } from '../shared/pickers/assign-milestone-dialog.tsx'
import { toast } from '../ui/toasts/toasts.ts'
import { byReason } from './refusals.ts'

export interface MilestoneDialogProps {
  launches: readonly Launch[]
  onDone: (done: readonly Launch[]) => void
  onClose: () => void
}

export function MilestoneDialog({ launches, onDone, onClose }: MilestoneDialogProps) {
  const { send } = useApplication()
  const { key } = useProject()
  const { value: milestones } = useResource(async () => {
    const query = { page: 1, pageSize: 10_000, completed: false }
    return (await send(listMilestones, { params: { projectKey: key }, query })).items
  })
  // Launches as they were when the dialog was opened: others may assign them meanwhile.
  const [seen] = useState(() =>
    launches.map(({ id, milestone }) => ({ launchId: id, milestone: milestone?.name ?? null })),
  )
  const held = new Set(launches.map(({ milestone }) => milestone?.name ?? null))
  const [only] = held
  const current = held.size === 1 ? (milestones?.find(({ name }) => name === only)?.id ?? null) : null
  const { isRunning, start } = useSingleAction({
    perform: (milestoneId: number | null) =>
      send(assignLaunchesToMilestone, {
        params: { projectKey: key },
        body: { launchIds: seen.map(({ launchId }) => launchId), milestoneId, seen },
      }),
    onDone: (milestoneId, { done, refused }) => {
      for (const { reason, items } of byReason(
        refused.map(({ launchId, message }) => ({ item: launchId, reason: message })),
      ))
        toast.error(`${formatCount(items.length, 'launch', 'launches')} left out: ${reason}`)
      if (done.length > 0)
        toast.success(
          `${done.length === 1 ? 'Launch has' : `${done.length} launches have`} been ${milestoneId === null ? 'unassigned from' : 'assigned to'} milestone`,
        )
      const changed = new Set(done)
      onDone(launches.filter(({ id }) => changed.has(id)))
      onClose()
    },
  })
  const [launch] = launches
  return (
    <AssignMilestoneDialog
      title={
        launches.length === 1 && launch !== undefined
          ? `Milestone of ${launchTitle(launch)}`
          : `Milestone of ${formatCount(launches.length, 'launch', 'launches')}`
      }
      milestones={milestones}
      current={current}
      canUnassign={launches.some(({ milestone }) => milestone !== null)}
      isRunning={isRunning}
      onAssign={start}
      onClose={onClose}
    />
  )
}
