import { z } from 'zod/mini'
import {
  BODY_BYTES,
  callsOf,
  commaSeparated,
  defineCall,
  idInPath,
  PageMeta,
  pageNumber,
  pageSizeOf,
  zonedTime,
} from '../call.ts'
import { withExpected } from '../concurrent-edits.ts'
import { LIMITS } from '../limits.ts'
import { ProjectUser } from '../projects/people.ts'
import { inProject, InProject } from '../projects/projects.ts'
import { SelectedConfiguration } from '../settings/configurations.ts'
import { RequirementReference } from '../settings/requirement-systems.ts'
import { RUN_TEXTS } from './run-texts.ts'

const entityId = z.int().check(z.minimum(1))

/** Title and description of runs and plans (RUNED-06, RUNED-07, PLANED-09, PLANED-10). */
export const RunTitle = z
  .string()
  .check(z.trim(), z.minLength(1, { error: RUN_TEXTS.title, abort: true }), z.maxLength(255, RUN_TEXTS.title))
export const RunDescription = z.string().check(z.maxLength(2047, RUN_TEXTS.description))

const written = {
  title: RunTitle,
  /** Markdown. */
  description: RunDescription,
  milestoneId: z.nullable(entityId),
  environment: z.nullable(z.object({ id: entityId })),
  /** At most one option per group; a group without an option is not applicable (RUNED-03, RUNED-04). */
  configurations: z.array(SelectedConfiguration).check(z.maxLength(LIMITS.runConfigurations)),
  requirements: z.array(RequirementReference).check(z.maxLength(LIMITS.runRequirements)),
}

/** Editable fields of a run. */
export const TestRunValues = z.object({
  ...written,
  description: z._default(written.description, ''),
  milestoneId: z._default(written.milestoneId, null),
  environment: z._default(written.environment, null),
  configurations: z._default(written.configurations, []),
  requirements: z._default(written.requirements, []),
})
export type TestRunValues = z.infer<typeof TestRunValues>

/** A selected case with its assignee (RUNED-02). */
export const ChosenCase = z.object({ id: entityId, assigneeId: z._default(z.nullable(entityId), null) })
export type ChosenCase = z.infer<typeof ChosenCase>
const chosenCases = z.array(ChosenCase).check(z.maxLength(LIMITS.runCases))

/** Number of cases of a run with a status. `isUntested`: no result yet. A deleted status keeps its last name and colour. */
export const CaseStatusCount = z.object({
  status: z.object({
    id: z.int(),
    name: z.string(),
    colorHex: z.string(),
    isCompleted: z.boolean(),
    isSuccess: z.boolean(),
    isFailure: z.boolean(),
    isUntested: z.boolean(),
  }),
  count: z.int(),
})
export type CaseStatusCount = z.infer<typeof CaseStatusCount>

/** A run in lists (RUNS-19). */
export const TestRunSummary = z.object({
  id: z.int(),
  title: z.string(),
  createdAt: z.string(),
  createdBy: ProjectUser,
  closed: z.boolean(),
  closedAt: z.nullable(z.string()),
  milestone: z.nullable(z.object({ id: z.int(), name: z.string() })),
  environment: z.nullable(z.object({ id: z.int(), name: z.string(), key: z.string(), deleted: z.boolean() })),
  configurations: z.array(SelectedConfiguration),
  testPlan: z.nullable(z.object({ id: z.int(), title: z.string() })),
  /** In the order of the project's statuses; omits statuses without cases. */
  caseStatusStatistics: z.array(CaseStatusCount),
  /** Increases with every change of the run, its cases or their results. Of two snapshots, the one with the higher revision is newer. */
  revision: z.int(),
})
export type TestRunSummary = z.infer<typeof TestRunSummary>

export const TestRun = z.extend(TestRunSummary, {
  description: z.string(),
  milestoneId: z.nullable(z.int()),
  requirements: z.array(z.string()),
  closedBy: z.nullable(ProjectUser),
})
export type TestRun = z.infer<typeof TestRun>

export const RUNS_PATH = '/api/projects/:projectKey/test-runs'
export const inRun = { ...inProject, runId: idInPath }
export const InRun = z.object(inRun)
export const RUN_GATES = { feature: 'test-case-management' } as const

const id = z.pipe(z.string().check(z.regex(/^[1-9]\d{0,14}$/)), z.transform(Number))
const time = z.optional(zonedTime)

/** Filters of lists of runs (RUNS-02). `createdFrom` is inclusive, `createdTo` exclusive. */
export const runFilters = {
  q: z._default(z.string().check(z.trim(), z.maxLength(LIMITS.caseQuery)), ''),
  closed: z._default(z.enum(['true', 'false', 'all']), 'false'),
  milestoneId: commaSeparated(id),
  environmentId: commaSeparated(id),
  createdFrom: time,
  createdTo: time,
  /** Ids of options. Options of one group are combined with OR, groups with AND. */
  configuration: commaSeparated(id),
}

/** Newest first (RUNS-43). `testPlanId`: only the runs of that plan. */
export const listTestRuns = defineCall({
  name: 'listTestRuns',
  summary: 'A page of the test runs of a project',
  method: 'GET',
  path: RUNS_PATH,
  access: { project: 'runs:read' },
  ...RUN_GATES,
  params: InProject,
  query: z.object({
    ...runFilters,
    testPlanId: z.optional(idInPath),
    page: pageNumber,
    pageSize: pageSizeOf(LIMITS.runsPageSize, 100),
  }),
  answer: z.object({ items: z.array(TestRunSummary), _meta: PageMeta }),
})

