/** Execution of a test run: cases by suite, and the open case with its results. */
import { useEffect, useMemo, useState, type ComponentProps, type ReactNode } from 'react'
import { listProjectUsers } from '../../../contract/exploratory/sessions.ts'
import { findRunCases } from '../../../contract/runs/run-cases.ts'
import { RUN_TEXTS } from '../../../contract/runs/run-texts.ts'
import { getResultStatuses } from '../../../contract/settings/result-statuses.ts'
import { shownCounts, untestedAfter } from '../../../machines/runs/execution-list.ts'
import { rowOf } from '../../../machines/runs/run-rows.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import {
  useApplication,
  useMay,
  usePageParams,
  useProject,
  useResource,
  useSession,
} from '../../application/context.tsx'
import { VocabularyProvider } from '../../shared/cases/vocabulary.tsx'
import { Page } from '../../shared/page/page.tsx'
import { paths } from '../../shared/routes.ts'
import { useSettingsChanges } from '../../shared/settings-changes.tsx'
import { Banner } from '../../ui/layout/banner.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { EmptyState, ProblemState } from '../../ui/layout/empty-state.tsx'
import { Later, later } from '../../ui/layout/later.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import { CasesPane } from './cases-pane.tsx'
import { createContents } from './contents.ts'
import { findOrCopy, useOfflineRuns } from './offline-runs.ts'
import { RunFacts, RunProgress, RunStatus } from './run-head.tsx'
import { statusesOf } from './statuses.ts'
import { useExecution, type ExecutionState } from './use-execution.ts'
import { usePresence } from './use-presence.ts'
import { useExecutionView } from './use-execution-view.ts'
import { useRunWork } from './use-run-work.ts'
import { useRunVariables } from './use-run-variables.ts'
import styles from './execution-page.module.css'

// The list renders while the code of the case loads.
const loadCaseDetail = () => import('./case-detail.tsx')
const CaseDetail = later(() => loadCaseDetail().then((m) => m.CaseDetail))
loadCaseDetail().catch(() => undefined)
// Dialogs, and what few runs have, load on demand.
const RunActions = later(() => import('./run-actions.tsx').then((m) => m.RunActions))
const ResultNotices = later(() => import('./result-notices.tsx').then((m) => m.ResultNotices))
const OfflineControl = later(() => import('./offline-control.tsx').then((m) => m.OfflineControl))

export function ExecutionPage() {
  const runId = Number(usePageParams()['runId'])
  return Number.isSafeInteger(runId) && runId > 0 ? (
    <VocabularyProvider key={runId}>
      <OfRun runId={runId} />
    </VocabularyProvider>
  ) : (
    <NotFound />
  )
}

function NotFound({ children }: { children?: ReactNode }) {
  return (
    <Page title="Test run" isPadded>
      {children}
      <EmptyState title={RUN_TEXTS.notFound} />
    </Page>
  )
}

function OfRun({ runId }: { runId: number }) {
  const { key } = useProject()
  const { sendKept } = useApplication()
  const execution = useExecution(runId)
  const changes$ = useSettingsChanges(['result-statuses'])
  const statuses = useResource(
    async () => (await sendKept(getResultStatuses, { params: { projectKey: key } })).data.resultStatuses,
    { follow: () => changes$ },
  )
  if (execution.opened === null && execution.isGone)
    return (
      <NotFound>
        <Notices
          execution={execution}
          undecided={execution.overlay.undecided}
          statuses={statusesOf(statuses.value ?? [], [])}
        />
      </NotFound>
    )
  if (execution.isFailed)
    return (
      <Page title="Test run" isPadded>
        <ProblemState title="The test run did not load" onRetry={() => execution.actor.send({ type: 'run/retry' })}>
          {messageOf(execution.failure)}
        </ProblemState>
      </Page>
    )
  if (execution.opened === null || !execution.isLoaded || statuses.value === null)
    return (
      <Page title="Test run" hasRule isPadded>
        <div aria-busy className={styles.skeleton}>
          {[420, 320, 360].map((width) => (
            <Skeleton key={width} width={width} />
          ))}
        </div>
      </Page>
    )
  return <Opened runId={runId} execution={execution} opened={execution.opened} stored={statuses.value} />
}

interface OpenedProps {
  runId: number
  execution: ExecutionState
  opened: NonNullable<ExecutionState['opened']>
  stored: Parameters<typeof statusesOf>[0]
}

