import { closeTestRuns, type SkippedRun } from '../../../contract/runs/runs.ts'
import { RUN_TEXTS } from '../../../contract/runs/run-texts.ts'
import { useProject, useApplication } from '../../application/context.tsx'
import { formatCount } from '../../ui/text/figures.ts'
import { useClosing } from '../../shared/forms/use-closing.ts'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import { SkippedDialog } from './skipped-dialog.tsx'

interface ClosedRun {
  id: number
  title: string
}

/** Closes test runs permanently. Render `CloseRunsDialog` with the result; `ask` starts. `onDone`: reload the page. */
export function useCloseRuns(onDone: () => void) {
  const { key } = useProject()
  const { send } = useApplication()
  return useClosing<ClosedRun, SkippedRun>({
    close: async (items) => {
      const { done, skipped } = await send(closeTestRuns, {
        params: { projectKey: key },
        body: { ids: items.map(({ id }) => id) },
      })
      return { closed: done.length, skipped }
    },
    onDone: ({ closed }) => {
      if (closed > 0) toast.success(RUN_TEXTS.closedToast(closed))
      onDone()
    },
  })
}

export function CloseRunsDialog({ of }: { of: ReturnType<typeof useCloseRuns> }) {
  const { items, outcome, isPending, failure, confirm, cancel, dismiss } = of
  if (outcome !== null) return <SkippedDialog skipped={outcome.skipped} onClose={dismiss} />
  if (items === null) return null
  const [only] = items
  const isOne = items.length === 1
  const words = formatCount(items.length, 'test run', 'test runs')
  return (
    <ConfirmDialog
      title={isOne ? `Close “${only?.title ?? ''}”?` : `Close ${words}?`}
      confirmLabel={isOne ? 'Close test run' : `Close ${words}`}
      isDanger={false}
      isPending={isPending}
      failure={failure}
      onConfirm={confirm}
      onClose={cancel}
    >
      Results can no longer be recorded or changed, also not those that devices without a network still hold. A closed
      test run cannot be reopened.
    </ConfirmDialog>
  )
}
