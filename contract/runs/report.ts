import { z } from 'zod/mini'
import { defineCall } from '../call.ts'
import { ProjectUser } from '../projects/people.ts'
import { CaseStatusCount, InRun, RUN_GATES, RUNS_PATH } from './runs.ts'

/** Number of cases in a part of a run. `done`: cases whose last result completes them. */
const share = { cases: z.int(), done: z.int(), failed: z.int() }
export const ReportShare = z.object(share)
export type ReportShare = z.infer<typeof ReportShare>

/** An untested case, and the reasons for its priority in the list. */
export const RiskyCase = z.object({
  runId: z.int(),
  caseId: z.int(),
  key: z.string(),
  title: z.string(),
  /** Name of the priority; null if the case has none or it was deleted. */
  priority: z.nullable(z.string()),
  /** Number of failures in the last 180 days, in any run, that are not withdrawn. */
  earlierFailures: z.int(),
  /** Whether the case was changed after it was added to the run. */
  isChanged: z.boolean(),
})

/** Number of points of the progress, which are equally spaced, and maximum lengths of the report's lists. */
export const REPORT_LIMITS = { points: 40, testers: 100, suites: 200, risks: 20, failureDays: 180 } as const

/** Progress of a run or plan. Lists are bounded by `REPORT_LIMITS`. */
export const ExecutionReport = z.object({
  statistics: z.array(CaseStatusCount),
  ...share,
  /** Number of completed cases over time, oldest first. A case counts from the time of its last result. */
  progress: z.array(z.object({ at: z.string(), done: z.int() })),
  forecast: z.union([
    z.object({ at: z.string(), perDay: z.number() }),
    z.object({ reason: z.enum(['closed', 'finished', 'too-few-results', 'too-short', 'too-slow']) }),
  ]),
  /** `user` null: unassigned cases. `recorded`: number of cases whose last result is the user's, regardless of the assignee. */
  testers: z.array(z.extend(ReportShare, { user: z.nullable(ProjectUser), recorded: z.int() })),
  /** Paths are those at the time when the cases were added. */
  suites: z.array(z.extend(ReportShare, { id: z.int(), path: z.array(z.string()) })),
  /** Untested cases, ordered by the project's priorities, then by earlier failures (most first), then changed cases first. */
  risks: z.array(RiskyCase),
})
export type ExecutionReport = z.infer<typeof ExecutionReport>

export const getTestRunReport = defineCall({
  name: 'getTestRunReport',
  summary: 'Progress of a test run, its forecast and its riskiest untested cases',
  method: 'GET',
  path: `${RUNS_PATH}/:runId/report`,
  access: { project: 'runs:read' },
  ...RUN_GATES,
  params: InRun,
  answer: z.object({ data: ExecutionReport }),
})
