/** Edits an open test run. Closed runs and runs of a plan redirect to their page (RUNED-11, RUNED-12). */
import { useSelector } from '@xstate/react'
import { useLocation } from 'wouter'
import { caseChanges, editedValues } from '../../../machines/runs/run-values.ts'
import { useProject } from '../../boot/context.tsx'
import { countWords } from '../../shared/cases/words.ts'
import { matchPage } from '../../boot/pages.ts'
import { paths } from '../../shared/routes.ts'
import { toast } from '../../ui/toasts.ts'
import { useTestRuns } from '../use-test-runs.ts'
import { EditorSkeleton } from './editor-skeleton.tsx'
import { RunEditorFace } from './run-editor-faces.tsx'
import { RunForm } from './run-form.tsx'
import { useRunEditor } from './use-run-editor.ts'

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
  const { key, name } = useProject()
  const runs = useTestRuns()
  const editor = useRunEditor({
    mode: 'edit',
    read: async () => {
      const run = await runs.get(key, runId)
      if (run.closed || run.testPlan !== null) return { mode: 'edit', run, isEditable: false }
      const cases = await runs.cases(key, runId)
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
        await runs.update(key, run.id, {
          ...fields,
          ...(fields.title === undefined ? {} : { title: fields.title.trim() }),
          expected: seen,
          ...coming,
          ...(base.revision === null ? {} : { seenRevision: base.revision }),
        })
        const kept = await runs.assign(key, run.id, assignments)
        if (kept > 0)
          toast.error(
            `${countWords(kept, 'test case keeps the assignee', 'test cases keep the assignees')} given meanwhile`,
          )
        return run.id
      }}
      onSaved={(savedId) => editor.send({ type: 'run/saved', runId: savedId })}
      onCancel={() => editor.send({ type: 'editor/cancelled' })}
    />
  )
}
