/** A page-wide state: offline, read-only, a newer version. Grey (`none`) unless it is a result. For events use a toast. */
/* oxlint-disable jsx-a11y/prefer-tag-over-role -- output belongs to forms */
import type { ReactNode } from 'react'
import type { AnyKind } from '../results/result-kinds.ts'
import styles from './banner.module.css'

export type BannerProps = { kind?: AnyKind; icon?: ReactNode; actions?: ReactNode; children: ReactNode }

export function Banner({ kind = 'none', icon, actions, children }: BannerProps) {
  return (
    <div role="status" className={styles.banner} data-kind={kind}>
      {icon}
      <div className={styles.words}>{children}</div>
      {actions}
    </div>
  )
}
