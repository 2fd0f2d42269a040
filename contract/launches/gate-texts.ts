import type { GateRule, QualityGate } from './quality-gate.ts'

const counted = (count: number | null, one: string, many = `${one}s`): string =>
  `${count ?? 0} ${count === 1 ? one : many}`

const MISSED: Record<GateRule, (actual: number | null, wanted: number) => string> = {
  minPassRate: (actual, wanted) => `pass rate ${actual ?? 0}% (at least ${wanted}%)`,
  maxFailures: (actual, wanted) => `${counted(actual, 'failure')} (at most ${wanted})`,
  maxNewFailures: (actual, wanted) => `${counted(actual, 'new failure')} (at most ${wanted})`,
  maxSkipped: (actual, wanted) => `${counted(actual, 'skipped test')} (at most ${wanted})`,
  maxRetried: (actual, wanted) => `${counted(actual, 'test')} passed on a retry (at most ${wanted})`,
  minTests: (actual, wanted) => `${counted(actual, 'test')} ran (at least ${wanted})`,
}

/** Describes why a launch does not pass the gate, one text for each reason: `No tests ran`, `2 failures (at most 0)`. */
export const gateFailures = ({ checks, reasons }: Pick<QualityGate, 'checks' | 'reasons'>): string[] => [
  ...reasons,
  ...checks.flatMap(({ rule, wanted, actual, isPassed }) => (isPassed ? [] : [MISSED[rule](actual, wanted)])),
]
