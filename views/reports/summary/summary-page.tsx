/** Execution summary of a range: pass rate and results over time, and by dimension (NAV-12, NAV-15). */
import { passRate, RESULT_KINDS, testsIn } from '../../../contract/launches/launches.ts'
import {
  type Breakdown,
  BREAKDOWNS,
  type ExecutionSummary,
  getExecutionSummary,
  type SummaryRow,
} from '../../../contract/reports/execution-summary.ts'
import { useApplication, useProject } from '../../application/context.tsx'
import { countsOf, displayedKind, formatPercent } from '../../shared/launch-labels.ts'
import { inFigures, formatCount } from '../../ui/text/figures.ts'
import { Link } from '../../ui/controls/link.tsx'
import { ResultBar } from '../../ui/results/result-bar.tsx'
import { readSummaryQuestion, summaryHref, type SummaryQuestion } from '../address.ts'
import { ReportFrame, ReportPart } from '../report-frame.tsx'
import { inOrder, type ReportColumn, ReportTable } from '../../shared/reports/report-table.tsx'
import { useReport } from '../../shared/reports/use-report.ts'
import { useLaunchNews } from '../use-launch-news.ts'
import { SummaryCharts } from './summary-charts.tsx'
import styles from '../../shared/reports/report.module.css'
import { headOf, linesOf } from '../../../contract/csv.ts'
import { kindLabels } from '../../ui/results/result-kinds.ts'

export function SummaryPage() {
  const { key } = useProject()
  const { send } = useApplication()
  const news = useLaunchNews()
  const report = useReport<SummaryQuestion, ExecutionSummary>({
    load: ({ sort: _, order: __, ...query }, signal) =>
      send(getExecutionSummary, { params: { projectKey: key }, query, signal }),
    read: readSummaryQuestion,
    hrefOf: (question) => summaryHref(key, question),
    news,
  })
  const { question, isLoading, ask } = report
  const columns = columnsOf(question, (change) => summaryHref(key, { ...question, ...change }))
  const by = breakdownLabels[question.by].toLowerCase()
  return (
    <ReportFrame
      title="Execution summary"
      report={report}
      isNothing={({ total }) => total.launches === 0}
      file={({ rows }) => ({
        name: `execution-summary-${question.by}`,
        csv: summaryCsv(question.by, inOrder(rows, columns, question)),
      })}
    >
      {(answer) => (
        <>
          <Figures answer={answer} />
          <SummaryCharts points={answer.points} days={question.days} />
          <ReportPart
            title={`By ${by}`}
            label="Broken down by"
            value={question.by}
            segments={BREAKDOWNS.map((value) => ({ value, label: breakdownLabels[value] }))}
            onChoose={(wanted) => ask({ by: wanted, sort: undefined })}
            note={notesOf(answer, question.by)}
          />
          <ReportTable
            label={`Results by ${by}`}
            rows={answer.rows}
            columns={columns}
            keyOf={({ value }) => value ?? ''}
            isBusy={isLoading}
            sort={question.sort}
            order={question.order}
            onOrder={ask}
          />
        </>
      )}
    </ReportFrame>
  )
}

const notesOf = ({ rows, isCut, counted, total }: ExecutionSummary, by: Breakdown): string =>
  [
    ...(counted < total.launches
      ? [`Counted in the newest ${inFigures(counted)} of ${formatCount(total.launches, 'launch', 'launches')}.`]
      : []),
    ...(by === 'label' ? ['A launch counts for each of its labels.'] : []),
    ...(isCut ? [`The first ${rows.length} are listed.`] : []),
  ].join(' ')

