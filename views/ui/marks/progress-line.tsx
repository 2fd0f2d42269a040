/** Determinate progress. `block` has a text and Cancel; `edge` is a 2 px line on a row's lower edge (put it in any Cell). */
import { ProgressBar } from 'react-aria-components/ProgressBar'
import { classNames } from '../browser/class-names.ts'
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
    <ProgressBar
      aria-label={label}
      minValue={0}
      maxValue={max}
      value={Math.min(value, max)}
      className={classNames(styles.progress)}
      data-look={look}
    >
      <span className={styles.done} style={{ width: `${share * 100}%` }} />
    </ProgressBar>
  )
}
