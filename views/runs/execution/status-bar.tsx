/** Stacked bar of results by status, in the statuses' colours; cases without a result stay empty. */
/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a drawing made of spans */
import type { Counts } from '../../../machines/runs/execution-list.ts'
import { safeColor } from '../../ui/marks/contrast.ts'
import type { Statuses } from './statuses.ts'
import styles from './status-bar.module.css'

export function StatusBar({ counts, statuses }: { counts: Counts; statuses: Statuses }) {
  const parts = statuses.all.flatMap((status) => {
    const count = counts.get(status.id) ?? 0
    return count > 0 ? [{ status, count }] : []
  })
  const words = parts.map(({ status, count }) => `${count} ${status.name}`).join(', ')
  return (
    <span className={styles.bar} role="img" aria-label={words} data-tip={words}>
      {parts
        .filter(({ status }) => status.id !== 0)
        .map(({ status, count }) => (
          <span key={status.id} style={{ flexGrow: count, background: safeColor(status.colorHex) }} />
        ))}
      <span style={{ flexGrow: counts.get(0) ?? 0 }} />
    </span>
  )
}
