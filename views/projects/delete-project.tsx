import { useMachine } from '@xstate/react'
import { useEffect, useId, useMemo, useState } from 'react'
import { fromPromise } from 'xstate'
import type { Project } from '../../contract/projects/projects.ts'
import { confirmedAction } from '../../machines/patterns/confirmed-action.machine.ts'
import { messageOf } from '../../services/http/api-error.ts'
import { useApplication } from '../boot/context.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { InlineProblem } from '../ui/inline-problem.tsx'
import { TextField } from '../ui/text-field.tsx'
import { toast } from '../ui/toasts.ts'
import styles from './projects.module.css'

interface DeleteProjectProps {
  project: Project
  onClose: () => void
  onDeleted: () => void
}

/** Everything in it goes and nothing brings it back, so the project has to be named by hand. */
export function DeleteProject({ project, onClose, onDeleted }: DeleteProjectProps) {
  const { projects } = useApplication()
  const machine = useMemo(
    () =>
      confirmedAction<Project>().provide({
        actors: {
          perform: fromPromise<unknown, { item: Project }>(({ input }) => projects.delete(input.item.key)),
        },
      }),
    [projects],
  )
  const [snapshot, send] = useMachine(machine)
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string | undefined>()
  const id = useId()
  const isPending = snapshot.matches('working')
  const failure = snapshot.context.refused[0]?.error

  useEffect(() => send({ type: 'action/ask', items: [project] }), [project, send])
  const isDone = snapshot.matches('done')
  useEffect(() => {
    if (!isDone) return
    toast.success(`Project '${project.name}' was deleted`)
    onDeleted()
    onClose()
  }, [isDone, project.name, onDeleted, onClose])

  const confirm = () => {
    if (typed.trim().toUpperCase() !== project.key) {
      setError(`Type ${project.key} to confirm`)
      return
    }
    send({ type: snapshot.matches('failed') ? 'action/retry' : 'action/confirm' })
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
        <InlineProblem>{failure === undefined ? undefined : messageOf(failure)}</InlineProblem>
      </form>
    </Dialog>
  )
}
