import type { OriginField } from '../../../../contract/launches/launch-origin.ts'
import type { Label } from '../../../../contract/launches/launches.ts'
import type { Quantity } from './numbers.ts'

/**
 * What a reader of a format yields. Texts, statuses, numbers and times are as the report has them: `to-test.ts` cleans and checks them for
 * all formats.
 */
export type Fact = TestFact | LaunchFact | SuiteOutputFact | AttachmentsFact | ProblemFact

type Text = string | null | undefined

/** A test in a report, or one attempt of a test. */
export interface TestFact {
  kind: 'test'
  /** A test without one gets a substitute. */
  name: Text
  className?: Text
  methodName?: Text
  /**
   * Distinguishes the tests of one method. A number: the index of its arguments, as agents send it. Null: the method has one test. Undefined: the tests are distinguished by their names, and a test
   * with the name of the method has no variant.
   */
  variant?: string | number | null
  /** Word of the format's table of statuses. */
  status: Text
  /** Message and stack trace of a failure, or the reason of a skip. */
  reason?: Text
  startedAt?: Quantity
  duration?: Quantity
  labels?: readonly Label[]
  groups?: readonly Text[]
  owner?: Text
  steps?: readonly StepFact[]
  /** Number of steps that the reader left out. */
  omittedSteps?: number
  output?: readonly OutputFact[]
  attachments?: readonly AttachmentFact[]
  /** Earlier attempts that the report lists in this entry, oldest first. */
  attempts?: readonly AttemptFact[]
  /** Entries with the same key may be attempts of one test. Without one, class and name count. */
  key?: string
  /** Number of the attempt, where the report has it. */
  turn?: number
  /** Whether the entry is an attempt that was repeated; absent when the report does not mark those. */
  isRetried?: boolean
  /** The report contains an error for this entry, even if its status is not a failure. */
  hasError?: boolean
  /** Id of the entry, by which a `coveredBy` of another one finds it. */
  id?: string
  /** The entry is left out when one of these entries failed: it is the same failure. */
  coveredBy?: readonly string[]
  line?: number | null
}

export interface AttemptFact {
  status: Text
  reason?: Text
  steps?: readonly StepFact[]
  omittedSteps?: number
  attachments?: readonly AttachmentFact[]
}

/** Steps are in a list: those within a step follow it. */
export interface StepFact {
  name: Text
  /** Nesting level: 0 for a step without a parent. */
  depth: number
  /** Word of the format's table of statuses. A step without one has none, unlike a test. */
  status: Text
  /** Of the framework, as `hook` or `expect`. */
  category?: Text
  /** Milliseconds since the start of the attempt. Null, as the duration, when the report has none that can be true. */
  startMs?: number | null
  durationMs?: number | null
  /** `file:line`, or what the report has instead. */
  location?: Text
  /** Parameters, a data table or a text, in lines. */
  details?: Text
  error?: Text
  /** Lines of code around the failure. */
  snippet?: Text
}

export interface OutputFact {
  level: 'INFO' | 'WARN'
  text: string
}

/** File of a test or a launch: one of the upload, or content inside the report. */
export interface AttachmentFact {
  /** Without a name, that of the path is shown. */
  name?: Text
  contentType?: Text
  /** As the report has it: often of the machine where the tests ran. */
  path?: Text
  /** Result of `ReportInput.saveContent`. */
  content?: InlineContent
  /** Index of the step that has it, in the steps of its attempt. */
  step?: number
}

/** Content of an attachment that is inside the report: where it was saved, and its size. */
export interface InlineContent {
  at: number
  sizeBytes: number
  /** Why it was not saved; null when it was. */
  problem: AttachmentProblem | null
}

/** Why an attachment is not imported, of one and of several. */
export type AttachmentProblem = readonly [one: string, many: string]

/** Files outside of a test. */
export interface AttachmentsFact {
  kind: 'attachments'
  attachments: readonly AttachmentFact[]
  /** The fixture that they are of, as a step of the tests, with the steps within it. */
  fixture?: FixtureFact
  /** Ids of the tests that they belong to; without any that is imported, they belong to the launch. */
  tests?: readonly string[]
}

export interface FixtureFact {
  steps: readonly StepFact[]
  isTearDown: boolean
  /** Milliseconds since 1970. */
  startedAt: number | null
}

/** Output outside of any test. It becomes a file of the launch. */
export interface SuiteOutputFact {
  kind: 'output'
  suite: Text
  text: string
}

/** The owners of entries beyond a limit. */
export const OF_TESTS = ['test', 'tests'] as const

/** Field of the launch as a whole. The first report that has it decides. */
export interface LaunchFact {
  kind: 'launch'
  name?: Text
  framework?: Text
  build?: Text
  environment?: Text
  /** Commit, branch, pull request and build. Values that are not valid are unknown. */
  origin?: { readonly [Field in OriginField]?: unknown }
  startedAt?: Quantity
  /** Number of failed tests by the report's own count. */
  failures?: number
}

/** Part of the report that was not read as it is. */
export interface ProblemFact {
  kind: 'problem'
  message: string
  /** Problems of one file and kind are one line with their number. */
  group?: string
  /** Problems of one kind are one line for all files of an upload: "3 attachments were not imported". */
  counted?: { one: string; many: string }
  /** Entries of one test beyond a limit, which are one line for all files of an upload: "12 labels of 3 tests were not imported: …". */
  beyond?: { count: number; one: string; many: string; of: readonly [one: string, many: string]; rest: string }
  /** From 1; absent for formats without lines. */
  line?: number | null
  /** Tests are missing because of it. */
  isLoss?: boolean
  /** It is no problem when the file is an attachment of a test. */
  isUnlessAttached?: boolean
}
