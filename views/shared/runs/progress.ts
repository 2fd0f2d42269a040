import type { CaseStatusCount } from '../../../contract/runs/runs.ts'

/** Progress of a run (RUNS-20). 100 percent means all: rounds down otherwise. */
export const progressOf = (statistics: readonly CaseStatusCount[]): { done: number; of: number; percent: number } => {
  let done = 0
  let of = 0
  for (const { status, count } of statistics) {
    of += count
    if (status.isCompleted) done += count
  }
  return { done, of, percent: of === 0 ? 0 : Math.floor((done * 100) / of) }
}
