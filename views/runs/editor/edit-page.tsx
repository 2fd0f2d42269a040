/** Edits an open test run. Closed runs and runs of a plan redirect to their page (RUNED-11, RUNED-12). */
import { useSelector } from '@xstate/react'
import { getTestRun, updateTestRun } from '../../../contract/runs/runs.ts'
import { caseChanges, editedValues } from '../../../machines/runs/run-values.ts'
import { useApplication, usePageParams, useProject } from '../../application/context.tsx'
import { formatCount } from '../../ui/text/figures.ts'
import { paths } from '../../shared/routes.ts'
import { toast } from '../../ui/toasts/toasts.ts'
import { allRunCases, assignCases } from '../../../services/runs/test-runs.ts'
import { EditorSkeleton } from './editor-skeleton.tsx'
import { RunEditorFace } from './run-editor-faces.tsx'
import { RunForm } from './run-form.tsx'
import { useRunEditor } from './use-run-editor.ts'

export function EditRunPage() {
  const runId = usePageParams()['runId']
  return runId === undefined ? (
    <EditorSkeleton title="Edit test run" />
  ) : (
    <LoadedRun key={runId} runId={Number(runId)} />
  )
}

function LoadedRun({ runId }: { runId: number }) {
  const { key, name } = useProject()
  const { send } = useApplication()
  const editor = useRunEditor({
    mode: 'edit',
    read: async () => {
      const run = (await send(getTestRun, { params: { projectKey: key, runId } })).data
      if (run.closed || run.testPlan !== null) return { mode: 'edit', run, isEditable: false }
      const cases = await allRunCases(send, { projectKey: key, runId })
      const initial = editedValues(
        run,
        cases.map(({ caseId: id, assigneeId }) => ({ id, assigneeId })),
      )
      return { mode: 'edit', run, initial, isEditable: true }
    },
  })
  const { run, initial } = useSelector(editor, ({ context }) => context)
  if (run === null || initial === null) return <RunEditorFace editor={editor} title="Edit test run" />
  return (
    <RunForm
      title="Edit test run"
      documentTitle={`Edit ${run.title} · ${name}`}
      names={{ [paths.testRun]: run.title }}
      name={`run:${run.id}`}
      initial={initial}
      run={run}
      action="Save"
      save={async ({ cases: chosen }, { changes, expected, base }) => {
        const { cases: _, revision: __, ...fields } = changes
        const { cases: ___, revision: ____, ...seen } = expected
        const { assignments, ...coming } = caseChanges(base.cases, chosen)
        await send(updateTestRun, {
          params: { projectKey: key, runId: run.id },
          body: {
            ...fields,
            ...(fields.title === undefined ? {} : { title: fields.title.trim() }),
            expected: seen,
            ...coming,
            ...(base.revision === null ? {} : { seenRevision: base.revision }),
          },
        })
        const kept = await assignCases(send, { projectKey: key, runId: run.id }, assignments)
        if (kept > 0)
          toast.error(
            `${formatCount(kept, 'test case keeps the assignee', 'test cases keep the assignees')} given meanwhile`,
          )
        return run.id
      }}
      onSaved={(savedId) => editor.send({ type: 'run/saved', runId: savedId })}
      onCancel={() => editor.send({ type: 'editor/cancelled' })}
    />
  )
}
