/** Steps of an attempt, which load when they are opened. */
import { listTestSteps } from '../../../contract/launches/test-details.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { useApplication, useProject, useResource } from '../../application/context.tsx'
import { formatCount } from '../../ui/text/figures.ts'
import { EmptyState, ProblemState } from '../../ui/layout/empty-state.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { StepsTree, type StepsTreeProps } from './steps-tree.tsx'
import styles from './test-steps.module.css'

interface TestStepsProps extends Omit<StepsTreeProps, 'answer'> {
  launchId: number
  testId: number
  attempt: number
}

/** Mount it again for another attempt. */
export function TestSteps({ launchId, testId, attempt, ...shown }: TestStepsProps) {
  const { sendRead } = useApplication()
  const { key: projectKey } = useProject()
  const steps = useResource(() =>
    sendRead(listTestSteps, { params: { projectKey, launchId, testId }, query: { attempt } }),
  )
  if (steps.value === null)
    return steps.failure === null ? (
      <div className={styles.loading} aria-busy>
        {[220, 300, 180, 260, 200].map((width) => (
          <Skeleton key={width} width={width} />
        ))}
      </div>
    ) : (
      <ProblemState title="The steps did not load" isRetrying={steps.isLoading} onRetry={steps.retry}>
        {messageOf(steps.failure)}
      </ProblemState>
    )
  const { items, omitted } = steps.value
  if (items.length === 0)
    return (
      <EmptyState title="No steps">
        {omitted > 0
          ? `${formatCount(omitted, 'step')} of the report were not imported: together with others they are too large.`
          : 'Reports of Playwright, Allure, Cucumber, behave, Robot Framework and CTRF have the steps of their tests.'}
      </EmptyState>
    )
  return <StepsTree answer={steps.value} {...shown} />
}
