/** Cases by their last result as parts of one bar, in the colours of the project's statuses; those without a result stay grey. */
/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a drawing made of spans */
import type { CaseStatusCount } from '../../contract/runs/runs.ts'
import { safeColor } from '../ui/contrast.ts'
import { countWords } from './words.ts'
import styles from './status-bar.module.css'

export function StatusBar({ counts }: { counts: readonly CaseStatusCount[] }) {
  const words =
    counts.map(({ status, count }) => `${count} ${status.name}`).join(', ') || countWords(0, 'case', 'cases')
  return (
    <span className={styles.bar} role="img" aria-label={words} data-tip={words}>
      {counts.map(({ status, count }) => (
        <span
          key={status.id}
          className={styles.part}
          style={
            status.isUntested ? { flexGrow: count } : { flexGrow: count, backgroundColor: safeColor(status.colorHex) }
          }
        />
      ))}
    </span>
  )
}
