/** A count with thousands separators, in figures of one width. */
import styles from './count.module.css'

// Made once: a list draws hundreds.
const inEnglish = new Intl.NumberFormat('en')

export function Count({ value }: { value: number | null | undefined }) {
  if (value === undefined || value === null) return <span className={styles.none}>–</span>
  return <span className={styles.figures}>{inEnglish.format(value)}</span>
}
