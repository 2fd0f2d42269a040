/** Assigns things to an open milestone, or removes them from theirs. */
import { useState } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { Picker } from '../../ui/pickers/picker.tsx'

export interface AssignMilestoneDialogProps {
  title: string
  /** Open milestones; null while loading. */
  milestones: readonly { id: number; name: string }[] | null
  /** The milestone of all things; null when they differ. */
  current: number | null
  /** Whether any thing has a milestone. */
  canUnassign: boolean
  isRunning: boolean
  onAssign: (milestoneId: number | null) => void
  onClose: () => void
}

export function AssignMilestoneDialog(props: AssignMilestoneDialogProps) {
  const { title, milestones, current, canUnassign, isRunning, onAssign, onClose } = props
  const [chosen, setChosen] = useState<number | null>(null)
  const shown = chosen ?? current
  return (
    <Dialog
      title={title}
      onClose={onClose}
      closesOnScrim={!isRunning}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {canUnassign && (
            <Button disabled={isRunning} onClick={() => onAssign(null)}>
              Unassign
            </Button>
          )}
          <Button
            variant="primary"
            isPending={isRunning}
            disabled={shown === null || shown === current}
            onClick={() => onAssign(shown)}
          >
            Assign
          </Button>
        </>
      }
    >
      <Picker
        label="Milestone"
        searchLabel="Search milestones"
        none="There are no open milestones"
        options={milestones?.map(({ id, name }) => ({ id, label: name })) ?? null}
        chosen={shown === null ? [] : [shown]}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- choosing from the list is the purpose of the dialog
        autoFocus
        onChange={([id]) => setChosen(id ?? null)}
      />
    </Dialog>
  )
}
