/** A new test run, or one that is run again. Guests come past here to the list: the gate of the address sees to it (RUNED-09). */
import { useState } from 'react'
import { useLocation } from 'wouter'
import { RUN_TEXTS } from '../../../contract/runs/run-texts.ts'
import { NEW_RUN, rerunCases, rerunValues, type Rerun, type RunFormValues } from '../../../machines/runs/run-values.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { useProject, useResource } from '../../boot/context.tsx'
import { countWords } from '../../shared/cases/words.ts'
import { Page } from '../../shared/page/page.tsx'
import { testRunHref } from '../../shared/routes.ts'
import { ProblemState } from '../../ui/empty-state.tsx'
import { SegmentedControl } from '../../ui/segmented-control.tsx'
import { toast } from '../../ui/toasts.ts'
import { readRerun, RERUN_CASES, rerunHref, runsHref, type RerunCases } from '../address.ts'
import { useTestRuns } from '../use-test-runs.ts'
import { EditorSkeleton } from './editor-skeleton.tsx'
import { RunForm } from './run-form.tsx'
import styles from './run-form.module.css'

export function CreateRunPage() {
  // What the page is opened with: later choices are written into the address.
  const [wanted] = useState(() => readRerun(window.location.search))
  return wanted === null ? <CreateRun rerun={null} cases="all" /> : <RerunPage {...wanted} />
}

function RerunPage({ runId, cases }: { runId: number; cases: RerunCases }) {
  const { key } = useProject()
  const runs = useTestRuns()
  const { value, failure, isLoading, retry } = useResource(() => runs.rerun(key, runId))
  if (value !== null) return <CreateRun rerun={value} cases={cases} />
  if (isLoading) return <EditorSkeleton title="New test run" />
  return (
    <Page title="New test run" hasRule>
      <ProblemState title="The test run did not load" onRetry={retry}>
        {messageOf(failure)}
      </ProblemState>
    </Page>
  )
}

function CreateRun({ rerun, cases }: { rerun: Rerun | null; cases: RerunCases }) {
  const { key, name } = useProject()
  const runs = useTestRuns()
  const [, navigate] = useLocation()
  const [initial] = useState(() => (rerun === null ? NEW_RUN : rerunValues(rerun, cases)))
  return (
    <RunForm
      title={rerun === null ? 'New test run' : `Rerun of ${rerun.run.title}`}
      documentTitle={`New test run · ${name}`}
      name={rerun === null ? `run:new:${key}` : `run:rerun:${rerun.run.id}`}
      initial={initial}
      run={rerun?.run ?? null}
      action="Create test run"
      save={async ({ cases: chosen, ...values }) =>
        (await runs.create(key, { ...values, testCases: chosen.map(([id, assigneeId]) => ({ id, assigneeId })) })).id
      }
      onSaved={(runId) => {
        toast.success(RUN_TEXTS.created)
        navigate(testRunHref(key, runId), { replace: true })
      }}
      onCancel={() => navigate(rerun === null ? runsHref(key) : testRunHref(key, rerun.run.id))}
      {...(rerun === null
        ? {}
        : {
            renderNotes: (change: (values: Partial<RunFormValues>) => void) => (
              <RerunNotes rerun={rerun} first={cases} onCases={(chosen) => change({ cases: chosen })} />
            ),
          })}
    />
  )
}

const WORDS: Record<RerunCases, string> = { all: 'All', failed: 'Failed', untested: 'Untested' }

interface RerunNotesProps {
  rerun: Rerun
  first: RerunCases
  onCases: (cases: RunFormValues['cases']) => void
}

/** Which results are taken over, and what the earlier run had that no longer exists (RUNED-14). */
function RerunNotes({ rerun, first, onCases }: RerunNotesProps) {
  const { key } = useProject()
  const [, navigate] = useLocation()
  const [chosen, setChosen] = useState(first)
  const { run, missingCases, missingConfigurations, missingEnvironment } = rerun
  const gone = [
    ...missingConfigurations.map(({ groupName, optionName }) => `${groupName}: ${optionName}`),
    ...(missingEnvironment && run.environment !== null ? [`environment ${run.environment.name}`] : []),
    ...(missingCases > 0 ? [countWords(missingCases, 'test case', 'test cases')] : []),
  ]
  return (
    <section className={styles.rerun} aria-label="Rerun">
      <SegmentedControl
        label="Test cases of the earlier run"
        size="sm"
        segments={RERUN_CASES.map((value) => ({
          value,
          label: WORDS[value],
          count: rerunCases(rerun, value).length,
        }))}
        value={chosen}
        onValueChange={(wanted) => {
          setChosen(wanted)
          onCases(rerunCases(rerun, wanted))
          navigate(rerunHref(key, run.id, wanted), { replace: true })
        }}
      />
      {gone.length > 0 && <p role="note">No longer in this project, and left out: {gone.join('; ')}.</p>}
    </section>
  )
}
