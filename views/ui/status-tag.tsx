/** The state of a launch, test or attempt in icon, word and colour. `badge` beside a title, `plain` in rows. */
import type { ReactNode } from 'react'
import { ResultIcon } from './result-icon.tsx'
import { kindWords } from './result-kinds.ts'
import type { AnyKind } from './result-kinds.ts'
import styles from './status-tag.module.css'

export type StatusTagProps = {
  kind: AnyKind
  /** Other words than the kind's own: 'Launching', 'Queued'. */
  children?: ReactNode
  look?: 'badge' | 'plain'
  /** The dashed ring of something that has been asked for and has not begun. */
  isWaiting?: boolean
}

export function StatusTag({ kind, children, look = 'plain', isWaiting = false }: StatusTagProps) {
  return (
    <span className={styles.tag} data-kind={kind} data-look={look} data-waiting={isWaiting || undefined}>
      <ResultIcon kind={isWaiting ? 'none' : kind} size={look === 'badge' ? 14 : 16} />
      <span>{children ?? kindWords[kind]}</span>
    </span>
  )
}

/** A grey word that is no result: Draft, Closed, Read only. */
export function Badge({ children }: { children: ReactNode }) {
  return (
    <span className={styles.tag} data-kind="none" data-look="badge">
      {children}
    </span>
  )
}
