/** Recent results of the test as bars, with its pass rate. */
import type { TestStability } from '../../../contract/launches/test-stability.ts'
import { displayedKind, formatStability } from '../../shared/launch-labels.ts'
import { ResultMarks } from '../../ui/results/result-marks.tsx'
import styles from './stability-bars.module.css'

export function StabilityBars({ stability }: { stability: TestStability | undefined }) {
  if (stability === undefined || stability.stability === null) return null
  const words = formatStability(stability.stability)
  return (
    <span className={styles.stability} data-tip={`Passed at the first attempt in ${words} of its last launches`}>
      <ResultMarks kinds={stability.recent.slice(-8).map(displayedKind)} />
      {words}
    </span>
  )
}
