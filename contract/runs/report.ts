import { z } from 'zod/mini'
import { defineCall } from '../call.ts'
import { ProjectPerson } from '../projects/people.ts'
import { CaseStatusCount, InRun, RUN_GATES, RUNS_PATH } from './runs.ts'

/** Cases of one part of a run. `done`: those whose last result completes them. */
const share = { cases: z.int(), done: z.int(), failed: z.int() }
export const ReportShare = z.object(share)
export type ReportShare = z.infer<typeof ReportShare>

/** A case without a result, and why it comes before others. */
export const RiskyCase = z.object({
  runId: z.int(),
  caseId: z.int(),
  key: z.string(),
  title: z.string(),
  /** Its name; null where the case has none, or it was deleted. */
  priority: z.nullable(z.string()),
  /** Results of the last 180 days, in whatever run, that were failures and still count. */
  earlierFailures: z.int(),
  /** The case was changed after it was added to the run. */
  isChanged: z.boolean(),
})

/** Parts of the progress, of equal length, and longest lists of the report. */
export const REPORT_LIMITS = { points: 40, testers: 100, suites: 200, risks: 20, failureDays: 180 } as const

/** How far a run or a plan is, of which lists are bounded by `REPORT_LIMITS`. */
export const ExecutionReport = z.object({
  statistics: z.array(CaseStatusCount),
  ...share,
  /** How many cases were done by then, the oldest first; cases count by the time of their last result. */
  progress: z.array(z.object({ at: z.string(), done: z.int() })),
  forecast: z.union([
    z.object({ at: z.string(), perDay: z.number() }),
    z.object({ reason: z.enum(['closed', 'finished', 'too-few-results', 'too-short', 'too-slow']) }),
  ]),
  /** Null: assigned to nobody. `recorded`: cases whose last result is theirs, whoever the case is assigned to. */
  testers: z.array(z.extend(ReportShare, { person: z.nullable(ProjectPerson), recorded: z.int() })),
  /** As their path was when their cases were added. */
  suites: z.array(z.extend(ReportShare, { id: z.int(), path: z.array(z.string()) })),
  /** Untested cases: in the order of the project's priorities, then more earlier failures, then those that changed since. */
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
