import { z } from 'zod/mini'
import { defineCall } from '../call.ts'
import { Statistics } from '../launches/launches.ts'
import { InProject } from '../projects/projects.ts'
import { inTimeZone } from '../time-zone.ts'
import { reportFilters, type ReportDays } from './filters.ts'

/** Dimension of a breakdown. `suite`: name of the launch; `testSuite`: suite reported by the framework. */
export const BREAKDOWNS = ['environment', 'suite', 'testSuite', 'class', 'milestone', 'label'] as const
export const Breakdown = z.enum(BREAKDOWNS)
export type Breakdown = z.infer<typeof Breakdown>

/** Maximum rows of a breakdown in one answer. */
export const MAX_BREAKDOWN = 200
/** Longest range in days that is grouped by day; longer ones are grouped by week. */
const MAX_DAILY = 31
export const unitOf = (days: ReportDays): 'day' | 'week' => (Number(days) <= MAX_DAILY ? 'day' : 'week')

const Counts = z.object({
  launches: z.int(),
  launchesPassed: z.int(),
  launchesFailed: z.int(),
  statistics: Statistics,
})
export type SummaryCounts = z.infer<typeof Counts>

/** `value` null: launches without a value. */
export const SummaryRow = z.extend(Counts, { value: z.nullable(z.string()) })
export type SummaryRow = z.infer<typeof SummaryRow>
/** `day` is the first day of the week if points are weekly. Omits days without a launch. */
export const SummaryPoint = z.extend(Counts, { day: z.string() })
export type SummaryPoint = z.infer<typeof SummaryPoint>

/**
 * Sums of the launches in a range, over time and broken down. Uses the current counts of the launches, so reruns, manual marks and linked
 * issues are included. A launch with several labels is in the row of each. Test classes are counted only in the newest launches (`counted`)
 * that contain at most `MAX_REPORT_RESULTS` results.
 */
export const getExecutionSummary = defineCall({
  name: 'getExecutionSummary',
  summary: 'Results of launches over time, broken down by environment, suite, test class, milestone or label',
  method: 'GET',
  path: '/api/projects/:projectKey/reports/execution-summary',
  access: { project: 'launches:read' },
  feature: 'execution-summary-report',
  params: InProject,
  query: z.object({ ...reportFilters, ...inTimeZone, by: z._default(Breakdown, 'environment') }),
  answer: z.object({
    /** First and last day of the range. */
    from: z.string(),
    to: z.string(),
    total: Counts,
    points: z.array(SummaryPoint),
    /** Most launches first. */
    rows: z.array(SummaryRow),
    /** Whether rows are missing in the answer. */
    isCut: z.boolean(),
    /** Number of launches that the rows include. */
    counted: z.int(),
    /** Whether the project has any launch, ignoring the filters. The page needs it to tell an empty project from filters without a match. */
    hasLaunches: z.boolean(),
  }),
})
export type ExecutionSummary = z.infer<typeof getExecutionSummary.answer>
export type ExecutionSummaryQuery = z.infer<typeof getExecutionSummary.query>
