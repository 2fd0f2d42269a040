import { z } from 'zod/mini'
import { callsOf, defineCall, idInPath } from '../call.ts'
import { ReportSuite } from '../cases/report.ts'
import { Attachments, Step } from '../cases/steps.ts'
import { CustomValues } from '../cases/cases.ts'
import { fieldsInAddress } from '../cases/filter.ts'
import { LIMITS } from '../limits.ts'
import { ProjectUser } from '../projects/people.ts'
import { InRun, inRun, RUN_GATES, RUNS_PATH, TestRun } from './runs.ts'

const entityId = z.int().check(z.minimum(1))

/** A case in the list of a run: a snapshot from when it was added, and its current status. */
export const RunCase = z.object({
  caseId: z.int(),
  /** Key such as `SHOP-214`. */
  key: z.string(),
  title: z.string(),
  suiteId: z.int(),
  /** Position in the run, in the order of the repository. May have gaps. */
  place: z.int(),
  priorityId: z.nullable(z.int()),
  automationStateId: z.nullable(z.int()),
  assigneeId: z.nullable(z.int()),
  /** Null if untested. */
  statusId: z.nullable(z.int()),
  /** Number of results that count. */
  attempts: z.int(),
  /** Id of the newest result that counts, to be sent as `seenResultId`. */
  lastResultId: z.nullable(z.string()),
  lastResultAt: z.nullable(z.string()),
  lastResultBy: z.nullable(z.int()),
  isAutomated: z.boolean(),
  /** Whether the case or its shared steps differ from those in the run; its place in the repository and its marks do not count. */
  isChanged: z.boolean(),
  /** Whether the case was deleted from the repository. */
  isDeleted: z.boolean(),
  /** Revision of the run at which this row last changed. */
  revision: z.int(),
})
export type RunCase = z.infer<typeof RunCase>

/** Names referred to by the rows, including former members and deleted statuses. */
const rowsAnswer = {
  items: z.array(RunCase),
  /** Revision of the run at the time of reading. */
  revision: z.int(),
}

const runCalls = callsOf({
  path: `${RUNS_PATH}/:runId`,
  params: InRun,
  read: { project: 'runs:read' },
  write: { project: 'runs:write' },
  ...RUN_GATES,
})

/**
 * Cases of a run in order, starting after place `after`, so that large runs are loaded in parts. With `since`, only those that changed
 * after that revision; `removed` contains the ids of cases that left the run since.
 */
export const listRunCases = runCalls.get('listRunCases', 'Cases of a test run with their last results', {
  path: '/cases',
  query: z.object({
    after: z._default(z.pipe(z.coerce.number(), z.int().check(z.minimum(-1))), -1),
    since: z.optional(z.pipe(z.coerce.number(), z.int().check(z.minimum(0)))),
    limit: z.pipe(
      z._default(z.coerce.number(), LIMITS.runCasesAtOnce),
      z.int().check(z.minimum(1), z.maximum(LIMITS.runCasesAtOnce)),
    ),
  }),
  answer: z.object({ ...rowsAnswer, isLast: z.boolean(), removed: z.array(z.int()) }),
})

/** Filters by the custom fields that the cases had when they were added, like all data of cases in a run. */
export const findRunCases = runCalls.get('findRunCases', 'Ids of the cases of a test run whose custom fields match', {
  path: '/matching-cases',
  query: z.object({ filter: fieldsInAddress }),
  answer: z.object({ caseIds: z.array(z.int()) }),
})

/** Initial data of the execution page in one answer: the run, its first cases, and the names that rows refer to. */
export const openTestRun = runCalls.get('openTestRun', 'A test run with its first cases', {
  path: '/opened',
  answer: z.object({
    run: TestRun,
    /** Suites in the order of the repository, as they were when their cases were added. */
    suites: z.array(ReportSuite),
    people: z.array(ProjectUser),
    cases: z.object({ ...rowsAnswer, isLast: z.boolean() }),
  }),
})

/** Snapshot of shared steps. */
const SharedStepsGroup = z.object({
  kind: z.literal('shared'),
  id: z.string(),
  sharedStepsId: z.int(),
  name: z.string(),
  steps: z.array(Step),
})

/** Snapshot of a case from when it was added to the run, or from when its new version was adopted. */
export const RunCaseContent = z.object({
  caseId: z.int(),
  key: z.string(),
  version: z.int(),
  takenAt: z.string(),
  title: z.string(),
  priorityId: z.nullable(z.int()),
  automationStateId: z.nullable(z.int()),
  description: z.string(),
  preConditions: z.string(),
  postConditions: z.string(),
  steps: z.array(z.discriminatedUnion('kind', [Step, SharedStepsGroup])),
  attachments: Attachments,
  customFields: CustomValues,
})
export type RunCaseContent = z.infer<typeof RunCaseContent>

/**
 * Contents of the cases in `cases`, or of all cases after place `after`: for the open case, those that follow it, and devices that go
 * offline.
 */
export const listRunCaseContents = runCalls.get('listRunCaseContents', 'Cases of a test run in full, as they are run', {
  path: '/contents',
  query: z.object({
    caseId: z.optional(idInPath),
    after: z._default(z.pipe(z.coerce.number(), z.int().check(z.minimum(-1))), -1),
    limit: z.pipe(
      z._default(z.coerce.number(), LIMITS.runContentsAtOnce),
      z.int().check(z.minimum(1), z.maximum(LIMITS.runContentsAtOnce)),
    ),
  }),
  answer: z.object({ items: z.array(z.extend(RunCaseContent, { place: z.int() })), isLast: z.boolean() }),
})

/** Switches the run to the case's newest version; earlier results keep the version for which they were recorded. */
export const adoptCaseVersion = defineCall({
  name: 'adoptCaseVersion',
  summary: 'Takes the newest version of a test case into a test run',
  method: 'POST',
  path: `${RUNS_PATH}/:runId/cases/:caseId/adopt`,
  access: { project: 'runs:write' },
  ...RUN_GATES,
  params: z.object({ ...inRun, caseId: idInPath }),
  answer: z.object({ content: RunCaseContent, row: RunCase }),
})

/**
 * Assigns cases. `seenAssigneeId` is the assignee that the author saw: if a user assigned the case to another user since, it is left as
 * it is and named in `skipped`.
 */
export const assignRunCases = runCalls.post('assignRunCases', 'Assigns cases of a test run to people', {
  path: '/assignments',
  body: z.object({
    assignments: z
      .array(
        z.object({
          caseId: entityId,
          assigneeId: z.nullable(entityId),
          seenAssigneeId: z.optional(z.nullable(entityId)),
        }),
      )
      .check(z.minLength(1), z.maxLength(LIMITS.casesPerPart)),
  }),
  answer: z.object({
    ...rowsAnswer,
    skipped: z.array(z.object({ caseId: z.int(), reason: z.enum(['gone', 'assigned-meanwhile']) })),
  }),
})
