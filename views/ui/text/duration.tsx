/** A duration (`ms`), or the time elapsed `since` (epoch milliseconds or ISO text). Unknown shows a dash. */
import { useSeconds } from './now.ts'
import { formatClock, formatDuration } from './time.ts'
import styles from '../marks/count.module.css'

export type DurationProps = { ms: number | null | undefined; since?: never } | { since: string | number; ms?: never }

export function Duration(props: DurationProps) {
  if (props.since !== undefined) return <Running since={props.since} />
  if (props.ms === undefined || props.ms === null) return <span className={styles.none}>–</span>
  return <span className={styles.figures}>{formatDuration(props.ms)}</span>
}

function Running({ since }: { since: string | number }) {
  const now = useSeconds()
  return <span className={styles.figures}>{formatClock(now - new Date(since).getTime())}</span>
}
