import { z } from 'zod/mini'
import { BODY_BYTES, callsOf, commaSeparated, idInPath, PageMeta, pageNumber, pageSizeOf, zonedTime } from '../call.ts'
import { withExpected } from '../concurrent-edits.ts'
import { LIMITS } from '../limits.ts'
import { ProjectUser } from '../projects/people.ts'
import { inProject, InProject } from '../projects/projects.ts'
import { CaseStatusCount, RunDescription, RunTitle, TestRunSummary } from '../runs/runs.ts'
import { ConfigurationGroup, SelectedConfiguration } from '../settings/configurations.ts'
import { PLAN_TEXTS } from './plan-texts.ts'

const entityId = z.int().check(z.minimum(1))
const caseIds = z.array(entityId).check(z.maxLength(LIMITS.runCases))

/** Combinations of the chosen options that become runs: all, or a small set that covers each pair or triple of options at least once. */
export const PlanStrategy = z.enum(['all', 'pairwise', '3-wise'])
export type PlanStrategy = z.infer<typeof PlanStrategy>

/** An exclusion rule: options of the first group never occur together with options of the other groups. */
export const PlanRule = z.object({
  never: z
    .array(z.object({ groupId: entityId, optionIds: z.array(entityId).check(z.minLength(1), z.maxLength(300)) }))
    .check(z.minLength(2), z.maxLength(10)),
})
export type PlanRule = z.infer<typeof PlanRule>

const written = {
  title: RunTitle,
  /** Markdown. */
  description: RunDescription,
  milestoneId: z.nullable(entityId),
  environment: z.nullable(z.object({ id: entityId })),
  /** Groups, each with the chosen options (PLANED-02). */
  configurations: z
    .array(ConfigurationGroup)
    .check(z.minLength(1, PLAN_TEXTS.noConfigurations), z.maxLength(LIMITS.runConfigurations)),
  /** Base selection: cases of the runs without their own selection. */
  baseTestCaseIds: caseIds,
  strategy: PlanStrategy,
  rules: z.array(PlanRule).check(z.maxLength(100)),
}

export const TestPlanValues = z.object({
  ...written,
  description: z._default(written.description, ''),
  milestoneId: z._default(written.milestoneId, null),
  environment: z._default(written.environment, null),
  baseTestCaseIds: z._default(written.baseTestCaseIds, []),
  strategy: z._default(written.strategy, 'all'),
  rules: z._default(written.rules, []),
})
export type TestPlanValues = z.infer<typeof TestPlanValues>

/** A run of a plan. `testCaseIds` null: inherits the plan's base selection (PLANED-06). */
export const PlannedRun = z.object({
  title: RunTitle,
  /** One option of each group of the plan. */
  configurations: z.array(SelectedConfiguration).check(z.minLength(1), z.maxLength(LIMITS.runConfigurations)),
  testCaseIds: z._default(z.nullable(caseIds), null),
  /** Assignee of all its cases. */
  assigneeId: z._default(z.nullable(entityId), null),
})
export type PlannedRun = z.infer<typeof PlannedRun>

/** A plan in lists (PLANS-10, PLANS-11). */
export const TestPlanSummary = z.object({
  id: z.int(),
  title: z.string(),
  createdAt: z.string(),
  createdBy: ProjectUser,
  closed: z.boolean(),
  closedAt: z.nullable(z.string()),
  milestone: z.nullable(z.object({ id: z.int(), name: z.string() })),
  environment: z.nullable(z.object({ id: z.int(), name: z.string(), key: z.string(), deleted: z.boolean() })),
  configurations: z.array(ConfigurationGroup),
  /** Statuses of the cases of all runs, in the order of the project's statuses. */
  executionSummaries: z.array(CaseStatusCount),
  testRunCount: z.int(),
  revision: z.int(),
})
export type TestPlanSummary = z.infer<typeof TestPlanSummary>

export const RunOfPlan = z.extend(TestRunSummary, {
  inheritsBase: z.boolean(),
  /** Ids of the run's cases; of a run that inherits, the cases of the base selection that are still in the run. */
  testCaseIds: z.array(z.int()),
})
export type RunOfPlan = z.infer<typeof RunOfPlan>

export const TestPlan = z.extend(TestPlanSummary, {
  description: z.string(),
  milestoneId: z.nullable(z.int()),
  baseTestCaseIds: z.array(z.int()),
  strategy: PlanStrategy,
  rules: z.array(PlanRule),
  /** Oldest first. `testCaseIds` is absent unless requested. */
  testRuns: z.array(z.extend(z.omit(RunOfPlan, { testCaseIds: true }), { testCaseIds: z.optional(z.array(z.int())) })),
})
export type TestPlan = z.infer<typeof TestPlan>

export const PLANS_PATH = '/api/projects/:projectKey/test-plans'
export const InPlan = z.object({ ...inProject, testPlanId: idInPath })
const gates = { feature: 'plans' } as const
const id = z.pipe(z.string().check(z.regex(/^[1-9]\d{0,14}$/)), z.transform(Number))
const time = z.optional(zonedTime)

const projectCalls = callsOf({
  path: PLANS_PATH,
  params: InProject,
  read: { project: 'runs:read' },
  write: { project: 'runs:write' },
  ...gates,
})

