/** Icon of a result. Kinds differ in shape and colour: disc, diamond, square, ring. Decorative unless given a `label`. */
import type { ReactNode } from 'react'
import type { AnyKind } from './result-kinds.ts'
import styles from './result-icon.module.css'

const disc = <circle key="shape" cx="8" cy="8" r="7" />
const ring = <circle key="shape" cx="8" cy="8" r="6.2" className={styles.line} />

const drawings: Record<AnyKind, ReactNode> = {
  passed: [disc, <path key="mark" className={styles.cut} d="M4.9 8.3 7 10.4l4.1-4.5" />],
  failed: [disc, <path key="mark" className={styles.cut} d="m5.6 5.6 4.8 4.8M10.4 5.6l-4.8 4.8" />],
  known: [
    <rect key="shape" x="2.9" y="2.9" width="10.2" height="10.2" rx="1.2" transform="rotate(45 8 8)" />,
    <path key="mark" className={styles.cut} d="M8 4.8v3.6M8 11v.1" />,
  ],
  blocked: [disc, <path key="mark" className={styles.cut} data-bold d="M4.9 8h6.2" />],
  manual: [
    <rect key="shape" x="1.2" y="1.2" width="13.6" height="13.6" rx="3.2" />,
    <path key="mark" className={styles.cut} d="M4.9 8.3 7 10.4l4.1-4.5" />,
  ],
  skipped: [ring, <path key="mark" className={styles.line} d="M5 5.6 7.4 8 5 10.4M8.5 5.6 10.9 8l-2.4 2.4" />],
  aborted: [ring, <rect key="mark" x="5.7" y="5.7" width="4.6" height="4.6" rx=".7" />],
  running: [
    <circle key="track" cx="8" cy="8" r="6" className={styles.line} data-faint />,
    <path key="arc" className={styles.line} data-bold d="M8 2a6 6 0 0 1 6 6" />,
  ],
  none: <circle cx="8" cy="8" r="6.2" className={styles.line} strokeDasharray="2.4 2.47" />,
}

export type ResultIconProps = { kind: AnyKind; size?: 12 | 14 | 16 | 20; label?: string }

export function ResultIcon({ kind, size = 16, label }: ResultIconProps) {
  const icon = (
    <svg
      className={styles.icon}
      data-kind={kind}
      width={size}
      height={size}
      viewBox="0 0 16 16"
      role={label === undefined ? undefined : 'img'}
      aria-label={label}
      aria-hidden={label === undefined || undefined}
    >
      {drawings[kind]}
    </svg>
  )
  return kind === 'running' ? <span className={styles.spins}>{icon}</span> : icon
}
