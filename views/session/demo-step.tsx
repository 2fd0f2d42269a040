/** Creates the demo project as the first project, as soon as the step shows. */
import { AuthPage } from '../shared/auth/auth-page.tsx'
import { useDemoProject } from '../shared/demo/use-demo-project.ts'
import { Button } from '../ui/button.tsx'
import { InlineProblem } from '../ui/inline-problem.tsx'
import { ProgressLine } from '../ui/progress-line.tsx'
import { NOTE, STEPS } from './steps.ts'
import styles from './session.module.css'

export function DemoStep({ onCreated, onBack }: { onCreated: (projectKey: string) => void; onBack: () => void }) {
  const { isPending, made, parts, problem, start } = useDemoProject(onCreated, { isFirst: true })
  return (
    <AuthPage
      title="Creating the demo project"
      lead="A sample shop with six weeks of launches, cases, test runs and exploratory sessions."
      steps={{ names: STEPS, current: 1 }}
      note={NOTE}
    >
      <div className={styles.done}>
        {problem === undefined && <ProgressLine label="Parts of the project" value={made} max={parts} />}
        <InlineProblem>{problem}</InlineProblem>
        {!isPending && problem !== undefined && (
          <>
            <Button variant="primary" size="lg" isWide onClick={start}>
              Continue
            </Button>
            <Button size="lg" isWide onClick={onBack}>
              Back
            </Button>
          </>
        )}
      </div>
    </AuthPage>
  )
}
