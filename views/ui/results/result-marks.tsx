/** Consecutive results as small bars, oldest first. The text beside them says the same. */
import type { ResultKind } from './result-kinds.ts'
import styles from './result-marks.module.css'

export function ResultMarks({ kinds }: { kinds: readonly ResultKind[] }) {
  return (
    <span className={styles.marks} aria-hidden>
      {kinds.map((kind, index) => (
        // Results have no identity but their index.
        // oxlint-disable-next-line react/no-array-index-key
        <i key={index} data-kind={kind} />
      ))}
    </span>
  )
}
