import type { Label } from '../../../../contract/launches/launches.ts'
import { RESULT_IMPORT_LIMITS as LIMITS } from '../../../../contract/launches/result-import-limits.ts'
import { cut } from '../../cut.ts'

export type ReportedStatus = 'PASSED' | 'FAILED' | 'SKIPPED' | 'ABORTED' | 'BLOCKED'

/** A try before the last one. */
export interface EarlierTry {
  status: ReportedStatus
  reason: string | null
}

/** One test as a file of results has it, whatever its format. */
export interface ReportedTest {
  name: string
  className: string | null
  methodName: string | null
  status: ReportedStatus
  /** Message and stack trace of a failure; why it was skipped. */
  reason: string | null
  /** Milliseconds since 1970; null where the file does not say when. */
  startedAt: number | null
  durationMs: number | null
  labels: Label[]
  groups: string[]
  owner: string | null
  /** What the test wrote, oldest first. */
  output: { level: 'INFO' | 'WARN'; message: string }[]
  /** Oldest first. */
  earlier: EarlierTry[]
}

/** What a file says of the launch as a whole; null where it does not. */
export interface ReportedLaunch {
  name: string | null
  framework: string | null
  build: string | null
  environment: string | null
  startedAt: number | null
}

/** What a reader tells of a file while it yields its tests. */
export interface Reporting {
  /** Something that was not understood. `line` counts from 1; null where the format has no lines. */
  problem: (message: string, line?: number | null) => void
  launch: (known: Partial<ReportedLaunch>) => void
}

/** A test with nothing but a name and a status. */
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

/** Joins a failure's message with its stack trace, without saying the message twice. Null for nothing. */
export const reasonOf = (message: string | null | undefined, trace: string | null | undefined): string | null => {
  const [said, stack] = [(message ?? '').trim(), (trace ?? '').trim()]
  const whole = stack.includes(said) ? stack : [said, stack].filter(Boolean).join('\n')
  return whole === '' ? null : cut(whole, LIMITS.reason)
}

/** What a test wrote to one stream, as one entry of its log; the lines beyond the limit are left out. */
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

/** Seconds as reports write them, with a point or a comma before the decimals, and commas or points between thousands. */
export const secondsOf = (text: string | undefined): number | null => {
  if (text === undefined || text.length > 40 || !/^[\d.,]+$/.test(text)) return null
  const point = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','))
  const whole = point < 0 ? text : text.slice(0, point)
  const seconds = Number(`${whole.replaceAll(/[.,]/g, '')}.${point < 0 ? '0' : text.slice(point + 1)}`)
  return Number.isFinite(seconds) ? Math.round(seconds * 1000) : null
}

/** A time of a report; without a zone it is UTC. Null for what is none, and for years that no test ran in. */
export const timeOf = (text: string | undefined): number | null => {
  if (text === undefined || text.length > 60) return null
  const trimmed = text.trim()
  const plain = /^\d{4}-\d\d-\d\d \d\d:\d\d/.test(trimmed) ? trimmed.replace(' ', 'T') : trimmed
  const zoned = /T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?$/.test(plain) ? `${plain}Z` : plain
  const time = Date.parse(zoned.replace(' Z', 'Z'))
  return Number.isFinite(time) && time > 0 && time < Date.UTC(2200, 0) ? time : null
}
