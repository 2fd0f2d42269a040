/** Cases selected for a report, stored for the tab's lifetime (EXPORT-01). */
import { z } from 'zod/mini'

const KEY = 'assay.cases-report'
const Kept = z.object({ projectKey: z.string(), ids: z.array(z.int()).check(z.minLength(1)) })

export const keepForReport = (kept: { projectKey: string; ids: readonly number[] }): void =>
  sessionStorage.setItem(KEY, JSON.stringify(kept))

/** Null when there are none, or they belong to another project (EXPORT-03, EXPORT-04). */
export const keptForReport = (projectKey: string): readonly number[] | null => {
  try {
    const kept = Kept.safeParse(JSON.parse(sessionStorage.getItem(KEY) ?? 'null'))
    return kept.success && kept.data.projectKey === projectKey ? kept.data.ids : null
  } catch {
    return null
  }
}
