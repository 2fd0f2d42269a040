/** Placeholder of the same size while content loads. The list around it sets `aria-busy`. */
import styles from './skeleton.module.css'

export function Skeleton({
  width,
  height = 10,
  round = false,
}: {
  width?: number | string
  height?: number
  round?: boolean
}) {
  return <span aria-hidden className={styles.skeleton} data-round={round || undefined} style={{ width, height }} />
}
