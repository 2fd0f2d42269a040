/** Shared by reports: header, filters, export, and states; prints a line about what the report covers. */
import { ChartColumn, Download, Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ReportFilters as Filters } from '../../contract/reports/filters.ts'
import { messageOf } from '../../services/http/api-error.ts'
import { useProject } from '../application/context.tsx'
import { formatDay, today } from '../shared/days.ts'
import { Page } from '../shared/page/page.tsx'
import { gettingStartedHref } from '../shared/routes.ts'
import { Button } from '../ui/controls/button.tsx'
import { EmptyState, ProblemState } from '../ui/layout/empty-state.tsx'
import { ButtonLink } from '../ui/controls/link.tsx'
import { useNow } from '../ui/text/now.ts'
import { saveFile } from '../ui/files/save-file.ts'
import { SegmentedControl, type Segment } from '../ui/controls/segmented-control.tsx'
import { Skeleton } from '../ui/layout/skeleton.tsx'
import { filterTexts, isReportFiltered, noFilters, rangeLabel, ReportFilters } from './report-filters.tsx'
import styles from '../shared/reports/report.module.css'

/** First and last day, and whether the project has any launches. */
type Answered = { from: string; to: string; hasLaunches: boolean }

interface ReportFrameProps<Answer extends Answered> {
  title: string
  report: {
    question: Filters
    /** Null while loading. */
    answer: Answer | null
    failure: unknown
    hasFailed: boolean
    isLoading: boolean
    ask: (change: Partial<Filters>) => void
    retry: () => void
  }
  /** Whether no launch matches. */
  isNothing: (answer: Answer) => boolean
  /** Exported file: its name starts with the project's key. */
  file: (answer: Answer) => { name: string; csv: string }
  children: (answer: Answer) => ReactNode
}

export function ReportFrame<Answer extends Answered>(props: ReportFrameProps<Answer>) {
  const { title, report, isNothing, file, children } = props
  const { question: filters, answer, failure, isLoading, ask: onAsk } = report
  const { key, name } = useProject()
  const face = faceOf(report, answer !== null && isNothing(answer))
  const save = () => {
    if (answer === null) return
    const { name: fileName, csv } = file(answer)
    saveFile(new Blob([csv], { type: 'text/csv;charset=utf-8' }), `${key}-${fileName}.csv`)
  }
  return (
    <Page
      title={title}
      documentTitle={`${title} · ${name}`}
      status={
        answer !== null && <span className={styles.range}>{`${formatDay(answer.from)} – ${formatDay(answer.to)}`}</span>
      }
      actions={face === 'shown' && <ReportActions onExport={save} />}
      toolbar={face !== 'empty' && <ReportFilters filters={filters} onAsk={onAsk} />}
    >
      <div className={styles.report} aria-busy={isLoading || undefined}>
        <PrintedHead facts={[rangeLabel(filters.days), ...filterTexts(filters)]} />
        {face === 'loading' && <ReportSkeleton />}
        {face === 'failed' && (
          <ProblemState title="The report did not load" isRetrying={isLoading} onRetry={report.retry}>
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
        {face === 'shown' && answer !== null && children(answer)}
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

/** Context that the printed report needs. */
export function PrintedHead({ facts }: { facts: readonly string[] }) {
  const { key, name } = useProject()
  const now = useNow()
  return (
    <p className={styles.printed}>
      <b>{`${name} (${key})`}</b> {facts.join(' · ')} <span>Printed on {formatDay(today(now))}</span>
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

interface ReportPartProps<Value extends string> {
  title: string
  /** Label of the choice of what the table lists. */
  label: string
  value: Value
  segments: readonly Segment<Value>[]
  onChoose: (value: Value) => void
  note: string
}

/** Header of a report's table: title, choice of rows, and what is left out. */
export const ReportPart = <Value extends string>({
  title,
  label,
  value,
  segments,
  onChoose,
  note,
}: ReportPartProps<Value>) => (
  <div className={styles.bar}>
    <h2>{title}</h2>
    <div className={styles.choice}>
      <SegmentedControl label={label} size="sm" value={value} segments={segments} onValueChange={onChoose} />
    </div>
    <span>{note}</span>
  </div>
)

/** Returns the state of a report: loading, failed, empty, no matches, or shown. */
const faceOf = (
  report: { answer: { hasLaunches: boolean } | null; hasFailed: boolean },
  isNothing: boolean,
): 'loading' | 'failed' | 'empty' | 'noResults' | 'shown' =>
  report.hasFailed
    ? 'failed'
    : report.answer === null
      ? 'loading'
      : !report.answer.hasLaunches
        ? 'empty'
        : isNothing
          ? 'noResults'
          : 'shown'
