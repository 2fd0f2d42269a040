import { STABILITY_RUNS } from '../../contract/launch-tests.ts'
import type { TestHistory } from '../../machines/test-page.ts'

/** The runs that a test's stability is made of, oldest first: the last ones that have ended, up to this one. */
export const stableRuns = (items: TestHistory['items'], testId: number): TestHistory['items'] =>
  items
    .filter((one) => one.testId <= testId && one.kind !== 'inProgress')
    .slice(0, STABILITY_RUNS)
    .toReversed()
