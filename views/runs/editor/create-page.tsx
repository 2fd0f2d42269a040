/** New test run, or a rerun. The page's gate redirects guests to the list (RUNED-09). */
import { useSelector } from '@xstate/react'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { ActorRefFrom } from 'xstate'
import { getRerun, createTestRun } from '../../../contract/runs/runs.ts'
import { missingIn, type rerun } from '../../../machines/runs/rerun.machine.ts'
import { rerunCases, type RunFormValues } from '../../../machines/runs/run-values.ts'
import { useProject, useApplication } from '../../application/context.tsx'
import { SegmentedControl } from '../../ui/controls/segmented-control.tsx'
import { readRerun, RERUN_CASES, rerunHref, type RerunCases } from '../address.ts'
import { RunEditorFace } from './run-editor-faces.tsx'
import { RunForm } from './run-form.tsx'
import styles from './run-form.module.css'
import { useRunEditor } from './use-run-editor.ts'

export function CreateRunPage() {
  const { key, name } = useProject()
  const { send } = useApplication()
  // Initial state: later choices are written to the address.
  const [wanted] = useState(() => readRerun(window.location.search))
  const editor = useRunEditor(
    wanted === null
      ? { mode: 'new' }
      : {
          mode: 'rerun',
          outcome: wanted.cases,
          read: async () => ({
            mode: 'rerun',
            rerun: (await send(getRerun, { params: { projectKey: key, runId: wanted.runId } })).data,
          }),
        },
  )
  const { initial, run: earlier } = useSelector(editor, ({ context }) => context)
  const choice = useSelector(editor, ({ children }) => children['rerun'] as ActorRefFrom<typeof rerun> | undefined)
  if (initial === null) return <RunEditorFace editor={editor} title="New test run" />
  return (
    <RunForm
      title={earlier === null ? 'New test run' : `Rerun of ${earlier.title}`}
      documentTitle={`New test run · ${name}`}
      name={earlier === null ? `run:new:${key}` : `run:rerun:${earlier.id}`}
      initial={initial}
      run={earlier}
      action="Create test run"
      save={async ({ cases: chosen, revision: _, ...values }) =>
        (
          await send(createTestRun, {
            params: { projectKey: key },
            body: { ...values, testCases: chosen.map(([id, assigneeId]) => ({ id, assigneeId })) },
          })
        ).data.id
      }
      onSaved={(runId) => editor.send({ type: 'run/saved', runId })}
      onCancel={() => editor.send({ type: 'editor/cancelled' })}
      {...(choice === undefined
        ? {}
        : {
            renderNotes: (change: (values: Partial<RunFormValues>) => void) => (
              <RerunNotes choice={choice} onCases={(chosen) => change({ cases: chosen })} />
            ),
          })}
    />
  )
}

const LABELS: Record<RerunCases, string> = { all: 'All', failed: 'Failed', untested: 'Untested' }

interface RerunNotesProps {
  choice: ActorRefFrom<typeof rerun>
  onCases: (cases: RunFormValues['cases']) => void
}

/** Results to carry over, and parts of the earlier run that no longer exist (RUNED-14). */
function RerunNotes({ choice, onCases }: RerunNotesProps) {
  const { key } = useProject()
  const [, navigate] = useLocation()
  const { rerun: found, outcome } = useSelector(choice, ({ context }) => context)
  const isWarned = useSelector(choice, (state) => state.matches('warned'))
  const choose = (wanted: RerunCases) => {
    choice.send({ type: 'cases/chosen', outcome: wanted })
    onCases(rerunCases(found, wanted))
    navigate(rerunHref(key, found.run.id, wanted), { replace: true })
  }
  return (
    <section className={styles.rerun} aria-label="Rerun">
      <span aria-hidden>Test cases of the earlier run</span>
      <SegmentedControl
        label="Test cases of the earlier run"
        size="sm"
        segments={RERUN_CASES.map((value) => ({
          value,
          label: LABELS[value],
          count: rerunCases(found, value).length,
        }))}
        value={outcome}
        onValueChange={choose}
      />
      {isWarned && (
        <p role="note">
          <TriangleAlert aria-hidden />
          <span>No longer in this project, and left out: {missingIn(found).join('; ')}.</span>
        </p>
      )}
      {found.isMilestoneCompleted && (
        <p role="note">
          <TriangleAlert aria-hidden />
          <span>
            The milestone {found.run.milestone?.name} is completed. The new run belongs to it, unless you choose
            another.
          </span>
        </p>
      )}
    </section>
  )
}
