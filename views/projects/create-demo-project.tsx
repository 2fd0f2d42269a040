/** Creates the demo project, a sample shop. Loaded on demand. */
import { useState } from 'react'
import { createDemoProject } from '../../contract/projects/demo-project.ts'
import { messageOf } from '../../services/http/api-error.ts'
import { useApplication } from '../application/context.tsx'
import { readersTimeZone } from '../shared/days.ts'
import { useSingleAction } from '../shared/forms/use-single-action.ts'
import { Button } from '../ui/controls/button.tsx'
import { Dialog } from '../ui/overlays/dialog.tsx'
import { InlineProblem } from '../ui/forms/inline-problem.tsx'

export function CreateDemoProject({ onClose, onCreated }: { onClose: () => void; onCreated: (key: string) => void }) {
  const { send } = useApplication()
  const [problem, setProblem] = useState<string>()
  const { isRunning, start } = useSingleAction({
    perform: () => {
      setProblem(undefined)
      return send(createDemoProject, { body: { timeZone: readersTimeZone() } })
    },
    onDone: (_, { key }) => onCreated(key),
    onRefused: (_, error) => setProblem(messageOf(error)),
  })
  return (
    <Dialog
      title="Create a demo project"
      onClose={onClose}
      closesOnScrim={!isRunning}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" isPending={isRunning} data-autofocus onClick={() => start(null)}>
            Create demo project
          </Button>
        </>
      }
    >
      <p>
        Explore a sample shop with six weeks of launches, cases, test runs and exploratory sessions. You can delete it
        at any time.
      </p>
      <InlineProblem>{problem}</InlineProblem>
    </Dialog>
  )
}
