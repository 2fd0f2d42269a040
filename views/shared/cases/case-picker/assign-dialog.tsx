import { useState } from 'react'
import type { ProjectUser } from '../../../../contract/projects/people.ts'
import type { AssignTarget } from '../../../../machines/runs/case-picker.machine.ts'
import { Avatar } from '../../../ui/marks/avatar.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { Picker } from '../../../ui/pickers/picker.tsx'
import { formatCount } from '../../../ui/text/figures.ts'

interface AssignDialogProps {
  target: AssignTarget
  /** The picked cases to assign. */
  count: number
  current: number | null
  people: readonly ProjectUser[] | null
  /** Empty: nobody. Several: the cases are distributed among them. */
  onAssign: (people: readonly number[]) => void
  onClose: () => void
}

/** Chooses assignees: one user for a case, one or several for many. */
export function AssignDialog({ target, count, current, people, onAssign, onClose }: AssignDialogProps) {
  const isOne = target.of === 'case'
  const [chosen, setChosen] = useState<readonly number[]>(current === null ? [] : [current])
  const cases = formatCount(count, 'test case', 'test cases')
  return (
    <Dialog
      title={
        isOne
          ? `Assign ${target.name}`
          : target.of === 'suite'
            ? `Assign ${cases} of ${target.name}`
            : `Assign ${cases}`
      }
      onClose={onClose}
      footer={
        <>
          <Button onClick={() => onAssign([])}>Unassign</Button>
          <Button variant="primary" disabled={chosen.length === 0} onClick={() => onAssign(chosen)}>
            {chosen.length > 1 ? `Spread evenly among ${chosen.length}` : 'Assign'}
          </Button>
        </>
      }
    >
      <Picker
        label="People"
        searchLabel="Search people"
        none="Nobody can be assigned"
        options={
          people?.map(({ id, name, username, photoUrl }) => ({
            id,
            label: name,
            aside: username,
            icon: <Avatar name={name} photoUrl={photoUrl} size={18} />,
          })) ?? null
        }
        chosen={chosen}
        isMultiple={!isOne}
        isSearched
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- choosing from the list is the purpose of the dialog
        autoFocus
        onChange={setChosen}
      />
      {!isOne && chosen.length > 1 && <p>Each user gets neighbouring cases, and about the same number.</p>}
    </Dialog>
  )
}
