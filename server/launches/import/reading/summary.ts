import { RESULT_IMPORT_LIMITS as LIMITS } from '../../../../contract/launches/result-import-limits.ts'
import { mergeOrigins } from '../../../../contract/launches/launch-origin.ts'
import { clean } from '../../../../contract/launches/clean.ts'
import { cut } from '../../../db/storable.ts'
import { withinLaunch } from '../attachments/attachments.ts'
import type { AttachmentProblem } from '../formats/facts.ts'
import type { Found } from '../formats/read-results.ts'
import type { ReportedAttachment, ReportedStatus, ReportedTest } from '../formats/reported.ts'
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

/** Problems of one kind, which are one line. */
interface Group {
  index: number
  count: number
  /** Entries that are beyond a limit. */
  entries: number
  textOf: (count: number, entries: number) => string
}

const inFigures = (count: number): string => count.toLocaleString('en-US')

const CUT_OUTPUT = {
  one: 'character',
  many: 'characters',
  of: ['output of a suite', 'outputs of suites'],
  rest: `not imported: an import has at most ${inFigures(LIMITS.suiteOutput)}`,
} as const

/** Collects the summary of reports while they are read. */
export const createSummary = (): {
  found: Found
  add: (test: ReportedTest) => void
  summary: ReadSummary
  /** Output of the suites. */
  output: string
  /** Attachments of the launch. */
  attachments: ReportedAttachment[]
} => {
  const summary: ReadSummary = {
    files: [],
    launch: { name: null, framework: null, build: null, environment: null, origin: {}, startedAt: null },
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
  const groups = new Map<string, Group>()
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
  let output = ''
  const attachments: ReportedAttachment[] = []
  const report: Found['problem'] = (source, { message, line = null, group, counted, beyond, isLoss = false }) => {
    fileNamed(source.name)
    summary.isPartial ||= isLoss
    const kind = counted?.many ?? beyond?.many ?? group
    if (kind === undefined) {
      addProblem(source.name, line, readable(message))
      return
    }
    const file = counted === undefined && beyond === undefined ? source.name : source.upload
    const key = `${file}\0${kind}`
    let known = groups.get(key)
    if (known === undefined) {
      const text = readable(message)
      const textOf: Group['textOf'] =
        counted !== undefined
          ? (count) => (count === 1 ? `1 ${counted.one}` : `${inFigures(count)} ${counted.many}`)
          : beyond !== undefined
            ? (count, entries) =>
                `${entries === 1 ? `1 ${beyond.one}` : `${inFigures(entries)} ${beyond.many}`} of ${count === 1 ? `1 ${beyond.of[0]}` : `${inFigures(count)} ${beyond.of[1]}`} ${entries === 1 ? 'was' : 'were'} ${beyond.rest}`
            : (count) => (count === 1 ? text : `${text} (and ${inFigures(count - 1)} more of this kind)`)
      known = { index: addProblem(file, line, ''), count: 0, entries: 0, textOf }
      groups.set(key, known)
    }
    known.count += 1
    known.entries += beyond?.count ?? 0
  }
  return {
    attachments,
    get output() {
      return output
    },
    /** The summary so far. */
    get summary() {
      for (const { index, count, entries, textOf } of groups.values()) {
        const problem = summary.problems[index]
        if (problem !== undefined) problem.message = textOf(count, entries)
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
      problem: report,
      output: (source, suite, text) => {
        const block = `===== ${source.name}${suite === null ? '' : ` · ${suite}`}\n${text}\n\n`
        const fitting = cut(block, LIMITS.suiteOutput - output.length)
        output += fitting
        const count = block.length - fitting.length
        if (count > 0) report(source, { message: '', beyond: { ...CUT_OUTPUT, count } })
      },
      attachments: (source, added) => {
        const leaveOut = ([one, many]: AttachmentProblem) => report(source, { message: '', counted: { one, many } })
        attachments.push(...withinLaunch(added, attachments.length, leaveOut))
      },
      // The first report with a value wins.
      launch: (known) => {
        for (const key of ['name', 'framework', 'build', 'environment'] as const)
          summary.launch[key] ??= known[key]?.trim() || null
        summary.launch.origin = mergeOrigins(summary.launch.origin, known.origin)
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
