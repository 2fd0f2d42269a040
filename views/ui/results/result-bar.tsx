/** Stacked bar of results, in the order of kinds. The rest of `total` is grey: not run yet. */
/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a drawing made of spans */
import { formatCounts, resultKinds, sumCounts } from './result-kinds.ts'
import type { ResultCounts } from './result-kinds.ts'
import styles from './result-bar.module.css'

export type ResultBarProps = {
  counts: ResultCounts
  /** Expected number of results; at least their sum. */
  total?: number
  size?: 'sm' | 'md'
}

export function ResultBar({ counts, total = 0, size = 'md' }: ResultBarProps) {
  const sum = sumCounts(counts)
  const rest = Math.max(0, total - sum)
  const words = formatCounts(counts)
  if (sum === 0) return <span className={styles.bar} data-size={size} data-empty role="img" aria-label={words} />
  return (
    <span className={styles.bar} data-size={size} role="img" aria-label={words} data-tip={words}>
      {resultKinds.map((kind) => {
        const count = counts[kind] ?? 0
        return count > 0 && <span key={kind} data-kind={kind} className={styles.part} style={{ flexGrow: count }} />
      })}
      {rest > 0 && <span style={{ flexGrow: rest }} />}
    </span>
  )
}
