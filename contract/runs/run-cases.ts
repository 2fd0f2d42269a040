import { z } from 'zod/mini'
import { defineCall, idInPath } from '../call.ts'
import { ReportSuite } from '../cases/report.ts'
import { Attachments, Step } from '../cases/steps.ts'
import { CustomValues } from '../cases/cases.ts'
import { fieldsInAddress } from '../cases/filter.ts'
import { LIMITS } from '../limits.ts'
import { ProjectPerson } from '../projects/people.ts'
import { InRun, inRun, RUN_GATES, RUNS_PATH, TestRun } from './runs.ts'

const entityId = z.int().check(z.minimum(1))

/** A case of a run as its list shows it: what it was when it was added, and where it stands now. */
export const RunCase = z.object({
  caseId: z.int(),
  /** `SHOP-214`. */
  key: z.string(),
  title: z.string(),
  suiteId: z.int(),
  /** Place in the run: whole numbers in the order of the repository, not always one apart. */
  place: z.int(),
  priorityId: z.nullable(z.int()),
  automationStateId: z.nullable(z.int()),
  assigneeId: z.nullable(z.int()),
  /** Null while it is untested. */
  statusId: z.nullable(z.int()),
  /** Results that count. */
  attempts: z.int(),
  /** Id of the newest result that counts, for `seenResultId`. */
  lastResultId: z.nullable(z.string()),
  lastResultAt: z.nullable(z.string()),
  lastResultBy: z.nullable(z.int()),
  isAutomated: z.boolean(),
  /** The case has a newer version than the one that is run, or its shared steps have. */
  isChanged: z.boolean(),
  /** It was deleted from the repository. */
  isDeleted: z.boolean(),
  /** The run's revision at which this row changed last. */
  revision: z.int(),
})
export type RunCase = z.infer<typeof RunCase>

/** Names of what the rows refer to; also people who left and statuses that were deleted. */
const rowsAnswer = {
  items: z.array(RunCase),
  /** Of the run at the moment of reading. */
  revision: z.int(),
}

/**
 * Cases of a run in their order, from place `after` on: a large run is read in parts. With `since`, those alone that changed after that
 * revision; `removed` names those that left the run since.
 */
export const listRunCases = defineCall({
  name: 'listRunCases',
  summary: 'Cases of a test run with their last results',
  method: 'GET',
  path: `${RUNS_PATH}/:runId/cases`,
  access: { project: 'runs:read' },
  ...RUN_GATES,
  params: InRun,
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

/** By their custom fields as they were when the cases were added, like everything else that a run shows of a case. */
export const findRunCases = defineCall({
  name: 'findRunCases',
  summary: 'Ids of the cases of a test run whose custom fields match',
  method: 'GET',
  path: `${RUNS_PATH}/:runId/matching-cases`,
  access: { project: 'runs:read' },
  ...RUN_GATES,
  params: InRun,
  query: z.object({ filter: fieldsInAddress }),
  answer: z.object({ caseIds: z.array(z.int()) }),
})

/** Everything that the execution page begins with, in one answer: the run, its first cases, and the names that rows refer to. */
export const openTestRun = defineCall({
  name: 'openTestRun',
  summary: 'A test run with its first cases',
  method: 'GET',
  path: `${RUNS_PATH}/:runId/opened`,
  access: { project: 'runs:read' },
  ...RUN_GATES,
  params: InRun,
  answer: z.object({
    run: TestRun,
    /** In the order of the repository, as they were when their cases were added. */
    suites: z.array(ReportSuite),
    people: z.array(ProjectPerson),
    cases: z.object({ ...rowsAnswer, isLast: z.boolean() }),
  }),
})

/** A step of shared steps as they were. */
const SharedStepsGroup = z.object({
  kind: z.literal('shared'),
  id: z.string(),
  sharedStepsId: z.int(),
  name: z.string(),
  steps: z.array(Step),
})

/** A case as it was when it was added to the run, or when its new version was adopted. */
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

/** What `cases` names, or all from place `after` on: for the case that is open, those behind it, and a device that goes offline. */
export const listRunCaseContents = defineCall({
  name: 'listRunCaseContents',
  summary: 'Cases of a test run in full, as they are run',
  method: 'GET',
  path: `${RUNS_PATH}/:runId/contents`,
  access: { project: 'runs:read' },
  ...RUN_GATES,
  params: InRun,
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

/** Runs the case's newest version from now on; earlier results stay with the version they were recorded for. */
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
 * Assigns cases. `seenAssigneeId` is what the author saw: where somebody assigned the case to another person since, it is left alone and
 * named in `skipped`.
 */
export const assignRunCases = defineCall({
  name: 'assignRunCases',
  summary: 'Assigns cases of a test run to people',
  method: 'POST',
  path: `${RUNS_PATH}/:runId/assignments`,
  access: { project: 'runs:write' },
  ...RUN_GATES,
  params: InRun,
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
