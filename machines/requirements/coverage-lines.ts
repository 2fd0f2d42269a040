import type { CoverageState, CoveringCase, RequirementCoverage } from '../../contract/requirements/requirements.ts'

/** A row of the coverage matrix: a requirement, one of its cases, or a count of further cases. */
export type CoverageLine =
  | { kind: 'requirement'; id: string; requirement: RequirementCoverage; isFolded: boolean }
  | { kind: 'case'; id: string; requirement: RequirementCoverage; testCase: CoveringCase }
  | { kind: 'more'; id: string; count: number }

export const coverageLines = (
  requirements: readonly RequirementCoverage[],
  folded: ReadonlySet<number>,
): CoverageLine[] =>
  requirements.flatMap((requirement): CoverageLine[] => {
    const { id, cases, casesTotal } = requirement
    const isFolded = folded.has(id)
    const head: CoverageLine = { kind: 'requirement', id: `requirement ${id}`, requirement, isFolded }
    if (isFolded) return [head]
    const lines = cases.map((testCase): CoverageLine => ({
      kind: 'case',
      id: `case ${id} ${testCase.id}`,
      requirement,
      testCase,
    }))
    const hidden = casesTotal - cases.length
    return [head, ...lines, ...(hidden > 0 ? [{ kind: 'more' as const, id: `more ${id}`, count: hidden }] : [])]
  })

export const COVERAGE_LABELS: Record<CoverageState, string> = {
  uncovered: 'Not covered',
  failing: 'Failing',
  incomplete: 'Incomplete',
  passing: 'Passing',
}

export const COVERAGE_COLUMNS = [
  'Requirement',
  'Title',
  'Source',
  'Status',
  'Coverage',
  'Test case',
  'Test case title',
  'Last result',
  'Test run',
  'Date',
] as const

/** Export rows: one per requirement and case; a requirement without cases has one row. */
export const coverageRows = (requirements: readonly RequirementCoverage[]): string[][] =>
  requirements.flatMap(({ key, title, source, status, state, cases }) => {
    const head = [key, title, source === 'jira' ? 'Jira' : 'Project', status ?? '', COVERAGE_LABELS[state]]
    if (cases.length === 0) return [[...head, '', '', '', '', '']]
    return cases.map(({ key: caseKey, title: caseTitle, last }) => [
      ...head,
      caseKey,
      caseTitle,
      last?.status.name ?? 'Untested',
      last?.runTitle ?? '',
      last?.at ?? '',
    ])
  })
