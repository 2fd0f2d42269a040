/** Closes and deletes plans, with confirmation: neither can be undone (PLANS-37). */
import { useState, type ReactNode } from 'react'
import { PLAN_TEXTS } from '../../../contract/plans/plan-texts.ts'
import {
  closeTestPlan,
  closeTestPlans,
  deleteTestPlans,
  deleteTestPlan,
  type SkippedPlan,
  type TestPlanSummary,
} from '../../../contract/plans/plans.ts'
import { useProject, useApplication } from '../../application/context.tsx'
import { useConfirmedAction } from '../../shared/forms/confirmed-action.ts'
import { useClosing } from '../../shared/forms/use-closing.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import { useWideOnly } from '../use-wide-only.ts'
import { formatCount } from '../../ui/text/figures.ts'
import styles from './plan-dialogs.module.css'

export type ActedPlan = Pick<TestPlanSummary, 'id' | 'title' | 'testRunCount'>

/** `onDone` is called once the server has answered. */
export function usePlanActions(onDone: (action: 'close' | 'delete') => void) {
  const { key } = useProject()
  const { send } = useApplication()
  const [toDelete, setToDelete] = useState<readonly ActedPlan[] | null>(null)
  const [skipped, setSkipped] = useState<readonly SkippedPlan[]>([])
  const closing = useClosing<ActedPlan, SkippedPlan>({
    close: async (chosen) => {
      const [only] = chosen
      if (chosen.length === 1 && only !== undefined) {
        await send(closeTestPlan, { params: { projectKey: key, testPlanId: only.id } })
        return { closed: 1, skipped: [] }
      }
      const { done, skipped } = await send(closeTestPlans, {
        params: { projectKey: key },
        body: { testPlansIds: chosen.map(({ id }) => id) },
      })
      return { closed: done.length, skipped }
    },
    onDone: ({ closed }) => {
      if (closed > 0) toast.success(PLAN_TEXTS.closedToast(closed))
      onDone('close')
    },
  })
  useWideOnly(closing.items !== null && closing.outcome === null, closing.cancel)
  useWideOnly(toDelete !== null, () => setToDelete(null))
  const account = closing.outcome?.skipped ?? skipped
  const dismiss = () => {
    closing.dismiss()
    setSkipped([])
  }
  const dialogs: ReactNode = (
    <>
      {closing.items !== null && closing.outcome === null && (
        <ConfirmDialog
          title={`Close ${nameOf(closing.items)}?`}
          confirmLabel={`Close ${formatCount(closing.items.length, 'test plan', 'test plans')}`}
          isDanger={false}
          isPending={closing.isPending}
          failure={closing.failure}
          onConfirm={closing.confirm}
          onClose={closing.cancel}
        >
          {`${runsOf(closing.items)} will be closed too. No results can be added then, and a closed plan cannot be reopened.`}
        </ConfirmDialog>
      )}
      {toDelete !== null && (
        <DeleteDialog
          plans={toDelete}
          onSkipped={setSkipped}
          onDone={() => {
            setToDelete(null)
            onDone('delete')
          }}
          onClose={() => setToDelete(null)}
        />
      )}
      {account.length > 0 && (
        <Dialog
          title={`${formatCount(account.length, 'test plan was', 'test plans were')} left out`}
          onClose={dismiss}
          footer={
            <Button variant="primary" onClick={dismiss}>
              Close
            </Button>
          }
        >
          <ul className={styles.skipped}>
            {account.map(({ id, title, reason }) => (
              <li key={id}>
                <b>{title === '' ? `Plan ${id}` : title}</b> {REASONS[reason]}
              </li>
            ))}
          </ul>
        </Dialog>
      )}
    </>
  )
  return { close: closing.ask, whyNotClosed: closing.whyNot, remove: setToDelete, dialogs }
}

const REASONS: Record<SkippedPlan['reason'], string> = {
  'not-yours': 'belongs to somebody else',
  closed: 'is closed already',
  gone: 'was deleted meanwhile',
}

const nameOf = (plans: readonly ActedPlan[]): string =>
  plans.length === 1 ? `“${plans[0]?.title}”` : `${plans.length} test plans`

const runsOf = (plans: readonly ActedPlan[]): string => {
  const runs = plans.reduce((sum, { testRunCount }) => sum + testRunCount, 0)
  const whose = plans.length === 1 ? 'Its' : 'Their'
  return runs === 1 ? `${whose} test run` : `${whose} ${formatCount(runs, 'test run', 'test runs')}`
}

interface DeleteDialogProps {
  plans: readonly ActedPlan[]
  onSkipped: (skipped: readonly SkippedPlan[]) => void
  onDone: () => void
  onClose: () => void
}

function DeleteDialog({ plans: chosen, onSkipped, onDone, onClose }: DeleteDialogProps) {
  const { key } = useProject()
  const { send } = useApplication()
  const remove = async (): Promise<{ done: readonly number[]; skipped: readonly SkippedPlan[] }> => {
    const ids = chosen.map(({ id }) => id)
    const [only] = ids
    if (ids.length > 1 || only === undefined)
      return send(deleteTestPlans, { params: { projectKey: key }, body: { testPlansIds: ids } })
    await send(deleteTestPlan, { params: { projectKey: key, testPlanId: only } })
    return { done: ids, skipped: [] }
  }
  const { isPending, failure, confirm } = useConfirmedAction(async () => {
    const { done, skipped } = await remove()
    // Navigates here, not on the dialog's completion: the deletion's live event may unmount it first.
    if (done.length > 0) toast.success(PLAN_TEXTS.deletedToast(done.length))
    onSkipped(skipped)
  }, onDone)
  return (
    <ConfirmDialog
      title={`Delete ${nameOf(chosen)}?`}
      confirmLabel={`Delete ${formatCount(chosen.length, 'test plan', 'test plans')}`}
      isPending={isPending}
      failure={failure}
      onConfirm={confirm}
      onClose={onClose}
    >
      {`${runsOf(chosen)} and all results will be deleted too. This cannot be undone.`}
    </ConfirmDialog>
  )
}
