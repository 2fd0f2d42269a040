/** State of a launch, test or attempt as icon, text and colour. `badge` beside a title, `plain` in rows. */
import type { ReactNode } from 'react'
import { ResultIcon } from '../results/result-icon.tsx'
import { kindLabels } from '../results/result-kinds.ts'
import type { AnyKind } from '../results/result-kinds.ts'
import styles from './status-tag.module.css'

export type StatusTagProps = {
  kind: AnyKind
  /** Replaces the kind's own label: 'Launching', 'Queued'. */
  children?: ReactNode
  look?: 'badge' | 'plain'
  /** Dashed ring: requested, not started. */
  isWaiting?: boolean
}

export function StatusTag({ kind, children, look = 'plain', isWaiting = false }: StatusTagProps) {
  return (
    <span className={styles.tag} data-kind={kind} data-look={look} data-waiting={isWaiting || undefined}>
      <ResultIcon kind={isWaiting ? 'none' : kind} size={look === 'badge' ? 14 : 16} />
      <span>{children ?? kindLabels[kind]}</span>
    </span>
  )
}

/** A grey tag that is no result: Draft, Closed, Read only. */
export function Badge({ children }: { children: ReactNode }) {
  return (
    <span className={styles.tag} data-kind="none" data-look="badge">
      {children}
    </span>
  )
}
