/** Adds and removes cases of the open run, in the repository's tree. */
import { useState } from 'react'
import type { RunCase } from '../../../contract/runs/run-cases.ts'
import type { PickedCases } from '../../../machines/runs/picked-cases.ts'
import { caseChanges } from '../../../machines/runs/run-values.ts'
import { CasePicker } from '../../shared/cases/case-picker/case-picker.tsx'
import { useSingleAction } from '../../shared/forms/use-single-action.ts'
import { useWhenNarrow } from '../../shared/page/narrow.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { inFigures } from '../../ui/text/figures.ts'
import type { CaseChange } from './use-run-work.ts'
import styles from './cases-dialog.module.css'

interface CasesDialogProps {
  rows: readonly RunCase[]
  onChange: (change: CaseChange) => Promise<void>
  onClose: () => void
}

export function CasesDialog({ rows, onChange, onClose }: CasesDialogProps) {
  // Saves only the differences, so that changes by others are kept.
  const [before] = useState(() => rows.map(({ caseId, assigneeId }) => [caseId, assigneeId] as const))
  const [picked, setPicked] = useState<PickedCases>(() => new Map(before))
  const [stored] = useState<PickedCases>(() => new Map(before))
  const { addCases, removeCaseIds } = caseChanges(before, [...picked])
  const gone = new Set(removeCaseIds)
  const removed = before.flatMap(([id, assigneeId]) => (gone.has(id) ? [{ id, assigneeId }] : []))
  const { isRunning, start } = useSingleAction({ perform: onChange, onDone: onClose })
  useWhenNarrow(onClose)
  const words = [
    addCases.length > 0 && `add ${inFigures(addCases.length)}`,
    removed.length > 0 && `remove ${inFigures(removed.length)}`,
  ]
    .filter(Boolean)
    .join(', ')
  return (
    <Dialog
      title="Test cases of this run"
      width="large"
      onClose={onClose}
      closesOnScrim={false}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            isPending={isRunning}
            disabled={words === '' || picked.size === 0}
            data-tip={picked.size === 0 ? 'A test run has at least one test case' : undefined}
            onClick={() => start({ added: addCases, removed })}
          >
            {words === '' ? 'Save' : `Save: ${words}`}
          </Button>
        </>
      }
    >
      <div className={styles.picker}>
        <CasePicker picked={picked} stored={stored} onChange={setPicked} />
      </div>
    </Dialog>
  )
}
