import type { ResultFormat } from '../../../../contract/launches/result-import.ts'
import type { AttemptRule } from './attempts.ts'
import type { Fact, InlineContent, ProblemFact } from './facts.ts'
import type { Statuses } from './statuses.ts'

/** Report that a format reads: an uploaded file, or an entry of an archive. */
export interface ReportInput {
  name: string
  /** Opens the decoded content from the beginning; a reader may read it several times. */
  text: () => AsyncIterable<string>
  /** Saves content of an attachment that is inside the report, which would fill the memory. */
  saveContent: (text: string, encoding: 'base64' | 'utf8') => InlineContent
  problem: (problem: Omit<ProblemFact, 'kind'>) => void
}

/** Row of the table of formats. A format knows its own dialect only: everything else is the same for all. */
export interface Format {
  id: ResultFormat
  read: (input: ReportInput) => AsyncIterable<Fact>
  /** Results of the dialect, by its own words. */
  statuses: Statuses
  /** Which entries are attempts of one test. */
  attempts: AttemptRule
  /** Sentence of the documentation: what launches have to report alike, so that a test has one history. */
  identity: string
  /** Attempts of one test may be in different files of an import. */
  spansFiles?: boolean
  /** Sentence of the documentation: which steps of tests the report has; absent for a format without steps. */
  steps?: string
  /** Sentence of the documentation: where the report has attachments. */
  attachments: string
  /** For the documentation: who writes the format, and what else becomes a failed entry or a line of the answer. */
  writers: string
  notes: readonly string[]
}

/** Path of the suite and the test, as one text that no other path has. */
export const keyOf = (...parts: readonly (string | number | null | undefined)[]): string => JSON.stringify(parts)