function Figures({ answer: { total } }: { answer: ExecutionSummary }) {
  const tests = testsIn(total.statistics)
  const ended = tests - total.statistics.inProgress
  return (
    <dl className={styles.figures}>
      <div>
        <dt>Pass rate</dt>
        <dd>{formatPercent(passRate(total.statistics))}</dd>
        <dd data-note="">of {formatCount(ended, 'ended test')}</dd>
      </div>
      <div>
        <dt>Launches</dt>
        <dd>{inFigures(total.launches)}</dd>
        <dd data-note="">{`${inFigures(total.launchesPassed)} passed, ${inFigures(total.launchesFailed)} failed`}</dd>
      </div>
      <div>
        <dt>Tests</dt>
        <dd>{inFigures(tests)}</dd>
        <dd data-note="">{`${inFigures(total.statistics.skipped)} skipped`}</dd>
      </div>
      <div>
        <dt>Failures</dt>
        <dd>{inFigures(total.statistics.failed)}</dd>
        <dd data-note="">{`and ${inFigures(total.statistics.failedAsKnown)} known issues`}</dd>
      </div>
    </dl>
  )
}

/** Filter of a row; null if it has none. */
const filterOf = (by: Breakdown, value: string | null): Partial<SummaryQuestion> | null => {
  if (value === null) return null
  if (by === 'environment' || by === 'suite' || by === 'milestone') return { [by]: [value] }
  return by === 'label' ? { label: [value.replace(': ', ':')] } : null
}

const columnsOf = (
  { by }: SummaryQuestion,
  hrefOf: (change: Partial<SummaryQuestion>) => string,
): ReportColumn<SummaryRow>[] => [
  {
    id: 'value',
    label: breakdownLabels[by],
    value: valueLabel,
    cell: (row) => {
      const filter = filterOf(by, row.value)
      return filter === null ? (
        <span className={styles.value}>{valueLabel(row)}</span>
      ) : (
        <Link isAlone href={hrefOf(filter)}>
          {valueLabel(row)}
        </Link>
      )
    },
  },
  {
    id: 'launches',
    label: 'Launches',
    value: ({ launches }) => launches,
    cell: ({ launches }) => inFigures(launches),
    isNumber: true,
  },
  {
    id: 'failedLaunches',
    label: 'Failed launches',
    value: ({ launchesFailed }) => launchesFailed,
    cell: ({ launchesFailed }) => inFigures(launchesFailed),
    isNumber: true,
    isWide: true,
  },
  {
    id: 'results',
    label: 'Results',
    cell: ({ statistics }) => (
      <span className={styles.results}>
        <ResultBar counts={countsOf(statistics)} />
      </span>
    ),
    isWide: true,
  },
  {
    id: 'tests',
    label: 'Tests',
    value: ({ statistics }) => testsIn(statistics),
    cell: ({ statistics }) => inFigures(testsIn(statistics)),
    isNumber: true,
    isWide: true,
  },
  {
    id: 'failed',
    label: 'Failed',
    value: ({ statistics }) => statistics.failed,
    cell: ({ statistics }) => inFigures(statistics.failed),
    isNumber: true,
  },
  {
    id: 'passRate',
    label: 'Pass rate',
    value: ({ statistics }) => passRate(statistics),
    cell: ({ statistics }) => formatPercent(passRate(statistics)),
    isNumber: true,
  },
]

const breakdownLabels: Record<Breakdown, string> = {
  environment: 'Environment',
  suite: 'Launch',
  testSuite: 'Test suite',
  class: 'Test class',
  milestone: 'Milestone',
  label: 'Label',
}

const valueLabel = ({ value }: Pick<SummaryRow, 'value'>): string => value ?? 'None'

/** Share as a number for spreadsheets; empty where no test ended. */
const shareOf = (row: SummaryRow): string => {
  const rate = passRate(row.statistics)
  return rate === null ? '' : (Math.round(rate * 10_000) / 100).toString()
}

const summaryCsv = (by: Breakdown, rows: readonly SummaryRow[]): string =>
  headOf([
    breakdownLabels[by],
    'Launches',
    'Passed launches',
    'Failed launches',
    'Pass rate, %',
    'Tests',
    ...RESULT_KINDS.map((kind) => kindLabels[displayedKind(kind)]),
  ]) +
  linesOf(
    rows.map((row) => [
      valueLabel(row),
      String(row.launches),
      String(row.launchesPassed),
      String(row.launchesFailed),
      shareOf(row),
      String(testsIn(row.statistics)),
      ...RESULT_KINDS.map((kind) => String(row.statistics[kind])),
    ]),
  )
