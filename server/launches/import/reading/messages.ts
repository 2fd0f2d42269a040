import type { ResultFormat } from '../../../../contract/launches/result-import.ts'
import type { UnreadableAnswer } from '../../../reading/ask-process.ts'
import type { ProjectCases } from '../formats/case-links.ts'
import type { ContentRange } from '../attachments/attachments.ts'
import type { ReportedAttachment, ReportedLaunch, ReportedTest } from '../formats/reported.ts'

/** Start data of the process. */
export interface ReadingSettings {
  /** Local copies of the files. */
  files: { name: string; path: string; sizeBytes: number }[]
  cases: ProjectCases
  /** Path of a new file for the contents of attachments; null when they are only counted. */
  contents: string | null
}

/** Summary of reports that were read completely. */
export interface ReadSummary {
  files: { name: string; format: ResultFormat | null; tests: number }[]
  launch: ReportedLaunch
  tests: number
  counts: { passed: number; failed: number; skipped: number; blocked: number; aborted: number }
  /** Milliseconds since 1970, of the tests with a time. */
  firstStart: number | null
  lastEnd: number | null
  /** Total of all tests, for reports without times. */
  durationMs: number
  failures: string[]
  problems: { file: string; line: number | null; message: string }[]
  problemCount: number
  /** A part of a report is lost: tests may be missing. */
  isPartial: boolean
}

/**
 * `inspect` reads everything and is answered once; `tests` and `more` are answered with one part each, in the end with the summary. After that,
 * `attachments` saves their contents.
 */
export type ToReader = { kind: 'inspect' } | { kind: 'tests' } | { kind: 'more' } | { kind: 'attachments' }

export type FromReader =
  | { kind: 'part'; tests: ReportedTest[] }
  | { kind: 'read'; summary: ReadSummary; output: string; attachments: ReportedAttachment[] }
  /** `contents`: by the ids of the attachments; those that could not be read are problems of the summary. */
  | { kind: 'saved'; summary: ReadSummary; contents: Map<number, ContentRange> }
  | UnreadableAnswer
