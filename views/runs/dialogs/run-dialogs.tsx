/** Dialogs of runs: delete, and assign a milestone. */
import { useState } from 'react'
import { RUN_TEXTS } from '../../../contract/runs/run-texts.ts'
import {
  deleteTestRuns,
  assignRunsToMilestone,
  type SkippedRun,
  type TestRunSummary,
} from '../../../contract/runs/runs.ts'
import type { RunsAsk } from '../../../machines/runs/runs-page.machine.ts'
import { useProject, useResource, useApplication } from '../../application/context.tsx'
import { formatCount } from '../../ui/text/figures.ts'
import { useConfirmedAction } from '../../shared/forms/confirmed-action.ts'
import { useSingleAction } from '../../shared/forms/use-single-action.ts'
import { AssignMilestoneDialog } from '../../shared/pickers/assign-milestone-dialog.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import { projectChoices } from '../../../services/projects/choices.ts'

export interface RunDialogProps {
  ask: RunsAsk
  /** Skipped runs; empty when all succeeded. */
  onDone: (skipped: readonly SkippedRun[]) => void
  onClose: () => void
}

export function RunDialog({ ask: { action, runs }, ...rest }: RunDialogProps) {
  return action === 'delete' ? <DeleteRuns runs={runs} {...rest} /> : <AssignRuns runs={runs} {...rest} />
}

type AskedProps = Omit<RunDialogProps, 'ask'> & { runs: readonly TestRunSummary[] }

function DeleteRuns({ runs, onDone, onClose }: AskedProps) {
  const { key } = useProject()
  const { send } = useApplication()
  const [only] = runs
  const words = formatCount(runs.length, 'test run', 'test runs')
  const { isPending, failure, confirm } = useConfirmedAction(
    async () => {
      const { done, skipped } = await send(deleteTestRuns, {
        params: { projectKey: key },
        body: { ids: runs.map(({ id }) => id) },
      })
      if (done.length > 0) toast.success(RUN_TEXTS.deletedToast(done.length))
      onDone(skipped)
    },
    () => undefined,
  )
  return (
    <ConfirmDialog
      title={runs.length === 1 ? `Delete “${only?.title ?? ''}”?` : `Delete ${words}?`}
      confirmLabel={runs.length === 1 ? 'Delete test run' : `Delete ${words}`}
      isPending={isPending}
      failure={failure}
      onConfirm={confirm}
      onClose={onClose}
    >
      {runs.length === 1 ? 'It is deleted' : 'They are deleted'} permanently, with all results, comments and files. The
      test cases stay in the repository. This cannot be undone.
    </ConfirmDialog>
  )
}

function AssignRuns({ runs, onDone, onClose }: AskedProps) {
  const { key } = useProject()
  const { send } = useApplication()
  const { value: milestones } = useResource(() => projectChoices(send, key).milestones())
  // Runs as they were when the dialog was opened: others may assign them meanwhile.
  const [seen] = useState(() => runs.map(({ id, milestone }) => ({ id, milestoneId: milestone?.id ?? null })))
  const held = runs.every(({ milestone }) => milestone?.id === runs[0]?.milestone?.id)
    ? (runs[0]?.milestone?.id ?? null)
    : null
  const { isRunning, start } = useSingleAction({
    perform: (milestoneId: number | null) =>
      send(assignRunsToMilestone, {
        params: { projectKey: key },
        body: { ids: seen.map(({ id }) => id), milestoneId, seen },
      }),
    onDone: (milestoneId, { done, skipped }) => {
      if (done.length > 0)
        toast.success((milestoneId === null ? RUN_TEXTS.unassigned : RUN_TEXTS.assigned)(done.length))
      onDone(skipped)
    },
  })
  const title = runs.length === 1 ? `Milestone of “${runs[0]?.title ?? ''}”` : `Milestone of ${runs.length} test runs`
  return (
    <AssignMilestoneDialog
      title={title}
      milestones={milestones}
      current={held}
      canUnassign={runs.some(({ milestone }) => milestone !== null)}
      isRunning={isRunning}
      onAssign={start}
      onClose={onClose}
    />
  )
}
