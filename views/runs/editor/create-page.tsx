/** A new test run, or one that is run again. Guests come past here to the list: the gate of the address sees to it (RUNED-09). */
import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import { fromPromise, type ActorRefFrom } from 'xstate'
import { RUN_TEXTS } from '../../../contract/runs/run-texts.ts'
import { missingIn, rerun } from '../../../machines/runs/rerun.machine.ts'
import { NEW_RUN, rerunCases, rerunValues, type Rerun, type RunFormValues } from '../../../machines/runs/run-values.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { useProject } from '../../boot/context.tsx'
import { useLatest } from '../../shared/latest.ts'
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
  return wanted === null ? <CreateRun of={null} /> : <RerunPage {...wanted} />
}

type RerunRef = ActorRefFrom<typeof rerun>

function RerunPage({ runId, cases }: { runId: number; cases: RerunCases }) {
  const { key } = useProject()
  const runs = useTestRuns()
  const machine = useMemo(
    () =>
      rerun.provide({
        actors: { read: fromPromise(async () => ({ rerun: await runs.rerun(key, runId) })) },
      }),
    [runs, key, runId],
  )
  const actor = useActorRef(machine, { input: { outcome: cases } })
  const { rerun: found, failure } = useSelector(actor, ({ context }) => context)
  const isFailed = useSelector(actor, (state) => state.matches('failed'))
  if (found !== null) return <CreateRun of={{ actor, rerun: found }} />
  if (!isFailed) return <EditorSkeleton title="New test run" />
  return (
    <Page title="New test run" hasRule>
      <ProblemState title="The test run did not load" onRetry={() => actor.send({ type: 'rerun/retry' })}>
        {messageOf(failure)}
      </ProblemState>
    </Page>
  )
}

interface RerunOf {
  actor: RerunRef
  rerun: Rerun
}

function CreateRun({ of }: { of: RerunOf | null }) {
  const { key, name } = useProject()
  const runs = useTestRuns()
  const [, navigate] = useLocation()
  const [initial] = useState(() =>
    of === null ? NEW_RUN : rerunValues(of.rerun, of.actor.getSnapshot().context.outcome),
  )
  const earlier = of?.rerun.run ?? null
  return (
    <RunForm
      title={earlier === null ? 'New test run' : `Rerun of ${earlier.title}`}
      documentTitle={`New test run · ${name}`}
      name={earlier === null ? `run:new:${key}` : `run:rerun:${earlier.id}`}
      initial={initial}
      run={earlier}
      action="Create test run"
      save={async ({ cases: chosen, ...values }) =>
        (await runs.create(key, { ...values, testCases: chosen.map(([id, assigneeId]) => ({ id, assigneeId })) })).id
      }
      onSaved={(runId) => {
        toast.success(RUN_TEXTS.created)
        navigate(testRunHref(key, runId), { replace: true })
      }}
      onCancel={() => navigate(earlier === null ? runsHref(key) : testRunHref(key, earlier.id))}
      {...(of === null
        ? {}
        : {
            renderNotes: (change: (values: Partial<RunFormValues>) => void) => (
              <RerunNotes {...of} onCases={(chosen) => change({ cases: chosen })} />
            ),
          })}
    />
  )
}

const WORDS: Record<RerunCases, string> = { all: 'All', failed: 'Failed', untested: 'Untested' }

/** Which results are taken over, and what the earlier run had that no longer exists (RUNED-14). */
function RerunNotes({ actor, rerun: found, onCases }: RerunOf & { onCases: (cases: RunFormValues['cases']) => void }) {
  const { key } = useProject()
  const [, navigate] = useLocation()
  const outcome = useSelector(actor, ({ context }) => context.outcome)
  const isWarned = useSelector(actor, (state) => state.matches({ choosing: 'warned' }))
  const latest = useLatest({ onCases, navigate })
  const { id } = found.run
  useEffect(() => {
    const changed = actor.on('cases/changed', ({ cases, outcome: wanted }) => {
      latest().onCases(cases)
      latest().navigate(rerunHref(key, id, wanted), { replace: true })
    })
    return () => changed.unsubscribe()
  }, [actor, latest, key, id])
  return (
    <section className={styles.rerun} aria-label="Rerun">
      <SegmentedControl
        label="Test cases of the earlier run"
        size="sm"
        segments={RERUN_CASES.map((value) => ({
          value,
          label: WORDS[value],
          count: rerunCases(found, value).length,
        }))}
        value={outcome}
        onValueChange={(wanted) => actor.send({ type: 'cases/chosen', outcome: wanted })}
      />
      {isWarned && <p role="note">No longer in this project, and left out: {missingIn(found).join('; ')}.</p>}
    </section>
  )
}
