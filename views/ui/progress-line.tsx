/** Long work with a known end. `block` with words and a Cancel beside it; `edge` is the 2 px line on a running row's lower edge (put it in any Cell). */
/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a progress element cannot be styled alike everywhere */
import styles from './progress-line.module.css'

export type ProgressLineProps = {
  label: string
  value: number
  max: number
  look?: 'block' | 'edge'
}

export function ProgressLine({ label, value, max, look = 'block' }: ProgressLineProps) {
  const share = max > 0 ? Math.min(1, value / max) : 0
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={Math.min(value, max)}
      className={styles.progress}
      data-look={look}
    >
      <span className={styles.done} style={{ width: `${share * 100}%` }} />
    </div>
  )
}
