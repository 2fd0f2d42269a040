import { RESULT_IMPORT_LIMITS as LIMITS } from '../../../../contract/launches/result-import-limits.ts'
import type { Found } from '../formats/read-results.ts'
import type { ReportedStatus, ReportedTest } from '../formats/reported.ts'
import type { ReadSummary } from './messages.ts'

const FAILURES_SHOWN = 5

const COUNTED: Record<ReportedStatus, keyof ReadSummary['counts']> = {
  PASSED: 'passed',
  FAILED: 'failed',
  SKIPPED: 'skipped',
  BLOCKED: 'blocked',
  ABORTED: 'aborted',
}

/** Collects the summary of reports while they are read. */
export const createSummary = (): { found: Found; add: (test: ReportedTest) => void; summary: ReadSummary } => {
  const summary: ReadSummary = {
    files: [],
    launch: { name: null, framework: null, build: null, environment: null, startedAt: null },
    tests: 0,
    counts: { passed: 0, failed: 0, skipped: 0, blocked: 0, aborted: 0 },
    firstStart: null,
    lastEnd: null,
    durationMs: 0,
    failures: [],
    problems: [],
    problemCount: 0,
  }
  const files = new Map<string, ReadSummary['files'][number]>()
  const fileNamed = (name: string) => {
    let file = files.get(name)
    if (file === undefined) {
      file = { name, format: null, tests: 0 }
      files.set(name, file)
      summary.files.push(file)
    }
    return file
  }
  return {
    summary,
    found: {
      format: (name, format) => {
        fileNamed(name).format = format
      },
      test: (name) => {
        fileNamed(name).tests += 1
      },
      problem: (file, message, line) => {
        fileNamed(file)
        summary.problemCount += 1
        if (summary.problems.length < LIMITS.problems) summary.problems.push({ file, line, message })
      },
      // The first report with a value wins.
      launch: (known) => {
        for (const key of ['name', 'framework', 'build', 'environment'] as const)
          summary.launch[key] ??= known[key]?.trim() || null
        summary.launch.startedAt ??= known.startedAt ?? null
      },
    },
    add: (test) => {
      summary.tests += 1
      summary.counts[COUNTED[test.status]] += 1
      summary.durationMs += test.durationMs ?? 0
      if (test.status === 'FAILED' && summary.failures.length < FAILURES_SHOWN) summary.failures.push(test.name)
      if (test.startedAt === null) return
      summary.firstStart = Math.min(summary.firstStart ?? test.startedAt, test.startedAt)
      const end = test.startedAt + (test.durationMs ?? 0)
      summary.lastEnd = Math.max(summary.lastEnd ?? end, end)
    },
  }
}
