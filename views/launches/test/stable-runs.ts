import { STABILITY_RUNS } from '../../../contract/launches/test-stability.ts'
import type { TestHistory } from '../../../machines/launches/test-page.machine.ts'

/** Returns the runs that a test's stability is computed from, oldest first: the last ended ones up to this run. */
export const stableRuns = (items: TestHistory['items'], testId: number): TestHistory['items'] =>
  items
    .filter((one) => one.testId <= testId && one.kind !== 'inProgress')
    .slice(0, STABILITY_RUNS)
    .toReversed()
