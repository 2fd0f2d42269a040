/** Cases from a model: source, diagram and generated cases; afterwards the suite's saved model with its coverage. */
import { Workflow } from 'lucide-react'
import { useSearch } from 'wouter'
import { messageOf } from '../../services/http/api-error.ts'
import { useMay, useProject } from '../application/context.tsx'
import { Page } from '../shared/page/page.tsx'
import { paths } from '../shared/routes.ts'
import { Button } from '../ui/controls/button.tsx'
import { EmptyState, ProblemState } from '../ui/layout/empty-state.tsx'
import { Skeleton } from '../ui/layout/skeleton.tsx'
import { repositoryAddressOf, repositoryHref } from '../shared/cases/address.ts'
import { KeptView } from './kept-view.tsx'
import { VocabularyProvider } from '../shared/cases/vocabulary.tsx'
import { useCaseModel } from './use-case-model.ts'
import { WorkView } from './work-view.tsx'
import styles from './models.module.css'

export function ModelPage() {
  const { suiteId } = repositoryAddressOf(useSearch())
  return (
    <VocabularyProvider>
      <Model key={suiteId} suiteId={suiteId} />
    </VocabularyProvider>
  )
}

function Model({ suiteId }: { suiteId: number | null }) {
  const project = useProject()
  const canWrite = useMay().inProject('cases:write')
  const { flow, snapshot } = useCaseModel(suiteId)
  const { suite, kept, failure } = snapshot.context
  const isWorking = snapshot.matches('working') || snapshot.matches('accepting')
  const isShown = kept !== null && !isWorking
  const title =
    suite === null
      ? 'Cases from a model'
      : kept === null
        ? `Cases from a model: ${suite.title}`
        : `Model of ${suite.title}`
  return (
    <Page
      title={title}
      documentTitle={`${title} · ${project.name}`}
      names={{
        [paths.testCases]: {
          label: 'Test cases',
          href: repositoryHref(project.key, suite === null ? {} : { suiteId: suite.id }),
        },
        [paths.caseModel]: title,
      }}
      actions={
        canWrite && kept !== null ? (
          isWorking ? (
            <Button onClick={() => flow.send({ type: 'version/leave' })}>Keep version {kept.version}</Button>
          ) : (
            <Button variant="primary" onClick={() => flow.send({ type: 'version/begin' })}>
              New version
            </Button>
          )
        ) : undefined
      }
    >
      <div className={styles.page}>
        {snapshot.matches('opening') && kept === null && <Loading />}
        {snapshot.matches('unopened') && (
          <ProblemState title="The model did not load" onRetry={() => flow.send({ type: 'model/retry' })}>
            {messageOf(failure)}
          </ProblemState>
        )}
        {isWorking && (canWrite ? <WorkView flow={flow} snapshot={snapshot} /> : <NoModel />)}
        {isShown && <KeptView kept={kept} layout={snapshot.context.keptLayout} />}
      </div>
    </Page>
  )
}

/** Shown to read-only users. */
function NoModel() {
  return (
    <EmptyState icon={<Workflow aria-hidden />} title="No model yet">
      This suite has no test cases from a model.
    </EmptyState>
  )
}

function Loading() {
  return (
    <div className={styles.loading} aria-busy>
      {[320, 480, 400].map((height) => (
        <Skeleton key={height} width="100%" height={height} />
      ))}
    </div>
  )
}
