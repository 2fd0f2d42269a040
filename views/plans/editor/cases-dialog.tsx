/** Picks the cases of the base selection, or of one run. */
import { useState } from 'react'
import type { PickedCases } from '../../../machines/runs/picked-cases.ts'
import { CasePicker } from '../../shared/cases/case-picker/case-picker.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { formatCount } from '../../ui/text/figures.ts'
import styles from './editor.module.css'

interface CasesDialogProps {
  title: string
  caseIds: readonly number[]
  onChoose: (caseIds: readonly number[]) => void
  onClose: () => void
}

export function CasesDialog({ title, caseIds, onChoose, onClose }: CasesDialogProps) {
  const [picked, setPicked] = useState<PickedCases>(() => new Map(caseIds.map((id) => [id, null])))
  return (
    <Dialog
      title={title}
      width="large"
      onClose={onClose}
      closesOnScrim={false}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" disabled={picked.size === 0} onClick={() => onChoose([...picked.keys()])}>
            {picked.size === 0 ? 'Choose cases' : `Choose ${formatCount(picked.size, 'case', 'cases')}`}
          </Button>
        </>
      }
    >
      <div className={styles.picker}>
        <CasePicker picked={picked} onChange={setPicked} />
      </div>
    </Dialog>
  )
}