/** Newest first (PLANS-38). `createdFrom` is inclusive, `createdTo` exclusive. */
export const listTestPlans = projectCalls.get('listTestPlans', 'A page of the test plans of a project', {
  query: z.object({
    q: z._default(z.string().check(z.trim(), z.maxLength(LIMITS.caseQuery)), ''),
    closed: z._default(z.enum(['true', 'false', 'all']), 'false'),
    milestoneId: commaSeparated(id),
    environmentId: commaSeparated(id),
    createdFrom: time,
    createdTo: time,
    page: pageNumber,
    pageSize: pageSizeOf(LIMITS.runsPageSize, 100),
  }),
  answer: z.object({ items: z.array(TestPlanSummary), _meta: PageMeta }),
})

const planCalls = callsOf({
  path: `${PLANS_PATH}/:testPlanId`,
  params: InPlan,
  read: { project: 'runs:read' },
  write: { project: 'runs:write' },
  ...gates,
})

/** `includeCases`: includes the ids of each run's cases, for the editor. */
export const getTestPlan = planCalls.get('getTestPlan', 'A test plan with its runs', {
  query: z.object({ includeCases: z._default(z.enum(['true', 'false']), 'false') }),
  answer: z.object({ data: TestPlan }),
})

const plannedRuns = z.array(PlannedRun).check(z.maxLength(LIMITS.planRuns, PLAN_TEXTS.tooManyRuns))

/** 400 names every invalid field, those of runs as `testRuns.{place}.{field}`. */
export const createTestPlan = projectCalls.post('createTestPlan', 'Creates a test plan and its runs', {
  bodyBytes: BODY_BYTES.long,
  body: z.extend(TestPlanValues, { testRuns: plannedRuns.check(z.minLength(1, PLAN_TEXTS.noRuns)) }),
  answer: z.object({ data: TestPlan }),
})

export const TestPlanChange = z.partial(z.object(written))
export type TestPlanChange = z.infer<typeof TestPlanChange>

/** Change of an existing run of the plan. Omitted fields stay unchanged; `testCaseIds` null: the run inherits the base selection again. */
export const PlannedRunChange = z.object({
  id: entityId,
  title: z.optional(RunTitle),
  testCaseIds: z.optional(z.nullable(caseIds)),
  /** New assignee of all its cases. */
  assigneeId: z.optional(z.nullable(entityId)),
  /** Values that the author saw; `testCaseIds` null: the run inherited the base selection. */
  expected: z.optional(z.object({ title: z.optional(z.string()), testCaseIds: z.optional(z.nullable(caseIds)) })),
})
export type PlannedRunChange = z.infer<typeof PlannedRunChange>

/**
 * An edit as in `concurrent-edits.ts` that also adds, changes and deletes runs; deleted runs lose their results. A change of the base
 * selection changes every run that inherits it. 403 for another user's plan (ROLE-05), 409 for a closed one. Colliding fields of runs are
 * named `runs.{id}.{field}`.
 *
 * - `seenRevision`: revision of the plan that the author saw. If the plan has changed since and its runs do not fit the edit, the answer
 *   is 409 `stale` with the field `runs`, instead of 400.
 * - `seenResults`: number of cases with a result that the author saw in the runs to delete. If there are more now, the answer is 409
 *   `stale` with the field `runs`, and nothing is deleted.
 *
 * `current` of a stale edit contains the case ids of each run.
 */
export const updateTestPlan = planCalls.put('updateTestPlan', 'Changes an open test plan and its runs', {
  bodyBytes: BODY_BYTES.long,
  body: z.extend(withExpected(TestPlanChange), {
    createRuns: z._default(plannedRuns, []),
    changeRuns: z._default(z.array(PlannedRunChange).check(z.maxLength(LIMITS.planRuns)), []),
    removeRunIds: z._default(z.array(entityId).check(z.maxLength(LIMITS.planRuns)), []),
    seenRevision: z.optional(z.int()),
    seenResults: z.optional(z.int()),
  }),
  answer: z.object({ data: TestPlan }),
})

/** Permanently closes the plan with all its runs. A plan that is already closed stays unchanged. */
export const closeTestPlan = planCalls.post('closeTestPlan', 'Closes a test plan and its runs', {
  path: '/close',
})

export const deleteTestPlan = planCalls.delete('deleteTestPlan', 'Deletes a test plan and its runs with their results')

/** Why a bulk action skipped a plan. */
export const SkippedPlan = z.object({
  id: z.int(),
  title: z.string(),
  reason: z.enum(['not-yours', 'closed', 'gone']),
})
export type SkippedPlan = z.infer<typeof SkippedPlan>

const bulkBody = z.object({ testPlansIds: z.array(entityId).check(z.minLength(1), z.maxLength(LIMITS.runsAtOnce)) })
const bulkAnswer = z.object({ done: z.array(z.int()), skipped: z.array(SkippedPlan) })

export const closeTestPlans = projectCalls.post('closeTestPlans', 'Closes test plans and their runs', {
  path: '/close',
  body: bulkBody,
  answer: bulkAnswer,
})

export const deleteTestPlans = projectCalls.post(
  'deleteTestPlans',
  'Deletes test plans and their runs with their results',
  {
    path: '/delete',
    body: bulkBody,
    answer: bulkAnswer,
  },
)
