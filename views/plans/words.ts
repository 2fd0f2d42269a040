import type { CaseStatusCount } from '../../contract/runs/runs.ts'
import { inFigures } from '../ui/figures.ts'

export const countWords = (count: number, one: string, many: string): string =>
  `${inFigures(count)} ${count === 1 ? one : many}`

/** How many cases there are, and how many of them have a result. */
export const progressOf = (counts: readonly CaseStatusCount[]) => {
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  const untested = counts.reduce((sum, { status, count }) => sum + (status.isUntested ? count : 0), 0)
  const tested = total - untested
  return { total, tested, share: total === 0 ? 0 : Math.floor((tested / total) * 100) }
}
