import type { GateRule, QualityGate } from '../../contract/launches/quality-gate.ts'

const RULE_TEXTS: Record<GateRule, (wanted: number, actual: number | null) => string> = {
  minPassRate: (wanted, actual) => `pass rate ${actual ?? 0}% of at least ${wanted}%`,
  maxFailures: (wanted, actual) => `${actual ?? 0} failures of at most ${wanted}`,
  maxNewFailures: (wanted, actual) => `${actual ?? 0} new failures of at most ${wanted}`,
  maxSkipped: (wanted, actual) => `${actual ?? 0} skipped of at most ${wanted}`,
  maxRetried: (wanted, actual) => `${actual ?? 0} passed on a retry of at most ${wanted}`,
  minTests: (wanted, actual) => `${actual ?? 0} tests ran of at least ${wanted}`,
}

/** Describes why a launch does not pass the gate: '2 failures of at most 0, no tests ran'. */
export const missedText = ({ checks, reasons }: Pick<QualityGate, 'checks' | 'reasons'>): string =>
  [
    ...reasons.map((reason) => reason.charAt(0).toLowerCase() + reason.slice(1)),
    ...checks.flatMap(({ rule, wanted, actual, isPassed }) => (isPassed ? [] : [RULE_TEXTS[rule](wanted, actual)])),
  ].join(', ')
