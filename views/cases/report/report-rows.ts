/** Lines of the report: suites with cases, in blocks that render when they come into view. Pure. */
import type { TestCase } from '../../../contract/cases/cases.ts'
import type { ReportSuite } from '../../../contract/cases/report.ts'

export type ReportRow = { kind: 'suite'; suite: ReportSuite; count: number } | { kind: 'case'; testCase: TestCase }

export interface ReportBlock {
  key: string
  rows: readonly ReportRow[]
  /** Number of cases up to its end. */
  until: number
}

const ROWS_PER_BLOCK = 20

export const reportBlocks = (
  cases: readonly TestCase[],
  suites: readonly ReportSuite[],
  hasSuites: boolean,
): readonly ReportBlock[] => {
  const byId = new Map(suites.map((suite) => [suite.id, suite]))
  const counts = new Map<number, number>()
  for (const { testSuiteId } of cases) counts.set(testSuiteId ?? 0, (counts.get(testSuiteId ?? 0) ?? 0) + 1)
  const blocks: { key: string; rows: ReportRow[]; until: number }[] = []
  let open: (typeof blocks)[number] | null = null
  let shown: number | null = null
  for (const [i, testCase] of cases.entries()) {
    if (open === null || open.rows.length >= ROWS_PER_BLOCK) {
      open = { key: String(testCase.id), rows: [], until: i }
      blocks.push(open)
    }
    const suite = byId.get(testCase.testSuiteId ?? 0)
    if (hasSuites && suite !== undefined && suite.id !== shown)
      open.rows.push({ kind: 'suite', suite, count: counts.get(suite.id) ?? 0 })
    shown = suite?.id ?? null
    open.rows.push({ kind: 'case', testCase })
    open.until = i + 1
  }
  return blocks
}

export const suitePath = ({ path }: ReportSuite): string => path.join(' › ')
