import type { Label } from '../../../../contract/launches/launches.ts'
import { RESULT_IMPORT_LIMITS as LIMITS } from '../../../../contract/launches/result-import-limits.ts'
import { cut } from '../../cut.ts'

export type ReportedStatus = 'PASSED' | 'FAILED' | 'SKIPPED' | 'ABORTED' | 'BLOCKED'

/** Attempt before the last one. */
export interface EarlierTry {
  status: ReportedStatus
  reason: string | null
}

/** Test of a report, independent of the format. */
export interface ReportedTest {
  name: string
  className: string | null
  methodName: string | null
  status: ReportedStatus
  /** Message and stack trace of a failure, or the reason of a skip. */
  reason: string | null
  /** Milliseconds since 1970; null when the report has no start time. */
  startedAt: number | null
  durationMs: number | null
  labels: Label[]
  groups: string[]
  owner: string | null
  /** Output of the test, oldest first. */
  output: { level: 'INFO' | 'WARN'; message: string }[]
  /** Oldest first. */
  earlier: EarlierTry[]
}

/** Fields of the launch as a whole; null when the report lacks them. */
export interface ReportedLaunch {
  name: string | null
  framework: string | null
  build: string | null
  environment: string | null
  startedAt: number | null
}

/** Callbacks of a reader, besides the tests that it yields. */
export interface Reporting {
  /** Part of the file that could not be read. `line` counts from 1; null for formats without lines. */
  problem: (message: string, line?: number | null) => void
  launch: (known: Partial<ReportedLaunch>) => void
}

/** Returns a test with defaults for everything except name and status. */
export const aTest = (given: Pick<ReportedTest, 'name' | 'status'> & Partial<ReportedTest>): ReportedTest => ({
  className: null,
  methodName: null,
  reason: null,
  startedAt: null,
  durationMs: null,
  labels: [],
  groups: [],
  owner: null,
  output: [],
  earlier: [],
  ...given,
})

/** Joins a failure's message with its stack trace without duplicating the message. Null when both are empty. */
export const reasonOf = (message: string | null | undefined, trace: string | null | undefined): string | null => {
  const [said, stack] = [(message ?? '').trim(), (trace ?? '').trim()]
  const whole = stack.includes(said) ? stack : [said, stack].filter(Boolean).join('\n')
  return whole === '' ? null : cut(whole, LIMITS.reason)
}

/** Returns the output of one stream as one log entry, truncated to the limit of lines. */
export const outputOf = (text: string | null | undefined, level: 'INFO' | 'WARN' = 'INFO'): ReportedTest['output'] => {
  const plain = (text ?? '').trimEnd().replaceAll('\r\n', '\n')
  if (plain.trim() === '') return []
  const lines = plain.split('\n')
  const kept = lines.slice(0, LIMITS.outputLines).map((line) => cut(line, LIMITS.outputLine))
  const left = lines.length - kept.length
  return [
    {
      level,
      message: [...kept, ...(left === 0 ? [] : [`… ${left} more lines were not imported`])].join('\n').trimStart(),
    },
  ]
}

/** Parses seconds with a point or a comma as decimal separator, and the other one between thousands. */
export const secondsOf = (text: string | undefined): number | null => {
  if (text === undefined || text.length > 40 || !/^[\d.,]+$/.test(text)) return null
  const point = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','))
  const whole = point < 0 ? text : text.slice(0, point)
  const seconds = Number(`${whole.replaceAll(/[.,]/g, '')}.${point < 0 ? '0' : text.slice(point + 1)}`)
  return Number.isFinite(seconds) ? Math.round(seconds * 1000) : null
}

/** Parses a time of a report, as UTC when it has no zone. Null for invalid times and implausible years. */
export const timeOf = (text: string | undefined): number | null => {
  if (text === undefined || text.length > 60) return null
  const trimmed = text.trim()
  const plain = /^\d{4}-\d\d-\d\d \d\d:\d\d/.test(trimmed) ? trimmed.replace(' ', 'T') : trimmed
  const zoned = /T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?$/.test(plain) ? `${plain}Z` : plain
  const time = Date.parse(zoned.replace(' Z', 'Z'))
  return Number.isFinite(time) && time > 0 && time < Date.UTC(2200, 0) ? time : null
}
