/** Stacked bar of a run's case statuses, in the project's colours. Untested is grey. */
/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a drawing made of spans */
import type { CaseStatusCount } from '../../../contract/runs/runs.ts'
import { safeColor } from '../../ui/marks/contrast.ts'
import { inFigures } from '../../ui/text/figures.ts'
import styles from './status-bar.module.css'

export function StatusBar({ statistics }: { statistics: readonly CaseStatusCount[] }) {
  const words =
    statistics.map(({ status, count }) => `${inFigures(count)} ${status.name}`).join(', ') || 'No test cases'
  // Untested comes last regardless of its position: the bar fills from the left.
  const parts = [...statistics].sort((a, b) => Number(a.status.isUntested) - Number(b.status.isUntested))
  return (
    <span className={styles.bar} role="img" aria-label={words} data-tip={words}>
      {parts.map(({ status, count }) => (
        <span
          key={status.id}
          className={styles.part}
          style={{ flexGrow: count, ...(status.isUntested ? {} : { background: safeColor(status.colorHex) }) }}
        />
      ))}
    </span>
  )
}
