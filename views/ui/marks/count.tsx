/** A count with thousands separators and tabular figures. */
import { inFigures } from '../text/figures.ts'
import styles from './count.module.css'

export function Count({ value }: { value: number | null | undefined }) {
  if (value === undefined || value === null) return <span className={styles.none}>–</span>
  return <span className={styles.figures}>{inFigures(value)}</span>
}
