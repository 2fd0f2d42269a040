/** Creates the demo project, a sample shop. Loaded on demand. */
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { InlineProblem } from '../../ui/inline-problem.tsx'
import { ProgressLine } from '../../ui/progress-line.tsx'
import { useDemoProject } from './use-demo-project.ts'

export function DemoProject({ onClose, onCreated }: { onClose: () => void; onCreated: (key: string) => void }) {
  const { isPending, isUnfinished, deletable, made, parts, problem, start, deleteUnfinished } =
    useDemoProject(onCreated)
  return (
    <Dialog
      title={isUnfinished ? 'Continue the demo project' : 'Create a demo project'}
      onClose={onClose}
      closesOnScrim={!isPending}
      footer={
        <>
          {deletable !== null && <Button onClick={deleteUnfinished}>Delete {deletable}</Button>}
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" isPending={isPending} data-autofocus onClick={start}>
            {isUnfinished || problem !== undefined ? 'Continue' : 'Create demo project'}
          </Button>
        </>
      }
    >
      {isUnfinished ? (
        <p>The project {deletable} was not completed. Continue where it stopped, or delete it.</p>
      ) : (
        <p>
          Explore a sample shop with six weeks of launches, cases, test runs and exploratory sessions. You can delete it
          at any time.
        </p>
      )}
      {isPending && <ProgressLine label="Parts of the project" value={made} max={parts} />}
      <InlineProblem>{problem}</InlineProblem>
    </Dialog>
  )
}
