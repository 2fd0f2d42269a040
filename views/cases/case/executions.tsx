/** Results of a case, newest first (CPAGE-08), each linked to its test. */
import { useMachine } from '@xstate/react'
import { useMemo } from 'react'
import { fromPromise } from 'xstate'
import { listCaseExecutions, type CaseExecution } from '../../../contract/cases/executions.ts'
import { kindOf } from '../../../contract/launches/launches.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { faceOfList, pagedList, type ListPage, type ListQuery } from '../../../machines/patterns/paged-list.machine.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { useCanOpen, useProject, useApplication } from '../../application/context.tsx'
import { displayedKind } from '../../shared/launch-labels.ts'
import { testHref, testRunHref } from '../../shared/routes.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ColorTag } from '../../ui/marks/chip.tsx'
import { Duration } from '../../ui/text/duration.tsx'
import { ProblemState } from '../../ui/layout/empty-state.tsx'
import { PlainLink } from '../../ui/controls/link.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { StatusTag } from '../../ui/marks/status-tag.tsx'
import styles from './case-lists.module.css'

export function Executions({ caseId }: { caseId: number }) {
  const { key } = useProject()
  const { send } = useApplication()
  const machine = useMemo(
    () =>
      pagedList<CaseExecution, ListQuery>({ isFiltered: () => false }).provide({
        actors: {
          load: fromPromise<ListPage<CaseExecution>, { query: ListQuery }>(async ({ input: { query }, signal }) => {
            const { items, _meta } = await send(listCaseExecutions, {
              params: { projectKey: key, caseId },
              query: { page: query.page },
              signal,
            })
            return { rows: items, total: _meta.total }
          }),
        },
      }),
    [send, key, caseId],
  )
  const [snapshot, dispatch] = useMachine(machine, {
    input: { query: { page: 1, pageSize: LIMITS.defaultPageSize, q: '' } },
  })
  const { page, query, failure } = snapshot.context
  const face = faceOfList(snapshot)
  const turn = (by: number) => dispatch({ type: 'page/opened', page: query.page + by })
  return (
    <>
      {face === 'loading' && [260, 220, 240].map((width) => <Skeleton key={width} width={width} />)}
      {face === 'failed' && (
        <ProblemState title="Executions did not load" onRetry={() => dispatch({ type: 'list/refresh' })}>
          {messageOf(failure)}
        </ProblemState>
      )}
      {(face === 'empty' || face === 'noResults') && (
        <p className={styles.none}>
          This test case has no results yet. Results of test runs, and tests of launches that are linked to its key,
          show here.
        </p>
      )}
      {face === 'shown' && (
        <ul className={styles.executions} aria-label="Executions">
          {page.rows.map((execution) => (
            <Execution key={execution.kind === 'run' ? execution.resultId : execution.testId} execution={execution} />
          ))}
        </ul>
      )}
      {page.total > query.pageSize && (
        <p className={styles.paging}>
          <Button size="sm" aria-disabled={query.page === 1} onClick={() => turn(-1)}>
            Newer
          </Button>
          <Button size="sm" aria-disabled={query.page * query.pageSize >= page.total} onClick={() => turn(1)}>
            Older
          </Button>
        </p>
      )}
    </>
  )
}

function Execution({ execution }: { execution: CaseExecution }) {
  const { environment, startedAt, durationMs } = execution
  return (
    <li className={styles.execution}>
      {execution.kind === 'run' ? <InRun of={execution} /> : <InLaunch of={execution} />}
      <small>{environment}</small>
      <small>
        <Duration ms={durationMs} />
      </small>
      <small>
        <RelativeTime at={startedAt} />
      </small>
    </li>
  )
}

function InLaunch({ of }: { of: Extract<CaseExecution, { kind: 'automated' }> }) {
  const { key } = useProject()
  const canOpen = useCanOpen()
  const { launchId, launchName, launchNumber, testId, testName, message } = of
  const href = testHref(key, launchId, testId)
  const words = `${launchName} #${launchNumber}`
  return (
    <>
      <StatusTag kind={displayedKind(kindOf(of))} />
      <div>
        {canOpen(href) ? <PlainLink href={href}>{words}</PlainLink> : <span>{words}</span>}
        <small>{testName}</small>
        {message !== null && <small className={styles.message}>{message}</small>}
      </div>
    </>
  )
}

function InRun({ of }: { of: Extract<CaseExecution, { kind: 'run' }> }) {
  const { key } = useProject()
  const canOpen = useCanOpen()
  const { runId, runTitle, status, comment, recordedBy } = of
  const href = testRunHref(key, runId)
  return (
    <>
      <ColorTag colorHex={status.colorHex}>{status.name}</ColorTag>
      <div>
        {canOpen(href) ? <PlainLink href={href}>{runTitle}</PlainLink> : <span>{runTitle}</span>}
        <small>{recordedBy ?? 'Somebody'}</small>
        {comment !== '' && <small className={styles.message}>{comment}</small>}
      </div>
    </>
  )
}
