import type { SnapshotFrom } from 'xstate'
import { isExport, type bulkWizard } from '../../../machines/cases/bulk-wizard.machine.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { inFigures } from '../../ui/text/figures.ts'
import { InlineProblem } from '../../ui/forms/inline-problem.tsx'
import { ProgressLine } from '../../ui/marks/progress-line.tsx'
import { ACTION_TEXTS, caseCount } from './bulk-text.ts'
import styles from './bulk.module.css'

export interface WorkDialogProps {
  snapshot: SnapshotFrom<typeof bulkWizard>
  titleOf: (caseId: number) => string | undefined
  onStop: () => void
  onRetry: () => void
  onUndo: () => void
  onClose: () => void
}

/** Maximum number of listed failures. */
const MAX_FAILURES = 200

/** Progress, interruptions, and failures of a bulk action. */
export function WorkDialog({ snapshot, titleOf, onStop, onRetry, onUndo, onClose }: WorkDialogProps) {
  const { action, ids, done, failed, failure } = snapshot.context
  const { doing, did } = ACTION_TEXTS[action]
  const isFinished = snapshot.matches('finished')
  const isInterrupted = snapshot.matches('interrupted')
  const isStopping = snapshot.matches({ working: 'stopping' })
  const tried = done.length + failed.length
  const canUndo = done.length > 0 && !isExport(action)
  const title = isFinished ? `${caseCount(failed.length)} could not be ${did}` : `${doing} ${caseCount(ids.length)}`
  return (
    <Dialog
      title={title}
      closesOnScrim={false}
      onClose={isFinished ? onClose : onStop}
      footer={
        isFinished ? (
          <>
            {canUndo && <Button onClick={onUndo}>Undo</Button>}
            <Button variant="primary" data-autofocus onClick={onClose}>
              Close
            </Button>
          </>
        ) : isInterrupted ? (
          <>
            <Button onClick={onStop}>Stop</Button>
            <Button variant="primary" data-autofocus onClick={onRetry}>
              Retry
            </Button>
          </>
        ) : (
          <Button data-autofocus isPending={isStopping} onClick={onStop}>
            Cancel
          </Button>
        )
      }
    >
      <div className={styles.work}>
        <ProgressLine label={`${doing} test cases`} value={tried} max={ids.length} />
        <p>
          {isStopping ? 'Finishing the current batch…' : `${inFigures(done.length)} of ${inFigures(ids.length)} ${did}`}
          {failed.length > 0 && `, ${inFigures(failed.length)} failed`}
        </p>
        <InlineProblem>{isInterrupted && messageOf(failure)}</InlineProblem>
        {isFinished && (
          <ul className={styles.failures} aria-label="Test cases that failed">
            {failed.slice(0, MAX_FAILURES).map(({ id, message }) => (
              <li key={id}>
                <span>{titleOf(id) ?? `Test case with id ${id}`}</span>
                <small>{message}</small>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  )
}
