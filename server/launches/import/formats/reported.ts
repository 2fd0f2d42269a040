import { charactersOfStep } from '../../../../contract/launches/step-limits.ts'
import type { LaunchOrigin } from '../../../../contract/launches/launch-origin.ts'
import type { Label } from '../../../../contract/launches/launches.ts'
import type { TestStep } from '../../../../contract/launches/test-details.ts'

export type ReportedStatus = 'PASSED' | 'FAILED' | 'SKIPPED' | 'ABORTED' | 'BLOCKED'

/** File of a test, whose content is read after the tests. */
export interface ReportedAttachment {
  id: number
  name: string
  /** Index of the step that has it; null for one of the whole attempt. */
  step: number | null
}

/** Steps of an attempt; `omitted` is the number of those beyond the limit. */
export interface ReportedSteps {
  steps: readonly TestStep[]
  omitted: number
}

export const NO_STEPS: ReportedSteps = { steps: [], omitted: 0 }

/** Attempt before the last one. */
export interface EarlierTry {
  status: ReportedStatus
  reason: string | null
  output?: ReportedTest['output']
  steps?: ReportedSteps
  attachments?: readonly ReportedAttachment[]
}

/** Test of a report, independent of the format. Texts are clean, numbers and times plausible. */
export interface ReportedTest {
  name: string
  className: string | null
  methodName: string | null
  /** What tells tests of one method apart. */
  variant: string | number | null
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
  /** Of the last attempt. */
  steps: ReportedSteps
  /** Attachments at addresses of the web. */
  links: readonly { name: string; value: string }[]
  /** Files of the last attempt. */
  attachments: readonly ReportedAttachment[]
  /** Oldest first. */
  earlier: EarlierTry[]
}

/** Fields of the launch as a whole; null when the reports lack them. */
export interface ReportedLaunch {
  name: string | null
  framework: string | null
  build: string | null
  environment: string | null
  origin: LaunchOrigin
  startedAt: number | null
}

/** Returns a test with defaults for everything except name and status. */
export const aTest = (given: Pick<ReportedTest, 'name' | 'status'> & Partial<ReportedTest>): ReportedTest => ({
  className: null,
  methodName: null,
  variant: null,
  reason: null,
  startedAt: null,
  durationMs: null,
  labels: [],
  groups: [],
  owner: null,
  output: [],
  steps: NO_STEPS,
  links: [],
  attachments: [],
  earlier: [],
  ...given,
})

/** Returns the size of a test and its earlier attempts in characters, by which parts of an import are bounded. */
export const charactersOf = ({ reason, output, steps, earlier }: ReportedTest): number =>
  [{ reason, output, steps }, ...earlier].reduce(
    (sum, attempt) =>
      sum +
      (attempt.reason?.length ?? 0) +
      (attempt.output ?? []).reduce((all, { message }) => all + message.length, 0) +
      (attempt.steps ?? NO_STEPS).steps.reduce((all, step) => all + charactersOfStep(step), 0),
    0,
  )
