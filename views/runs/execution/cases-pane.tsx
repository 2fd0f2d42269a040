/** The list of a run's cases, with its filters, and what is done to those that are selected. */
import { useMemo, useState, type ComponentProps } from 'react'
import { messageOf } from '../../../services/http/api-error.ts'
import { EmptyState, ProblemState } from '../../ui/layout/empty-state.tsx'
import { Later, later } from '../../ui/layout/later.tsx'
import { ResizablePane } from '../../ui/layout/resizable-pane.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { CaseList } from './case-list.tsx'
import { ListToolbar } from './list-toolbar.tsx'
import { SelectedBar } from './selected-bar.tsx'
import type { ExecutionState } from './use-execution.ts'
import type { useExecutionView } from './use-execution-view.ts'
import type { useRunWork } from './use-run-work.ts'
import styles from './execution-page.module.css'

const CasesDialog = later(() => import('./cases-dialog.tsx').then((m) => m.CasesDialog))

const NO_CASES: ReadonlySet<number> = new Set()

type CasesPaneProps = Pick<ComponentProps<typeof CaseList>, 'statuses' | 'present' | 'openId' | 'me' | 'variables'> & {
  opened: NonNullable<ExecutionState['opened']>
  execution: ExecutionState
  view: ReturnType<typeof useExecutionView>
  work: ReturnType<typeof useRunWork>
  /** Users of the project, to whom cases can be assigned. */
  people: ComponentProps<typeof ListToolbar>['people']
  /** Includes users who are assigned, but left the project. */
  peopleById: ComponentProps<typeof CaseList>['people']
  canWrite: boolean
}

export function CasesPane({ opened, execution, view, work, people, peopleById, canWrite, ...shared }: CasesPaneProps) {
  const { statuses, me } = shared
  const { run, suites } = opened
  const rows = execution.rows.list
  const [picked, setPicked] = useState(NO_CASES)
  const [isChoosing, setChoosing] = useState(false)
  const mine = useMemo(() => rows.reduce((count, { assigneeId }) => count + (assigneeId === me ? 1 : 0), 0), [rows, me])
  const clear = () => setPicked(NO_CASES)
  const chosen = () => rows.filter(({ caseId }) => picked.has(caseId))
  return (
    <div className={styles.listPane}>
      <ResizablePane name="run-cases" label="Cases" side="start" initialWidth={536} minWidth={320} maxWidth={900}>
        <div className={styles.list}>
          {picked.size > 0 ? (
            <SelectedBar
              {...{ statuses, people }}
              count={picked.size}
              canRemove={run.testPlan === null}
              onResult={(statusId) => work.setResults(chosen(), statusId, clear)}
              onAssign={(id) => {
                work.assign(chosen(), id)
                clear()
              }}
              onRemove={() => work.remove(chosen(), clear)}
              onClear={clear}
            />
          ) : (
            <ListToolbar
              {...{ mine, statuses, people, suites }}
              filters={view.filters}
              onFilter={view.filter}
              fresh={view.fresh}
              onRenew={view.renew}
              onChoose={canWrite && run.testPlan === null && execution.isComplete ? () => setChoosing(true) : null}
            />
          )}
          {view.finding.failure !== null ? (
            <ProblemState title="Custom fields could not be searched" onRetry={view.finding.retry}>
              {messageOf(view.finding.failure)}
            </ProblemState>
          ) : view.isFinding ? (
            <div aria-busy className={styles.skeleton}>
              {[420, 320, 360].map((width) => (
                <Skeleton key={width} width={width} />
              ))}
            </div>
          ) : view.shown.length === 0 ? (
            <EmptyState title="No cases match" level={2}>
              Change or clear the filters.
            </EmptyState>
          ) : (
            <CaseList
              {...shared}
              rows={execution.rows}
              caseIds={view.caseIds}
              suites={suites}
              people={peopleById}
              overlay={execution.overlay}
              hrefOf={view.hrefOf}
              picked={canWrite ? picked : null}
              onPick={(caseIds, isPicked) =>
                setPicked((before) => {
                  const next = new Set(before)
                  for (const caseId of caseIds) {
                    if (isPicked) next.add(caseId)
                    else next.delete(caseId)
                  }
                  return next
                })
              }
            />
          )}
        </div>
      </ResizablePane>
      {isChoosing && (
        <Later onClose={() => setChoosing(false)}>
          <CasesDialog rows={rows} onChange={work.changeCases} onClose={() => setChoosing(false)} />
        </Later>
      )}
    </div>
  )
}
