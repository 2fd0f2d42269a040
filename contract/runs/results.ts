import { z } from 'zod/mini'
import { chosenId, defineCall, idInPath } from '../call.ts'
import { LIMITS } from '../limits.ts'
import { ProjectUser } from '../projects/people.ts'
import { inRun, RUN_GATES, RUNS_PATH } from './runs.ts'

/** A file of a result. The client chooses its id, and its bytes may arrive after the result. */
export const ResultFile = z.object({
  fileUuid: chosenId,
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(255)),
  contentType: z.string().check(z.maxLength(255)),
  sizeBytes: z.int().check(z.minimum(1), z.maximum(LIMITS.exploratoryFileBytes)),
})
export type ResultFile = z.infer<typeof ResultFile>

const comment = z.string().check(z.maxLength(LIMITS.resultComment))
const files = z.array(ResultFile).check(z.maxLength(LIMITS.resultFiles))

/** Result of one step. `stepId` is the step's id, or `{reference}/{step}` for a step of shared steps. */
export const StepResult = z.object({
  stepId: z.string().check(z.minLength(1), z.maxLength(81)),
  /** Null for a step with only a comment. */
  statusId: z.nullable(z.int()),
  comment: z._default(comment, ''),
  attachments: z._default(files, []),
})
export type StepResult = z.infer<typeof StepResult>

/** Editable fields of a result. */
export const ResultValues = z.object({
  statusId: z.int(),
  /** Markdown. */
  comment: z._default(comment, ''),
  /** Time spent; null if no clock was running. */
  durationMs: z._default(z.nullable(z.int().check(z.minimum(0), z.maximum(1000 * 3_600_000))), null),
  steps: z._default(z.array(StepResult).check(z.maxLength(LIMITS.maxSteps * 10)), []),
  /** Keys or URLs of defects. */
  defects: z._default(
    z
      .array(z.string().check(z.trim(), z.minLength(1), z.maxLength(LIMITS.issueId)))
      .check(z.maxLength(LIMITS.resultDefects)),
    [],
  ),
  attachments: z._default(files, []),
})
export type ResultValues = z.infer<typeof ResultValues>

const StoredFile = z.extend(ResultFile, { receivedBytes: z.int() })

/** One attempt at a case in a run. All are stored; the newest that is not withdrawn is the case's result. */
export const TestRunResult = z.object({
  id: chosenId,
  caseId: z.int(),
  statusId: z.int(),
  comment: z.string(),
  durationMs: z.nullable(z.int()),
  steps: z.array(z.extend(StepResult, { attachments: z.array(StoredFile) })),
  defects: z.array(z.string()),
  attachments: z.array(StoredFile),
  /** Version of the case that was run. */
  caseVersion: z.int(),
  /** Test of a launch from which an automated result comes. */
  automated: z.nullable(z.object({ launchId: z.int(), testId: z.int(), launchName: z.string() })),
  recordedBy: z.nullable(ProjectUser),
  /** Time of the result by the device's clock. */
  at: z.string(),
  /** Time at which the author withdrew the result: it stays stored, but no longer counts. */
  withdrawnAt: z.nullable(z.string()),
})
export type TestRunResult = z.infer<typeof TestRunResult>

/** Oldest first. */
export const listCaseResults = defineCall({
  name: 'listCaseResults',
  summary: 'All results of a test case in a test run',
  method: 'GET',
  path: `${RUNS_PATH}/:runId/cases/:caseId/results`,
  access: { project: 'runs:read' },
  ...RUN_GATES,
  params: z.object({ ...inRun, caseId: idInPath }),
  answer: z.object({ items: z.array(TestRunResult) }),
})
