import { z } from 'zod/mini'
import { EngineUtilizationQuery } from '../../../contract/workspace/engine-utilization.ts'
import { DEFAULT_REPORT_DAYS } from '../../../contract/reports/filters.ts'
import { paths, queryOf, searchOf } from '../../shared/routes.ts'

/** The page's query, with the order of its table. */
const EngineQuestion = z.object({
  ...EngineUtilizationQuery.shape,
  sort: z.optional(z.string().check(z.maxLength(40))),
  order: z._default(z.enum(['asc', 'desc']), 'desc'),
})
export type EngineQuestion = z.infer<typeof EngineQuestion>

const DEFAULTS = { days: DEFAULT_REPORT_DAYS, by: 'project', order: 'desc' }

/** Invalid values are read as absent. */
export const readEngineQuestion = (search: string): EngineQuestion => {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const read = EngineQuestion.safeParse({ ...queryOf(search), timeZone })
  return read.success ? read.data : EngineQuestion.parse({ timeZone })
}

export const engineHref = ({ timeZone: _, ...question }: EngineQuestion): string =>
  paths.engineUtilization + searchOf(question, DEFAULTS)
