import { passRate, testsIn } from '../../../contract/launches/launches.ts'
import type { Breakdown, SummaryRow } from '../../../contract/reports/execution-summary.ts'
import { headOf, linesOf } from '../../../contract/csv.ts'
import { RESULT_KINDS } from '../../../contract/launches/launches.ts'
import { drawnKind } from '../../shared/launch-words.ts'
import { kindWords } from '../../ui/results/result-kinds.ts'

export const breakdownWords: Record<Breakdown, string> = {
  environment: 'Environment',
  suite: 'Launch',
  testSuite: 'Test suite',
  class: 'Test class',
  milestone: 'Milestone',
  label: 'Label',
}

export const valueInWords = ({ value }: Pick<SummaryRow, 'value'>): string => value ?? 'None'

/** Share as a number for spreadsheets; empty where no test ended. */
const shareOf = (row: SummaryRow): string => {
  const rate = passRate(row.statistics)
  return rate === null ? '' : (Math.round(rate * 10_000) / 100).toString()
}

export const summaryCsv = (by: Breakdown, rows: readonly SummaryRow[]): string =>
  headOf([
    breakdownWords[by],
    'Launches',
    'Passed launches',
    'Failed launches',
    'Pass rate, %',
    'Tests',
    ...RESULT_KINDS.map((kind) => kindWords[drawnKind(kind)]),
  ]) +
  linesOf(
    rows.map((row) => [
      valueInWords(row),
      String(row.launches),
      String(row.launchesPassed),
      String(row.launchesFailed),
      shareOf(row),
      String(testsIn(row.statistics)),
      ...RESULT_KINDS.map((kind) => String(row.statistics[kind])),
    ]),
  )