function Opened({ runId, execution, opened, stored }: OpenedProps) {
  const { key, name } = useProject()
  const { user } = useSession()
  const may = useMay()
  const { sendKept } = useApplication()
  const offlineRuns = useOfflineRuns()
  const { run, suites } = opened
  const { read, changed, overlay, isClosed, isGone, actor } = execution
  const rows = execution.rows.list
  const canWrite = may.inProject('runs:write') && !isClosed && !isGone
  const variables = useRunVariables(actor)
  const view = useExecutionView({
    execution: actor,
    rows: execution.rows,
    isComplete: execution.isComplete,
    me: user.id,
    variables,
    find: (fields, signal) =>
      findOrCopy(offlineRuns, runId, fields, async () => {
        const query = { filter: { fields: [...fields] } }
        return (await sendKept(findRunCases, { params: { projectKey: key, runId }, query, signal })).caseIds
      }),
  })
  const [contents] = useState(() => createContents(sendKept, key, runId, offlineRuns))
  const users = useResource(async () => (await sendKept(listProjectUsers, { params: { projectKey: key } })).items)
  const people = users.value ?? opened.people
  const peopleById = useMemo(
    () => new Map([...opened.people, ...people].map((one) => [one.id, one])),
    [opened.people, people],
  )
  const statuses = useMemo(() => statusesOf(stored, run.caseStatusStatistics), [stored, run.caseStatusStatistics])
  const counts = useMemo(() => shownCounts(run.caseStatusStatistics, changed), [run.caseStatusStatistics, changed])
  const place = rows.findIndex((row) => row.key === view.openKey)
  const row = rows[place]
  const readRow = row && rowOf(read, row.caseId)
  const unlisted = overlay.undecided.filter(({ caseIds }) => caseIds.every((id) => rowOf(read, id) === undefined))
  const { people: present, openOneOf } = usePresence(runId, actor, (caseId) => {
    const chosen = rowOf(read, caseId)
    if (chosen !== undefined) view.open(chosen.key)
  })
  const listedPlace = view.shown.findIndex(({ caseId }) => caseId === row?.caseId)
  const nextRow = view.shown[listedPlace + 1]
  useEffect(() => {
    if (row !== undefined) void contents.readAhead(row.place, nextRow?.caseId)
  }, [contents, row, nextRow])

  const work = useRunWork(runId, execution, statuses)
  const saved = (goesOn: boolean) => {
    if (!goesOn) return
    const untested = untestedAfter(rows, row?.caseId ?? null, user.id)
    if (untested.length === 0) toast.success('You have no untested cases left in this run')
    else openOneOf(untested)
  }
  return (
    <Page
      title={run.title}
      documentTitle={`${run.title} · ${name}`}
      names={{ [paths.testRun]: run.title }}
      status={<RunStatus run={run} isClosed={isClosed} />}
      actions={
        !isGone && (
          <Later>
            <OfflineControl runId={runId} execution={actor} />
            <RunActions
              run={{ ...run, closed: isClosed }}
              canWrite={may.inProject('runs:write')}
              onChanged={() => actor.send({ type: 'run/refresh' })}
            />
          </Later>
        )
      }
      meta={
        <>
          <RunFacts run={run} />
          <RunProgress counts={counts} statuses={statuses} />
        </>
      }
      hasRule
    >
      {isGone && (
        <Banner>
          <b>This test run was deleted.</b> Results that could not be sent are still on this device.
        </Banner>
      )}
      <Notices execution={execution} undecided={unlisted} statuses={statuses} />
      {isClosed && !isGone && <Banner>This test run is closed. Its results can no longer be changed.</Banner>}
      <div className={styles.panes} data-open={row !== undefined || undefined}>
        <CasesPane
          {...{ opened, execution, view, work, statuses, people, peopleById, present, variables, canWrite }}
          openId={row?.caseId ?? null}
          me={user.id}
        />
        {row === undefined || readRow === undefined ? (
          <div className={styles.nothing}>
            <EmptyState
              title="No case is open"
              actions={
                canWrite && (
                  <Button variant="primary" onClick={() => saved(true)}>
                    Open my next case
                  </Button>
                )
              }
            >
              Choose a case from the list.
            </EmptyState>
          </div>
        ) : (
          <Later fallback={<section className={styles.nothing} aria-busy />}>
            <CaseDetail
              key={row.caseId}
              runId={runId}
              row={row}
              readRow={readRow}
              suites={suites}
              statuses={statuses}
              people={people}
              overlay={overlay}
              present={present}
              contents={contents}
              variables={variables}
              environment={run.environment?.name ?? null}
              canWrite={canWrite}
              position={{ at: place + 1, of: rows.length }}
              onStep={(by) => {
                const to = view.shown[listedPlace + by]
                if (to !== undefined) view.open(to.key)
              }}
              onClose={() => view.open(null)}
              record={work.record}
              onSaved={saved}
              onAssign={work.assign}
              onAnswered={work.answered}
            />
          </Later>
        )}
      </div>
    </Page>
  )
}

type NoticesProps = Pick<ComponentProps<typeof ResultNotices>, 'undecided' | 'statuses'> & { execution: ExecutionState }

function Notices({ execution: { leftOut, dismissLeftOut }, ...props }: NoticesProps) {
  if (props.undecided.length + leftOut.length === 0) return null
  return (
    <Later>
      <ResultNotices {...props} leftOut={leftOut} onDismissLeftOut={dismissLeftOut} />
    </Later>
  )
}
