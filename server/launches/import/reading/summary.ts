import { RESULT_IMPORT_LIMITS as LIMITS } from '../../../../contract/launches/result-import-limits.ts'
import { clean } from '../../../../contract/launches/clean.ts'
import { cut } from '../../cut.ts'
import type { Found } from '../formats/read-results.ts'
import type { ReportedStatus, ReportedTest } from '../formats/reported.ts'
import type { ReadSummary } from './messages.ts'

const FAILURES_SHOWN = 5
const MESSAGE_LIMIT = 2000

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
    isPartial: false,
  }
  /** Problems of one kind, which are one line with their number. */
  const groups = new Map<string, { text: string; many: string | null; count: number; index: number }>()
  const addProblem = (file: string, line: number | null, message: string): number => {
    summary.problemCount += 1
    return summary.problems.length < LIMITS.problems ? summary.problems.push({ file, line, message }) - 1 : -1
  }
  const readable = (message: string): string => cut(clean(message), MESSAGE_LIMIT)
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
    /** The summary so far. */
    get summary() {
      for (const { text, many, count, index } of groups.values()) {
        const problem = summary.problems[index]
        const figures = (many === null ? count - 1 : count).toLocaleString('en-US')
        if (problem !== undefined && count > 1)
          problem.message = many === null ? `${text} (and ${figures} more of this kind)` : `${figures} ${many}`
      }
      return summary
    },
    found: {
      format: (name, format) => {
        fileNamed(name).format = format
      },
      test: (name) => {
        fileNamed(name).tests += 1
      },
      problem: (source, { message, line = null, group, counted, isLoss = false }) => {
        fileNamed(source.name)
        summary.isPartial ||= isLoss
        if (group === undefined && counted === undefined) {
          addProblem(source.name, line, readable(message))
          return
        }
        const file = counted === undefined ? source.name : source.upload
        const key = `${file}\0${counted?.many ?? group ?? ''}`
        const known = groups.get(key)
        if (known === undefined) {
          const text = counted === undefined ? readable(message) : `1 ${counted.one}`
          groups.set(key, { text, many: counted?.many ?? null, count: 1, index: addProblem(file, line, text) })
        } else known.count += 1
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
