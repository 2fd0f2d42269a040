/** Head, filters, export and faces that the reports share; on paper a line says what the report covers. */
import { ChartColumn, Download, Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ReportFilters as Filters } from '../../contract/reports/filters.ts'
import { messageOf } from '../../services/http/api-error.ts'
import { useProject } from '../boot/context.tsx'
import { dayWords, today } from '../shared/days.ts'
import { Page } from '../shared/page/page.tsx'
import { gettingStartedHref } from '../shared/routes.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState, ProblemState } from '../ui/empty-state.tsx'
import { ButtonLink } from '../ui/link.tsx'
import { useNow } from '../ui/now.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { filtersInWords, isReportFiltered, noFilters, rangeWords, ReportFilters } from './report-filters.tsx'
import styles from '../shared/reports/report.module.css'

interface ReportFrameProps {
  title: string
  filters: Filters
  /** First and last day; null until the report has loaded. */
  range: { from: string; to: string } | null
  face: 'loading' | 'failed' | 'empty' | 'noResults' | 'shown'
  failure: unknown
  isLoading: boolean
  onAsk: (change: Partial<Filters>) => void
  onRetry: () => void
  onExport: () => void
  children: ReactNode
}

export function ReportFrame(props: ReportFrameProps) {
  const { title, filters, range, face, failure, isLoading, onAsk, onRetry, onExport, children } = props
  const { key, name } = useProject()
  return (
    <Page
      title={title}
      documentTitle={`${title} · ${name}`}
      status={
        range !== null && <span className={styles.range}>{`${dayWords(range.from)} – ${dayWords(range.to)}`}</span>
      }
      actions={face === 'shown' && <ReportActions onExport={onExport} />}
      toolbar={face !== 'empty' && <ReportFilters filters={filters} onAsk={onAsk} />}
    >
      <div className={styles.report} aria-busy={isLoading || undefined}>
        <PrintedHead facts={[rangeWords(filters.days), ...filtersInWords(filters)]} />
        {face === 'loading' && <ReportSkeleton />}
        {face === 'failed' && (
          <ProblemState title="The report did not load" isRetrying={isLoading} onRetry={onRetry}>
            {messageOf(failure)}. Your filters are kept.
          </ProblemState>
        )}
        {face === 'empty' && (
          <EmptyState
            icon={<ChartColumn aria-hidden />}
            title="No launches to report on"
            actions={
              <ButtonLink variant="primary" href={gettingStartedHref(key)}>
                Connect a test framework
              </ButtonLink>
            }
          >
            The report fills as soon as automated tests report their results to this project.
          </EmptyState>
        )}
        {face === 'noResults' && (
          <EmptyState
            title="No launches match"
            actions={
              isReportFiltered(filters) ? (
                <Button onClick={() => onAsk(noFilters())}>Clear filters</Button>
              ) : (
                <Button onClick={() => onAsk({ days: '365' })}>Show the last year</Button>
              )
            }
          >
            {isReportFiltered(filters)
              ? 'No launch of this range matches these filters.'
              : 'No launch started in this range.'}
          </EmptyState>
        )}
        {face === 'shown' && children}
      </div>
    </Page>
  )
}

export const ReportActions = ({ onExport }: { onExport: () => void }) => (
  <>
    <Button icon={<Printer aria-hidden />} onClick={() => window.print()}>
      Print
    </Button>
    <Button icon={<Download aria-hidden />} onClick={onExport}>
      Export CSV
    </Button>
  </>
)

/** What the paper needs to be understood by itself. */
export function PrintedHead({ facts }: { facts: readonly string[] }) {
  const { key, name } = useProject()
  const now = useNow()
  return (
    <p className={styles.printed}>
      <b>{`${name} (${key})`}</b> {facts.join(' · ')} <span>Printed on {dayWords(today(now))}</span>
    </p>
  )
}

export const ReportSkeleton = () => (
  <div aria-busy>
    <div className={styles.charts}>
      {[0, 1].map((one) => (
        <div key={one} className={styles.chart}>
          <Skeleton width={120} />
          <div className={styles.chartSpace} />
        </div>
      ))}
    </div>
    <div className={styles.lines}>
      {[320, 260, 380, 290].map((width) => (
        <Skeleton key={width} width={width} />
      ))}
    </div>
  </div>
)

/** Resolves the face of a report from what is known of it. */
export const faceOf = (
  report: { answer: { hasLaunches: boolean } | null; hasFailed: boolean },
  isNothing: boolean,
): ReportFrameProps['face'] =>
  report.hasFailed
    ? 'failed'
    : report.answer === null
      ? 'loading'
      : !report.answer.hasLaunches
        ? 'empty'
        : isNothing
          ? 'noResults'
          : 'shown'
