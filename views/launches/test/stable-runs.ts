import { STABILITY_RUNS } from '../../../contract/launches/test-stability.ts'
import type { TestHistory } from '../../../machines/launches/test-page.machine.ts'

/** The runs that a test's stability is made of, oldest first: the last ones that have ended, up to this one. */
export const stableRuns = (items: TestHistory['items'], testId: number): TestHistory['items'] =>
  items
    .filter((one) => one.testId <= testId && one.kind !== 'inProgress')
    .slice(0, STABILITY_RUNS)
    .toReversed()
