/** Report preferences of a project on this device (EXPORT-17). */
import { z } from 'zod/mini'
import { REPORT_FACTS, REPORT_VIEWS, type ReportHabits } from '../../../machines/cases/case-report.machine.ts'
import { recall, remember } from '../../ui/browser/remember.ts'

const Kept = z.object({
  view: z.enum(REPORT_VIEWS),
  hasSuites: z.boolean(),
  facts: z.array(z.enum(REPORT_FACTS)),
  columns: z.array(z.object({ id: z.string(), isOn: z.boolean(), widthPx: z.number() })),
})

const FIRST: ReportHabits = { view: 'table', hasSuites: true, facts: REPORT_FACTS, columns: [] }
const nameOf = (projectId: number): string => `cases.report.${projectId}`

export const recallReportHabits = (projectId: number): ReportHabits => {
  try {
    const kept = Kept.safeParse(JSON.parse(recall(nameOf(projectId)) ?? 'null'))
    return kept.success ? kept.data : FIRST
  } catch {
    return FIRST
  }
}

export const rememberReportHabits = (projectId: number, habits: ReportHabits): void =>
  remember(nameOf(projectId), JSON.stringify(habits))
