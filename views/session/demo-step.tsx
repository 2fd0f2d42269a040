/** Waits for the demo project as the first project. */
import { AuthPage } from '../shared/auth/auth-page.tsx'
import { Button } from '../ui/controls/button.tsx'
import { InlineProblem } from '../ui/forms/inline-problem.tsx'
import { NOTE, STEPS } from './steps.ts'
import styles from './session.module.css'

interface DemoStepProps {
  /** Why it could not be created; undefined while it is being created. */
  problem: string | undefined
  onRetry: () => void
  onBack: () => void
}

export function DemoStep({ problem, onRetry, onBack }: DemoStepProps) {
  return (
    <AuthPage
      title="Creating the demo project"
      lead="A sample shop with six weeks of launches, cases, test runs and exploratory sessions."
      steps={{ names: STEPS, current: 1 }}
      note={NOTE}
    >
      <div className={styles.done}>
        <InlineProblem>{problem}</InlineProblem>
        <Button variant="primary" size="lg" isWide isPending={problem === undefined} onClick={onRetry}>
          Create demo project
        </Button>
        {problem !== undefined && (
          <Button size="lg" isWide onClick={onBack}>
            Back
          </Button>
        )}
      </div>
    </AuthPage>
  )
}
