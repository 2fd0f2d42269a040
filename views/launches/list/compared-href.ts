import type { Launch } from '../../../contract/launches/launches.ts'
import { comparisonHref } from '../compare/address.ts'

/** Returns the comparison of two launches, newer with older; null for any other number. */
export const comparedHref = (
  projectKey: string,
  launches: readonly Pick<Launch, 'id' | 'startedAt'>[],
): string | null => {
  const [older, newer] = launches.toSorted((a, b) => a.startedAt.localeCompare(b.startedAt) || a.id - b.id)
  if (older === undefined || newer === undefined || launches.length !== 2) return null
  return comparisonHref(projectKey, newer.id, { baselineId: older.id, classes: [] })
}
