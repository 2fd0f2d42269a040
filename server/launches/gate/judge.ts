/** Rules of the quality gate as pure functions, for the verdict of a launch and for replays over many. */
import { passRate, testsIn, type Statistics } from '../../../contract/launches/launches.ts'
import { GATE_RULES, type GateRule, type QualityGate } from '../../../contract/launches/quality-gate.ts'
import type { LaunchShards } from '../../../contract/launches/shards.ts'

/** Failures that do not count, by the field of the statistics that has them. */
export interface LeftOut {
  failed: number
  failedAsKnown: number
  blocked: number
  aborted: number
}

/** What the gate knows of a launch. */
export interface GateFacts {
  isUnderWay: boolean
  counts: Statistics
  leftOut: LeftOut
  newFailures: number
  /** Tests that passed on a retry. */
  retried: number
  /** A part of the reports could not be imported. */
  isPartial: boolean
  shards: Pick<LaunchShards, 'total' | 'done'> | null
}

export type Thresholds = { [Rule in GateRule]?: number | null | undefined }

export interface GatePolicy {
  thresholds: Thresholds
  allowsIncomplete: boolean
}

/** Rules whose threshold must be reached; the others must not be exceeded. */
const MINIMUMS: ReadonlySet<GateRule> = new Set(['minPassRate', 'minTests'])

/** Rules that restrict no results by themselves: failures are still limited to none. */
const NOT_OF_FAILURES: ReadonlySet<GateRule> = new Set(['minTests', 'maxRetried'])

export const judge = (
  facts: GateFacts,
  { thresholds, allowsIncomplete }: GatePolicy,
): Pick<QualityGate, 'verdict' | 'checks' | 'reasons'> => {
  const actual = actualsOf(facts)
  const checks = rulesOf(thresholds).map(({ rule, wanted }) => {
    const value = actual[rule]
    const isPassed = value !== null && (MINIMUMS.has(rule) ? value >= wanted : value <= wanted)
    return { rule, wanted, actual: value, isPassed }
  })
  const reasons = [
    ...((thresholds.minTests ?? 1) > 0 && actual.minTests === 0 ? ['No tests ran'] : []),
    ...(allowsIncomplete ? [] : missingParts(facts)),
  ]
  const isPassed = reasons.length === 0 && checks.every((check) => check.isPassed)
  return { verdict: facts.isUnderWay ? 'pending' : isPassed ? 'passed' : 'failed', checks, reasons }
}

const missingParts = ({ isPartial, shards }: GateFacts): string[] => [
  ...(isPartial ? ['A part of the reports could not be imported'] : []),
  ...(shards !== null && shards.done < shards.total
    ? [`Only ${shards.done} of ${shards.total} shards have been reported`]
    : []),
]

/** Without a threshold for failures, no test may have failed. */
const rulesOf = (thresholds: Thresholds): { rule: GateRule; wanted: number }[] => {
  const rules = GATE_RULES.flatMap((rule) => {
    const wanted = thresholds[rule] ?? null
    return wanted === null ? [] : [{ rule, wanted }]
  })
  return rules.some(({ rule }) => !NOT_OF_FAILURES.has(rule)) ? rules : [{ rule: 'maxFailures', wanted: 0 }, ...rules]
}

/** Null for the rate of zero tests: it meets no threshold. */
const actualsOf = ({ counts: all, leftOut, newFailures, retried }: GateFacts): Record<GateRule, number | null> => {
  const counts = {
    ...all,
    failed: all.failed - leftOut.failed,
    failedAsKnown: all.failedAsKnown - leftOut.failedAsKnown,
    blocked: all.blocked - leftOut.blocked,
    aborted: all.aborted - leftOut.aborted,
  }
  const rate = passRate(counts)
  return {
    minPassRate: rate === null ? null : Math.round(rate * 10_000) / 100,
    maxFailures: counts.failed + counts.aborted + counts.blocked,
    maxNewFailures: newFailures,
    maxSkipped: counts.skipped,
    maxRetried: retried,
    minTests: testsIn(all) - all.skipped - all.inProgress,
  }
}
