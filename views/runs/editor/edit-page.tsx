/** Changes an open test run. One that is closed or belongs to a plan leads to its page (RUNED-11, RUNED-12). */
import { Redirect, useLocation } from 'wouter'
import { RUN_TEXTS } from '../../../contract/runs/run-texts.ts'
import type { RunCase } from '../../../contract/runs/run-cases.ts'
import type { TestRun } from '../../../contract/runs/runs.ts'
import { caseChanges, storedValues } from '../../../machines/runs/run-values.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { useProject, useResource } from '../../boot/context.tsx'
import { countWords } from '../../shared/cases/words.ts'
import { matchPage } from '../../boot/pages.ts'
import { Page } from '../../shared/page/page.tsx'
import { paths, testRunHref } from '../../shared/routes.ts'
import { ProblemState } from '../../ui/empty-state.tsx'
import { toast } from '../../ui/toasts.ts'
import { useTestRuns } from '../use-test-runs.ts'
import { EditorSkeleton } from './editor-skeleton.tsx'
import { RunForm } from './run-form.tsx'

export function EditRunPage() {
  const [location] = useLocation()
  const runId = matchPage(location)?.params['runId']
  return runId === undefined ? (
    <EditorSkeleton title="Edit test run" />
  ) : (
    <LoadedRun key={runId} runId={Number(runId)} />
  )
}

function LoadedRun({ runId }: { runId: number }) {
  const { key } = useProject()
  const runs = useTestRuns()
  const { value, failure, isLoading, retry } = useResource(async () => {
    const run = await runs.get(key, runId)
    const isEditable = !run.closed && run.testPlan === null
    return { run, cases: isEditable ? await runs.cases(key, runId) : null }
  })
  if (value?.cases === null) return <Redirect to={testRunHref(key, runId)} replace />
  if (value !== null) return <EditRun run={value.run} cases={value.cases} />
  if (isLoading) return <EditorSkeleton title="Edit test run" />
  return (
    <Page title="Edit test run" hasRule>
      <ProblemState title="The test run did not load" onRetry={retry}>
        {messageOf(failure)}
      </ProblemState>
    </Page>
  )
}

function EditRun({ run, cases }: { run: TestRun; cases: readonly RunCase[] }) {
  const { key, name } = useProject()
  const runs = useTestRuns()
  const [, navigate] = useLocation()
  const href = testRunHref(key, run.id)
  return (
    <RunForm
      title="Edit test run"
      documentTitle={`Edit ${run.title} · ${name}`}
      names={{ [paths.testRun]: run.title }}
      name={`run:${run.id}`}
      initial={{ ...storedValues(run), cases: cases.map(({ caseId, assigneeId }) => [caseId, assigneeId]) }}
      run={run}
      action="Save"
      save={async ({ cases: chosen }, { changes, expected, base }) => {
        const { cases: _, ...fields } = changes
        const { cases: __, ...seen } = expected
        const { assignments, ...coming } = caseChanges(base.cases, chosen)
        await runs.update(key, run.id, {
          ...fields,
          ...(fields.title === undefined ? {} : { title: fields.title.trim() }),
          expected: seen,
          ...coming,
        })
        const kept = await runs.assign(key, run.id, assignments)
        if (kept > 0)
          toast.error(
            `${countWords(kept, 'test case keeps the assignee', 'test cases keep the assignees')} given meanwhile`,
          )
        return run.id
      }}
      onSaved={() => {
        toast.success(RUN_TEXTS.updated)
        navigate(href)
      }}
      onCancel={() => navigate(href)}
    />
  )
}
