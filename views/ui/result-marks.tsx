/** Results in a row as small bars, the oldest first. Words beside them say the same. */
import type { ResultKind } from './result-kinds.ts'
import styles from './result-marks.module.css'

export function ResultMarks({ kinds }: { kinds: readonly ResultKind[] }) {
  return (
    <span className={styles.marks} aria-hidden>
      {kinds.map((kind, index) => (
        // Results have nothing but their place to be told apart by.
        // oxlint-disable-next-line react/no-array-index-key
        <i key={index} data-kind={kind} />
      ))}
    </span>
  )
}
