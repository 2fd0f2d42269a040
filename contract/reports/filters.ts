/** Range and filters of reports on launches. The filters are those of the launches list. */
import { z } from 'zod/mini'
import { listInQuery } from '../call.ts'
import { LIMITS } from '../limits.ts'
import { LaunchesQuery } from '../launches/launches.ts'
import { inTimeZone } from '../time-zone.ts'

/** Possible lengths of a range in days, up to and including today. */
export const REPORT_DAYS = ['7', '14', '30', '90', '365'] as const
export type ReportDays = (typeof REPORT_DAYS)[number]
export const DEFAULT_REPORT_DAYS: ReportDays = '30'

const {
  page: _page,
  pageSize: _size,
  sort: _sort,
  order: _order,
  savedFilter: _saved,
  ...filters
} = LaunchesQuery.shape

export const reportFilters = {
  ...filters,
  days: z._default(z.enum(REPORT_DAYS), DEFAULT_REPORT_DAYS),
  /** Names of launches. Launches with the same name are runs of the same suite. */
  suite: listInQuery(z.string().check(z.maxLength(2000))).check(z.maxLength(LIMITS.predicateValues)),
}

export const ReportFilters = z.object({ ...reportFilters, ...inTimeZone })
export type ReportFilters = z.infer<typeof ReportFilters>
