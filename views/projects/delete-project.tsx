import { useId, useState } from 'react'
import { deleteProject, type Project } from '../../contract/projects/projects.ts'
import { useApplication } from '../application/context.tsx'
import { useConfirmedAction } from '../shared/forms/confirmed-action.ts'
import { Button } from '../ui/controls/button.tsx'
import { Dialog } from '../ui/overlays/dialog.tsx'
import { InlineProblem } from '../ui/forms/inline-problem.tsx'
import { TextField } from '../ui/forms/text-field.tsx'
import { toast } from '../ui/toasts/toasts.ts'
import styles from './projects.module.css'

interface DeleteProjectProps {
  project: Project
  onClose: () => void
  onDeleted: () => void
}

/** Deletes everything in the project for good, so its name has to be typed. */
export function DeleteProject({ project, onClose, onDeleted }: DeleteProjectProps) {
  const { send } = useApplication()
  const {
    isPending,
    failure,
    confirm: start,
  } = useConfirmedAction(
    () => send(deleteProject, { params: { projectKey: project.key } }),
    () => {
      toast.success(`Project '${project.name}' was deleted`)
      onDeleted()
      onClose()
    },
  )
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string | undefined>()
  const id = useId()

  const confirm = () => {
    if (typed.trim().toUpperCase() !== project.key) {
      setError(`Type ${project.key} to confirm`)
      return
    }
    start()
  }
  return (
    <Dialog
      title={`Delete project ${project.name}?`}
      role="alertdialog"
      onClose={onClose}
      closesOnScrim={!isPending}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={id} variant="danger-solid" isPending={isPending}>
            Delete project
          </Button>
        </>
      }
    >
      <form
        id={id}
        noValidate
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          confirm()
        }}
      >
        <p>
          All test cases, launches, test results, exploratory sessions and files of <b>{project.name}</b> are deleted
          with it. This cannot be undone.
        </p>
        <TextField
          label={`Type ${project.key} to confirm`}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          error={error}
          onValueChange={(value) => {
            setTyped(value)
            setError(undefined)
          }}
        />
        <InlineProblem>{failure}</InlineProblem>
      </form>
    </Dialog>
  )
}
