import type { PlacedSuite } from '../../../machines/cases/repository-layout.ts'
import { useConfirmedAction } from '../../shared/forms/confirmed-action.ts'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { formatCount } from '../../ui/text/figures.ts'

export interface DeleteSuiteProps {
  suite: PlacedSuite
  /** Total counts, also while a search narrows the list. */
  perform: () => Promise<unknown>
  onDone: () => void
  onClose: () => void
}

/** Confirms deletion, with what is deleted (SUITE-09). */
export function DeleteSuite({ suite, perform, onDone, onClose }: DeleteSuiteProps) {
  const { isPending, failure, confirm } = useConfirmedAction(perform, onDone)
  const suites = suite.suites > 0 ? ` with ${formatCount(suite.suites, 'sub-suite', 'sub-suites')}` : ''
  return (
    <ConfirmDialog
      title={`Delete suite ${suite.title}?`}
      confirmLabel="Delete suite"
      isPending={isPending}
      failure={failure}
      onConfirm={confirm}
      onClose={onClose}
    >
      {suite.total === 0
        ? `The suite${suites} will be deleted. It contains no test cases.`
        : `The suite${suites} will be deleted, and ${formatCount(suite.total, 'test case moves', 'test cases move')} to the trash bin.`}
    </ConfirmDialog>
  )
}
