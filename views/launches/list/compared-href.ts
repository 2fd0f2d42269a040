import type { Launch } from '../../../contract/launches/launches.ts'
import { comparisonHref } from '../compare/address.ts'

/** Address of the comparison of two launches, the newer one with the older one; null for any other number of launches. */
export const comparedHref = (
  projectKey: string,
  launches: readonly Pick<Launch, 'id' | 'startedAt'>[],
): string | null => {
  const [older, newer] = launches.toSorted((a, b) => a.startedAt.localeCompare(b.startedAt) || a.id - b.id)
  if (older === undefined || newer === undefined || launches.length !== 2) return null
  return comparisonHref(projectKey, newer.id, { baselineId: older.id, classes: [] })
}
