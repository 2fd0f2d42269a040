/** Title of a run. An empty one resets to the default, which follows the plan's title (PLANED-16, PLANED-17). */
import { useState } from 'react'
import type { ListedRun } from '../../../machines/plans/planned-runs.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'

interface RenameDialogProps {
  run: ListedRun
  onRename: (title: string) => void
  onClose: () => void
}

export function RenameDialog({ run, onRename, onClose }: RenameDialogProps) {
  const [title, setTitle] = useState(run.title === run.defaultTitle ? '' : run.title)
  return (
    <Dialog
      title="Rename the run"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form="rename-run" variant="primary">
            Rename
          </Button>
        </>
      }
    >
      <form
        id="rename-run"
        onSubmit={(event) => {
          event.preventDefault()
          onRename(title.trim())
        }}
      >
        <TextField
          label="Title"
          autoComplete="off"
          maxLength={255}
          placeholder={run.defaultTitle}
          description="Without a title, it is named after the plan and its options."
          value={title}
          onValueChange={setTitle}
        />
      </form>
    </Dialog>
  )
}
