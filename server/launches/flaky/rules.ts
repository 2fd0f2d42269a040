/** Rules that mark flaky tests, as pure functions of counted runs. */
import type { FlakyMark, FlakyRule } from '../../../contract/launches/flaky-rules.ts'
import type { FlakySettings } from '../../../contract/launches/flaky-tests.ts'
import { testsIn, type Statistics } from '../../../contract/launches/launches.ts'

/** Runs that passed or failed. */
export interface RunCounts {
  runs: number
  failures: number
  /** Passes on a retry. */
  retries: number
  /** Changes of the result between consecutive runs. */
  flips: number
  /** Those of them between runs of one commit. */
  commitFlips: number
}

/** Run of a test that passed or failed. */
export interface RunOfLaunch {
  launch: {
    /** Of all considered launches, the oldest first. */
    order: number
    branchKey: string
    /** Runs are compared within a series: the same launch in the same configuration. */
    series: string
    commit: string | null
  }
  hasFailed: boolean
}

/** Returns the numbers of runs by the key of their branch. Several runs in one launch are one, which failed if any of them did. */
export const countRuns = (runs: readonly RunOfLaunch[]): Map<string, Omit<RunCounts, 'retries'>> => {
  const byLaunch = new Map<number, RunOfLaunch>()
  for (const run of runs) {
    const other = byLaunch.get(run.launch.order)
    if (other === undefined || run.hasFailed) byLaunch.set(run.launch.order, run)
  }
  const counts = new Map<string, Omit<RunCounts, 'retries'>>()
  const previous = new Map<string, RunOfLaunch>()
  for (const run of [...byLaunch.values()].toSorted((one, other) => one.launch.order - other.launch.order)) {
    const { branchKey, series, commit } = run.launch
    const before = previous.get(series)
    previous.set(series, run)
    const isFlip = before !== undefined && before.hasFailed !== run.hasFailed
    const count = counts.get(branchKey) ?? { runs: 0, failures: 0, flips: 0, commitFlips: 0 }
    counts.set(branchKey, {
      runs: count.runs + 1,
      failures: count.failures + (run.hasFailed ? 1 : 0),
      flips: count.flips + (isFlip ? 1 : 0),
      commitFlips: count.commitFlips + (isFlip && commit !== null && before.launch.commit === commit ? 1 : 0),
    })
  }
  return counts
}

/** Runs of a test on a branch. */
export interface BranchRuns extends RunCounts {
  /** Null for launches without a branch. */
  branch: string | null
  /** Branch that the pull request is to be merged into; null if these are no runs of a pull request. */
  baseBranch: string | null
}

const NO_RUNS: RunCounts = { runs: 0, failures: 0, retries: 0, flips: 0, commitFlips: 0 }

export const sumOf = (branches: readonly RunCounts[]): RunCounts =>
  branches.reduce(
    (sum, one) => ({
      runs: sum.runs + one.runs,
      failures: sum.failures + one.failures,
      retries: sum.retries + one.retries,
      flips: sum.flips + one.flips,
      commitFlips: sum.commitFlips + one.commitFlips,
    }),
    NO_RUNS,
  )

const isClean = ({ runs, failures, retries }: RunCounts): boolean => runs > 0 && failures + retries === 0

/** Returns the runs without those of pull requests whose base branch ran the test and is clean: their changes are the cause. */
export const countedBranches = <Runs extends BranchRuns>(branches: readonly Runs[]): Runs[] => {
  const own = branches.filter(({ baseBranch }) => baseBranch === null)
  return branches.filter(
    ({ baseBranch }) => baseBranch === null || !isClean(sumOf(own.filter(({ branch }) => branch === baseBranch))),
  )
}

/** Returns changes and retries by runs, from 0 to 1. */
export const rateOf = ({ runs, retries, flips }: RunCounts): number =>
  runs === 0 ? 0 : Math.min(1, (retries + flips) / runs)

export type FlakyThresholds = Pick<FlakySettings, 'minRetries' | 'minFlips' | 'minCommitFlips'>

/** Returns the rule that marks a test, the strongest evidence first; null if none does. */
export const markOf = (
  counts: Omit<RunCounts, 'runs' | 'failures'>,
  { minRetries, minFlips, minCommitFlips }: FlakyThresholds,
): FlakyMark | null => {
  const rules: [FlakyRule, number | null][] = [
    ['commitFlips', minCommitFlips],
    ['retries', minRetries],
    ['flips', minFlips],
  ]
  const [rule] = rules.find(([name, min]) => min !== null && counts[name] >= min) ?? []
  return rule === undefined ? null : { rule, count: counts[rule] }
}

/** Fewer failures say nothing about the infrastructure, however few tests the launch has. */
const INFRASTRUCTURE_FAILURES = 5

/** Returns whether so many tests of a launch failed, by percent of those that ran, that its failures are taken for its infrastructure's. */
export const isInfrastructure = (counts: Statistics, maxFailedShare: number): boolean => {
  const ran = testsIn(counts) - counts.skipped - counts.inProgress
  const failed = counts.failed + counts.failedAsKnown + counts.blocked + counts.aborted
  return failed >= INFRASTRUCTURE_FAILURES && failed * 100 > ran * maxFailedShare
}

/** Returns the maximum tests in quarantine: at least one, so that small projects can use it. */
export const quarantineLimit = (projectTests: number, maxShare: number): number =>
  projectTests === 0 ? 0 : Math.max(1, Math.floor((projectTests * maxShare) / 100))
