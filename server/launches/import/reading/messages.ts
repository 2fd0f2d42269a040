import type { ResultFormat } from '../../../../contract/launches/result-import.ts'
import type { UnreadableAnswer } from '../../../reading/ask-thread.ts'
import type { ReportedLaunch, ReportedTest } from '../formats/reported.ts'

/** Given to the worker when it starts: copies of the files in a folder of this machine. */
export interface ReadingSettings {
  files: { name: string; path: string; sizeBytes: number }[]
}

/** What reports have told, once they are read to their end. */
export interface ReadSummary {
  files: { name: string; format: ResultFormat | null; tests: number }[]
  launch: ReportedLaunch
  tests: number
  counts: { passed: number; failed: number; skipped: number; blocked: number; aborted: number }
  /** Milliseconds since 1970, of the tests that say so. */
  firstStart: number | null
  lastEnd: number | null
  /** Of all tests together, for reports that do not say when their tests ran. */
  durationMs: number
  failures: string[]
  problems: { file: string; line: number | null; message: string }[]
  problemCount: number
}

/** `inspect` reads everything and answers once; `tests` and `more` are answered with parts, at last with the summary. */
export type ToReader = { kind: 'inspect' } | { kind: 'tests' } | { kind: 'more' }

export type FromReader =
  | { kind: 'part'; tests: ReportedTest[] }
  | { kind: 'read'; summary: ReadSummary }
  | UnreadableAnswer