const runCalls = callsOf({
  path: `${RUNS_PATH}/:runId`,
  params: InRun,
  read: { project: 'runs:read' },
  write: { project: 'runs:write' },
  ...RUN_GATES,
})

export const getTestRun = runCalls.get('getTestRun', 'A test run', {
  answer: z.object({ data: TestRun }),
})

/** Stores snapshots of the cases. 400 names cases that are not in the repository at `testCases.{place}`. */
export const createTestRun = defineCall({
  name: 'createTestRun',
  summary: 'Creates a test run',
  method: 'POST',
  path: RUNS_PATH,
  access: { project: 'runs:write' },
  bodyBytes: BODY_BYTES.long,
  ...RUN_GATES,
  params: InProject,
  body: z.extend(TestRunValues, { testCases: chosenCases.check(z.minLength(1, RUN_TEXTS.noCases)) }),
  answer: z.object({ data: TestRun }),
})

/** Changed fields of a run, and added or removed cases. */
export const TestRunChange = z.partial(z.object(written))
export type TestRunChange = z.infer<typeof TestRunChange>

/**
 * An edit as in `concurrent-edits.ts`, rejected as `stale` with a `StaleTestRun`. Added cases are stored as snapshots; a case that was in
 * the run before returns with its results. 409 for a closed run, and for a run of a plan unless the plan changes it. `seenRevision`:
 * revision of the run that the author saw; if the edit would leave no case and the run has changed since, the edit is stale instead of
 * invalid.
 */
export const updateTestRun = runCalls.put('updateTestRun', 'Changes an open test run', {
  bodyBytes: BODY_BYTES.long,
  body: z.extend(withExpected(TestRunChange), {
    addCases: z._default(chosenCases, []),
    removeCaseIds: z._default(z.array(entityId).check(z.maxLength(LIMITS.runCases)), []),
    seenRevision: z.optional(z.int()),
  }),
  answer: z.object({ data: TestRun }),
})

/** `current` of a stale edit: the current run and its cases. */
export const StaleTestRun = z.object({
  data: TestRun,
  testCases: z.array(z.object({ id: z.int(), assigneeId: z.nullable(z.int()) })),
})

/** Permanent: the server rejects later results (RUNS-29, RUNS-30). A run that is already closed is returned unchanged. */
export const closeTestRun = runCalls.post('closeTestRun', 'Closes a test run', {
  path: '/close',
  answer: z.object({ data: TestRun }),
})

export const deleteTestRun = runCalls.delete('deleteTestRun', 'Deletes a test run with its results')

/** Why a bulk action skipped a run. */
export const SkippedRun = z.object({
  id: z.int(),
  title: z.string(),
  /** `changed`: another user assigned another milestone meanwhile. */
  reason: z.enum(['of-plan', 'closed', 'gone', 'changed']),
})
export type SkippedRun = z.infer<typeof SkippedRun>

const runIds = z.array(entityId).check(z.minLength(1), z.maxLength(LIMITS.runsAtOnce))
const bulk = (name: string, summary: string, path: string) =>
  ({ name, summary, method: 'POST', path: `${RUNS_PATH}/${path}`, access: { project: 'runs:write' } }) as const
const bulkAnswer = z.object({ done: z.array(z.int()), skipped: z.array(SkippedRun) })

/** Closes runs (RUNS-47). Runs of plans, closed runs and deleted runs are skipped and named. */
export const closeTestRuns = defineCall({
  ...bulk('closeTestRuns', 'Closes test runs', 'close'),
  ...RUN_GATES,
  params: InProject,
  body: z.object({ ids: runIds }),
  answer: bulkAnswer,
})

export const deleteTestRuns = defineCall({
  ...bulk('deleteTestRuns', 'Deletes test runs with their results', 'delete'),
  ...RUN_GATES,
  params: InProject,
  body: z.object({ ids: runIds }),
  answer: bulkAnswer,
})

/**
 * `milestoneId` null removes the runs from their milestones (RUNS-48). Runs that are no longer in the `seen` milestone are skipped; without it,
 * nothing is compared.
 */
export const assignRunsToMilestone = defineCall({
  ...bulk('assignRunsToMilestone', 'Assigns test runs to a milestone', 'milestone'),
  ...RUN_GATES,
  params: InProject,
  body: z.object({
    ids: runIds,
    milestoneId: z.nullable(entityId),
    seen: z.optional(
      z.array(z.object({ id: entityId, milestoneId: z.nullable(entityId) })).check(z.maxLength(LIMITS.runsAtOnce)),
    ),
  }),
  answer: bulkAnswer,
})

/** Results whose cases a rerun includes. */
export const RerunOf = z.enum(['all', 'failed', 'untested'])

/** Initial data of a rerun: the run's cases that are still in the repository, and references that no longer exist. */
export const getRerun = runCalls.get('getRerun', 'What a rerun of a test run begins with', {
  path: '/rerun',
  access: { project: 'runs:write' },
  answer: z.object({
    data: z.object({
      run: TestRun,
      /** `outcome`: the last result. */
      cases: z.array(
        z.object({
          id: z.int(),
          assigneeId: z.nullable(z.int()),
          outcome: z.enum(['failed', 'untested', 'other']),
        }),
      ),
      /** Number of cases of the run that were deleted since. */
      missingCases: z.int(),
      /** Options that were deleted since (RUNED-14). */
      missingConfigurations: z.array(SelectedConfiguration),
      missingEnvironment: z.boolean(),
      isMilestoneCompleted: z.boolean(),
      missingMilestone: z.boolean(),
    }),
  }),
})
