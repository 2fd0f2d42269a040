/** Chooses the target suite of restored cases (TRASH-25). */
import { useState } from 'react'
import type { Done } from '../../../contract/cases/operations.ts'
import { restoreAllTestCases } from '../../../contract/cases/trash.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { useConfirmedAction } from '../../shared/forms/confirmed-action.ts'
import { useProject, useApplication } from '../../application/context.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { InlineProblem } from '../../ui/forms/inline-problem.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import { useStructure } from '../case/use-structure.ts'
import { SuitePicker } from '../suites/suite-picker.tsx'
import { formatCount } from '../../ui/text/figures.ts'
import { useUndo } from '../undo/use-undo-history.ts'
import { restoreCases } from '../../../services/cases/case-trash.ts'

export interface TrashDialogProps {
  /** Null: the whole trash bin. */
  ids: readonly number[] | null
  count: number
  onDone: () => void
  onClose: () => void
}

/** Reports cases that could not be restored. */
export const toastFailed = ({ failed }: Done): void => {
  if (failed.length > 0)
    toast.error(
      `${formatCount(failed.length, 'test case', 'test cases')} could not be done: ${failed[0]?.message ?? ''}`,
    )
}

interface RestoreDialogProps extends TrashDialogProps {
  /** Suite that the cases were deleted from, proposed as the target; null: they came from several suites, or it no longer exists. */
  ownSuiteId: number | null
}

export function RestoreDialog({ ids, count, ownSuiteId, onDone, onClose }: RestoreDialogProps) {
  const { key } = useProject()
  const { send } = useApplication()
  const structure = useStructure()
  const [suiteId, setSuiteId] = useState(ownSuiteId)
  const [operationId] = useState(() => crypto.randomUUID())
  const history = useUndo()
  const [isMissing, setMissing] = useState(false)
  const { isPending, failure, confirm } = useConfirmedAction(
    async () => {
      if (ids === null)
        await send(restoreAllTestCases, {
          params: { projectKey: key },
          body: { newTestSuiteId: suiteId ?? 0, operationId },
        })
      else toastFailed(await restoreCases(send, key, ids, { newTestSuiteId: suiteId ?? 0, operationId }))
    },
    () => {
      history.changed(count === 1 ? TEXTS.caseRestored : TEXTS.casesRestored, { kind: 'operation', operationId })
      onDone()
    },
  )
  return (
    <Dialog
      title={`Restore ${ids === null ? 'all ' : ''}${formatCount(count, 'test case', 'test cases')} into…`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            isPending={isPending}
            onClick={() => (suiteId === null ? setMissing(true) : confirm())}
          >
            Restore
          </Button>
        </>
      }
    >
      <SuitePicker
        label="Search suites"
        structure={structure}
        value={suiteId}
        onChoose={(id) => {
          setSuiteId(id)
          setMissing(false)
        }}
      />
      <InlineProblem>{isMissing ? 'Choose a suite' : failure}</InlineProblem>
    </Dialog>
  )
}
