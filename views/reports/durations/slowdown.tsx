/** Why a launch was slow: its tests compared with earlier launches of the same name. */
import { useLocation, useSearch } from 'wouter'
import { getLaunchSlowdown, type LaunchSlowdown, type SlowedTest } from '../../../contract/reports/durations.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { useProject, useResource, useApplication } from '../../application/context.tsx'
import { displayedKind, launchTitle } from '../../shared/launch-labels.ts'
import { formatCount } from '../../ui/text/figures.ts'
import { Page } from '../../shared/page/page.tsx'
import { launchHref, slowdownHref, testHref } from '../../shared/routes.ts'
import { Duration } from '../../ui/text/duration.tsx'
import { EmptyState, ProblemState } from '../../ui/layout/empty-state.tsx'
import { Link } from '../../ui/controls/link.tsx'
import { ResultIcon } from '../../ui/results/result-icon.tsx'
import { kindLabels } from '../../ui/results/result-kinds.ts'
import { saveFile } from '../../ui/files/save-file.ts'
import { readDurationQuestion } from '../address.ts'
import { PrintedHead, ReportActions, ReportSkeleton } from '../report-frame.tsx'
import { inOrder, ReportTable, type ReportColumn, type ReportOrder } from '../../shared/reports/report-table.tsx'
import { slowdownCsv, slowdownRule } from './duration-text.ts'
import styles from '../../shared/reports/report.module.css'

export function Slowdown({ launchId }: { launchId: number }) {
  const { key, name } = useProject()
  const { send } = useApplication()
  const { sort, order } = readDurationQuestion(useSearch())
  const [, navigate] = useLocation()
  const { value, failure, isLoading, retry } = useResource(() =>
    send(getLaunchSlowdown, { params: { projectKey: key, launchId } }),
  )
  const columns = columnsOf(key, launchId)
  const orderBy = (next: ReportOrder) =>
    navigate(`${slowdownHref(key, launchId)}&sort=${next.sort ?? ''}&order=${next.order}`, { replace: true })
  const save = (answer: LaunchSlowdown) =>
    saveFile(
      new Blob([slowdownCsv(inOrder(answer.items, columns, { sort, order }))], { type: 'text/csv;charset=utf-8' }),
      `${key}-launch-${answer.launch.number}-slowdown.csv`,
    )
  const title = value === null ? 'What slowed the launch down' : `What slowed #${value.launch.number} down`
  return (
    <Page
      title={title}
      documentTitle={`${title} · ${name}`}
      status={value !== null && <Link href={launchHref(key, launchId)}>{launchTitle(value.launch)}</Link>}
      actions={value !== null && value.items.length > 0 && <ReportActions onExport={() => save(value)} />}
      hasRule
    >
      <div className={styles.report}>
        <PrintedHead facts={value === null ? [] : [launchTitle(value.launch)]} />
        {value === null && failure === null && <ReportSkeleton />}
        {value === null && failure !== null && (
          <ProblemState title="The report did not load" isRetrying={isLoading} onRetry={retry}>
            {messageOf(failure)}
          </ProblemState>
        )}
        {value !== null && <Figures answer={value} />}
        {value !== null &&
          (value.comparedWith === 0 ? (
            <EmptyState title="No earlier launch to compare with">
              No launch of this name has ended before this one.
            </EmptyState>
          ) : value.items.length === 0 ? (
            <EmptyState title="No test was slower than usual">{slowdownRule}</EmptyState>
          ) : (
            <>
              <div className={styles.bar}>
                <h2>{formatCount(value.total, 'slower test')}</h2>
                {value.items.length < value.total && <span>{`The first ${value.items.length} are listed.`}</span>}
              </div>
              <p className={styles.rule}>{slowdownRule}</p>
              <ReportTable
                label="Slower tests"
                rows={value.items}
                columns={columns}
                keyOf={({ testId }) => testId}
                isBusy={isLoading}
                sort={sort}
                order={order}
                onOrder={orderBy}
              />
            </>
          ))}
      </div>
    </Page>
  )
}

const Figures = ({ answer }: { answer: LaunchSlowdown }) => (
  <dl className={styles.figures}>
    <div>
      <dt>Duration</dt>
      <dd>
        <Duration ms={answer.launch.elapsedMs} />
      </dd>
    </div>
    <div>
      <dt>Usual duration</dt>
      <dd>
        <Duration ms={answer.medianMs} />
      </dd>
      <dd data-note="">{`median of ${formatCount(answer.comparedWith, 'launch', 'launches')} before`}</dd>
    </div>
    <div>
      <dt>On the critical path</dt>
      <dd>
        +<Duration ms={answer.criticalMs} />
      </dd>
      <dd data-note="">added by slower tests</dd>
    </div>
    <div>
      <dt>In all tests</dt>
      <dd>
        +<Duration ms={answer.addedMs} />
      </dd>
      <dd data-note="">added by slower tests</dd>
    </div>
  </dl>
)

const columnsOf = (projectKey: string, launchId: number): ReportColumn<SlowedTest>[] => [
  {
    id: 'name',
    label: 'Test',
    value: ({ name }) => name,
    cell: ({ testId, name, className, kind }) => (
      <span className={styles.tested}>
        <ResultIcon kind={displayedKind(kind)} label={kindLabels[displayedKind(kind)]} />
        <Link isAlone href={testHref(projectKey, launchId, testId)}>
          {name}
        </Link>
        {className !== null && <small>{className}</small>}
      </span>
    ),
  },
  {
    id: 'critical',
    label: 'Path',
    value: ({ isCritical }) => Number(isCritical),
    cell: ({ isCritical }) => isCritical && <span className={styles.critical}>Critical</span>,
  },
  {
    id: 'duration',
    label: 'Duration',
    value: ({ durationMs }) => durationMs,
    cell: ({ durationMs }) => <Duration ms={durationMs} />,
    isNumber: true,
  },
  {
    id: 'median',
    label: 'Usually',
    value: ({ medianMs }) => medianMs,
    cell: ({ medianMs }) => <Duration ms={medianMs} />,
    isNumber: true,
    isWide: true,
  },
  {
    id: 'added',
    label: 'Longer by',
    value: ({ durationMs, medianMs }) => durationMs - medianMs,
    cell: ({ durationMs, medianMs }) => (
      <span className={styles.worse}>
        +<Duration ms={durationMs - medianMs} />
      </span>
    ),
    isNumber: true,
  },
]
