/** A box with a header. Lists extend to its edges. */
import type { ReactNode } from 'react'
import { classNames } from '../browser/class-names.ts'
import styles from './panel.module.css'

export type PanelProps = {
  title?: ReactNode
  /** Accessible name of the region. */
  label?: string
  actions?: ReactNode
  className?: string
  children: ReactNode
}

export function Panel({ title, label, actions, className, children }: PanelProps) {
  return (
    <section className={classNames(styles.panel, className)} aria-label={label}>
      {(title !== undefined || actions !== undefined) && (
        <header className={styles.head}>
          {typeof title === 'string' ? <h2>{title}</h2> : title}
          {actions !== undefined && <div className={styles.actions}>{actions}</div>}
        </header>
      )}
      {children}
    </section>
  )
}
