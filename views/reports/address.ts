/** Converts report queries to addresses and back. Invalid parts of an address are ignored. */
import { z } from 'zod/mini'
import { Breakdown } from '../../contract/reports/execution-summary.ts'
import { DurationView } from '../../contract/reports/durations.ts'
import { DEFAULT_REPORT_DAYS, ReportFilters } from '../../contract/reports/filters.ts'
import { inProjectHref, paths, queryOf, searchOf } from '../shared/routes.ts'
import { readersTimeZone } from '../shared/days.ts'

/** The table's order; without a column, the server's. */
const order = {
  sort: z.optional(z.string().check(z.maxLength(40))),
  order: z._default(z.enum(['asc', 'desc']), 'desc'),
}

export const SummaryQuestion = z.object({ ...ReportFilters.shape, ...order, by: z._default(Breakdown, 'environment') })
export type SummaryQuestion = z.infer<typeof SummaryQuestion>
export const DurationQuestion = z.object({
  ...ReportFilters.shape,
  ...order,
  view: z._default(DurationView, 'slowest'),
})
export type DurationQuestion = z.infer<typeof DurationQuestion>
export type ReportQuestion = z.infer<typeof ReportFilters> & { sort?: string | undefined; order: 'asc' | 'desc' }

const DEFAULTS = { days: DEFAULT_REPORT_DAYS, q: '', order: 'desc', by: 'environment', view: 'slowest' }

const readAs =
  <Question>(schema: z.ZodMiniType<Question>) =>
  (search: string): Question => {
    const read = schema.safeParse({ ...queryOf(search), timeZone: readersTimeZone() })
    return read.success ? read.data : schema.parse({ timeZone: readersTimeZone() })
  }

export const readSummaryQuestion = readAs(SummaryQuestion)
export const readDurationQuestion = readAs(DurationQuestion)

const hrefOf = (path: string, { timeZone: _, ...question }: ReportQuestion): string =>
  path + searchOf(question, DEFAULTS)

export const summaryHref = (projectKey: string, question: SummaryQuestion): string =>
  hrefOf(inProjectHref(paths.executionSummary, projectKey), question)
export const durationsHref = (projectKey: string, question: DurationQuestion): string =>
  hrefOf(inProjectHref(paths.durationAnalysis, projectKey), question)
