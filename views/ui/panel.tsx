/** A box with a head, for what is edited or stands apart. Lists run from edge to edge and need none. */
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './panel.module.css'

export type PanelProps = {
  title?: ReactNode
  /** Its name, for one of several that are found by it. */
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
