import { useState } from 'react'
import type { Structure } from '../../../machines/cases/repository-layout.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { SuitePicker } from './suite-picker.tsx'

export interface MoveDialogProps {
  title: string
  structure: Structure
  /** A suite can move to the top level, and not into itself. */
  suiteId?: number
  onMove: (suiteId: number | null, mode: 'move' | 'clone') => void
  onClose: () => void
}

/** Moves by keyboard, or to distant places; the alternative to dragging. */
export function MoveDialog({ title, structure, suiteId, onMove, onClose }: MoveDialogProps) {
  const [target, setTarget] = useState<number | null | undefined>(undefined)
  const choose = (mode: 'move' | 'clone') => {
    if (target !== undefined) onMove(target, mode)
  }
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button aria-disabled={target === undefined} onClick={() => choose('clone')}>
            Clone here
          </Button>
          <Button variant="primary" aria-disabled={target === undefined} onClick={() => choose('move')}>
            Move here
          </Button>
        </>
      }
    >
      <SuitePicker
        label="Search suites"
        structure={structure}
        value={target}
        {...(suiteId === undefined ? {} : { without: suiteId, top: 'Top level' })}
        onChoose={setTarget}
      />
    </Dialog>
  )
}
